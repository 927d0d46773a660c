//! The kernels in terms of a register of i16 lanes.

use super::Block;
use crate::nnue::arch::BLOCK;

/// A register of i16 lanes.
///
/// # Safety
/// The operations may be called only where the processor has the instructions of the type, and `load`
/// and `store` only with pointers to [`LANES`](Register::LANES) values, aligned to the register's size.
/// `LANES` divides [`BLOCK`].
pub(super) unsafe trait Register: Copy {
    /// i16 values in a register.
    const LANES: usize;
    /// A register of i32 sums.
    type Sum: Copy;

    unsafe fn load(from: *const i16) -> Self;
    unsafe fn store(self, to: *mut i16);
    unsafe fn splat(value: i16) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    unsafe fn min(self, other: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;
    /// Lane products, low halves.
    unsafe fn mul(self, other: Self) -> Self;
    unsafe fn zero_sum() -> Self::Sum;
    /// Adds the products of the lanes to `sum`.
    unsafe fn mul_add(self, other: Self, sum: Self::Sum) -> Self::Sum;
    unsafe fn add_sums(a: Self::Sum, b: Self::Sum) -> Self::Sum;
    /// The sum of the lanes, wrapping.
    unsafe fn total(sum: Self::Sum) -> i32;
}

/// # Safety
/// `R`'s instructions are available; all slices have the same length.
#[inline(always)]
pub(super) unsafe fn update<R: Register>(
    target: &mut [Block],
    source: &[Block],
    add: &[Block],
    sub: &[Block],
) {
    let (to, source) = (target.as_mut_ptr().cast::<i16>(), source.as_ptr().cast::<i16>());
    let (add, sub) = (add.as_ptr().cast::<i16>(), sub.as_ptr().cast::<i16>());
    for i in (0..target.len() * BLOCK).step_by(R::LANES) {
        // SAFETY: `i` lies within each slice, at a multiple of the register's size.
        unsafe {
            let sum = R::load(source.add(i)).add(R::load(add.add(i))).sub(R::load(sub.add(i)));
            sum.store(to.add(i));
        }
    }
}

/// # Safety
/// As for [`update`].
#[inline(always)]
pub(super) unsafe fn update_capture<R: Register>(
    target: &mut [Block],
    source: &[Block],
    add: &[Block],
    sub: &[Block],
    captured: &[Block],
) {
    let (to, source) = (target.as_mut_ptr().cast::<i16>(), source.as_ptr().cast::<i16>());
    let (add, sub) = (add.as_ptr().cast::<i16>(), sub.as_ptr().cast::<i16>());
    let captured = captured.as_ptr().cast::<i16>();
    for i in (0..target.len() * BLOCK).step_by(R::LANES) {
        // SAFETY: `i` lies within each slice, at a multiple of the register's size.
        unsafe {
            let sum = R::load(source.add(i)).add(R::load(add.add(i))).sub(R::load(sub.add(i)));
            sum.sub(R::load(captured.add(i))).store(to.add(i));
        }
    }
}

/// # Safety
/// `R`'s instructions are available; `bias` is as long as `target`, and so is every given row of
/// `weights`.
#[inline(always)]
pub(super) unsafe fn refresh<R: Register>(
    target: &mut [Block],
    bias: &[Block],
    weights: &[Block],
    rows: &[u16],
) {
    /// Registers summed at a time, so that each row is passed over once and sums stay in registers.
    const WIDTH: usize = 4;
    let lanes = target.len() * BLOCK;
    let (to, bias, weights) =
        (target.as_mut_ptr().cast::<i16>(), bias.as_ptr().cast::<i16>(), weights.as_ptr().cast::<i16>());
    let mut start = 0;
    while start < lanes {
        let count = WIDTH.min((lanes - start) / R::LANES);
        // SAFETY: `start + count * LANES` lies within `target`, `bias` and each row.
        unsafe {
            let mut sums = [R::splat(0); WIDTH];
            for (k, sum) in sums.iter_mut().enumerate().take(count) {
                *sum = R::load(bias.add(start + k * R::LANES));
            }
            for &row in rows {
                let row = weights.add(usize::from(row) * lanes + start);
                for (k, sum) in sums.iter_mut().enumerate().take(count) {
                    *sum = sum.add(R::load(row.add(k * R::LANES)));
                }
            }
            for (k, sum) in sums.iter().enumerate().take(count) {
                sum.store(to.add(start + k * R::LANES));
            }
        }
        start += count * R::LANES;
    }
}

/// # Safety
/// `R`'s instructions are available; `other` is as long as `own`, `weights` twice as long.
#[inline(always)]
pub(super) unsafe fn forward<R: Register>(own: &[Block], other: &[Block], weights: &[Block], qa: i16) -> i32 {
    let lanes = own.len() * BLOCK;
    let (own, other) = (own.as_ptr().cast::<i16>(), other.as_ptr().cast::<i16>());
    let weights = weights.as_ptr().cast::<i16>();
    // SAFETY: `i` lies within `own` and `other`, `lanes + i` within `weights`.
    unsafe {
        let (zero, one) = (R::splat(0), R::splat(qa));
        let squared = |values: *const i16, weights: *const i16, sum: R::Sum| {
            let value = R::load(values).max(zero).min(one);
            value.mul_add(value.mul(R::load(weights)), sum)
        };
        let (mut first, mut second) = (R::zero_sum(), R::zero_sum());
        for i in (0..lanes).step_by(R::LANES) {
            first = squared(own.add(i), weights.add(i), first);
            second = squared(other.add(i), weights.add(lanes + i), second);
        }
        R::total(R::add_sums(first, second))
    }
}

/// Instantiates the kernels for a register type under its target features.
macro_rules! kernels {
    ($set:ident, $name:literal, $register:ty, $features:literal) => {
        pub(super) static $set: Kernels = {
            #[target_feature(enable = $features)]
            unsafe fn update(target: &mut [Block], source: &[Block], add: &[Block], sub: &[Block]) {
                // SAFETY: passed on to the caller, who checked the lengths; the features are enabled.
                unsafe { vector::update::<$register>(target, source, add, sub) }
            }
            #[target_feature(enable = $features)]
            unsafe fn update_capture(
                target: &mut [Block],
                source: &[Block],
                add: &[Block],
                sub: &[Block],
                captured: &[Block],
            ) {
                // SAFETY: as above.
                unsafe { vector::update_capture::<$register>(target, source, add, sub, captured) }
            }
            #[target_feature(enable = $features)]
            unsafe fn refresh(target: &mut [Block], bias: &[Block], weights: &[Block], rows: &[u16]) {
                // SAFETY: as above.
                unsafe { vector::refresh::<$register>(target, bias, weights, rows) }
            }
            #[target_feature(enable = $features)]
            unsafe fn forward(own: &[Block], other: &[Block], weights: &[Block], qa: i16) -> i32 {
                // SAFETY: as above.
                unsafe { vector::forward::<$register>(own, other, weights, qa) }
            }
            Kernels { name: $name, update, update_capture, refresh, forward }
        };
    };
}
pub(super) use kernels;
