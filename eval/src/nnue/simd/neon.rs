//! NEON registers (every aarch64 processor has them).

use std::arch::aarch64::*;

use super::vector::{self, Register, kernels};
use super::{Block, Kernels};

kernels!(KERNELS, "neon", Neon, "neon");

#[derive(Clone, Copy)]
struct Neon(int16x8_t);

// SAFETY: each operation is a NEON intrinsic; loads and stores are of eight values.
unsafe impl Register for Neon {
    const LANES: usize = 8;
    type Sum = int32x4_t;

    #[inline(always)]
    unsafe fn load(from: *const i16) -> Self {
        // SAFETY: the trait's contract.
        unsafe { Neon(vld1q_s16(from)) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut i16) {
        // SAFETY: the trait's contract.
        unsafe { vst1q_s16(to, self.0) }
    }
    #[inline(always)]
    unsafe fn splat(value: i16) -> Self {
        // SAFETY: the trait's contract.
        unsafe { Neon(vdupq_n_s16(value)) }
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the trait's contract.
        unsafe { Neon(vaddq_s16(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the trait's contract.
        unsafe { Neon(vsubq_s16(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        // SAFETY: the trait's contract.
        unsafe { Neon(vminq_s16(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        // SAFETY: the trait's contract.
        unsafe { Neon(vmaxq_s16(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        // SAFETY: the trait's contract.
        unsafe { Neon(vmulq_s16(self.0, other.0)) }
    }
    #[inline(always)]
    unsafe fn zero_sum() -> Self::Sum {
        // SAFETY: the trait's contract.
        unsafe { vdupq_n_s32(0) }
    }
    #[inline(always)]
    unsafe fn mul_add(self, other: Self, sum: Self::Sum) -> Self::Sum {
        // SAFETY: the trait's contract.
        unsafe {
            let low = vmlal_s16(sum, vget_low_s16(self.0), vget_low_s16(other.0));
            vmlal_high_s16(low, self.0, other.0)
        }
    }
    #[inline(always)]
    unsafe fn add_sums(a: Self::Sum, b: Self::Sum) -> Self::Sum {
        // SAFETY: the trait's contract.
        unsafe { vaddq_s32(a, b) }
    }
    #[inline(always)]
    unsafe fn total(sum: Self::Sum) -> i32 {
        // SAFETY: the trait's contract.
        unsafe { vaddvq_s32(sum) }
    }
}
