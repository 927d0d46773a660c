//! The network's arithmetic, once for each instruction set.
//!
//! `scalar` is the reference. The vector kernels are one generic text (`vector`) over a small set
//! of register operations, compiled for AVX2, AVX-512 and NEON; all give the same bits, since sums
//! wrap and wrapping addition can be done in any order. The set is chosen once, at run time.

#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

use once_cell::sync::Lazy;

use super::arch::BLOCK;

/// A run of weights or sums as wide as the widest register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Block(pub [i16; BLOCK]);

impl Block {
    /// All zero.
    pub const ZERO: Block = Block([0; BLOCK]);

    /// Cuts a slice, whose length is a multiple of [`BLOCK`], into blocks.
    pub fn from_values(values: &[i16]) -> Vec<Block> {
        let (blocks, rest) = values.as_chunks::<BLOCK>();
        debug_assert!(rest.is_empty());
        blocks.iter().map(|&block| Block(block)).collect()
    }
}

/// The kernels of one instruction set.
///
/// Calling a pointer is sound because a set is only handed out ([`Kernels::detected`],
/// [`Kernels::available`]) where the processor has the instructions, and because the safe methods
/// below check the lengths that the kernels rely on.
pub struct Kernels {
    name: &'static str,
    update: Update,
    update_capture: UpdateCapture,
    refresh: Refresh,
    forward: Forward,
}

type Update = unsafe fn(&mut [Block], &[Block], &[Block], &[Block]);
type UpdateCapture = unsafe fn(&mut [Block], &[Block], &[Block], &[Block], &[Block]);
type Refresh = unsafe fn(&mut [Block], &[Block], &[Block], &[u16]);
type Forward = unsafe fn(&[Block], &[Block], &[Block], i16) -> i32;

impl Kernels {
    /// The best set that this processor runs.
    #[inline]
    pub fn detected() -> &'static Kernels {
        static DETECTED: Lazy<&'static Kernels> =
            Lazy::new(|| Kernels::available().last().copied().unwrap_or(&scalar::KERNELS));
        *DETECTED
    }

    /// Every set that this processor runs, slowest (scalar) first.
    pub fn available() -> Vec<&'static Kernels> {
        let mut sets = vec![&scalar::KERNELS];
        #[cfg(target_arch = "x86_64")]
        sets.extend(x86::available());
        #[cfg(target_arch = "aarch64")]
        sets.push(&neon::KERNELS);
        sets
    }

    /// `scalar`, `avx2`, `avx512` or `neon`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// `target = source + add - sub`.
    #[inline]
    pub fn update(&self, target: &mut [Block], source: &[Block], add: &[Block], sub: &[Block]) {
        let length = target.len();
        assert!(source.len() == length && add.len() == length && sub.len() == length);
        // SAFETY: the instructions are there (see the type) and the lengths are equal.
        unsafe { (self.update)(target, source, add, sub) }
    }

    /// `target = source + add - sub - captured`.
    #[inline]
    pub fn update_capture(
        &self,
        target: &mut [Block],
        source: &[Block],
        add: &[Block],
        sub: &[Block],
        captured: &[Block],
    ) {
        let length = target.len();
        assert!(source.len() == length && add.len() == length && sub.len() == length);
        assert!(captured.len() == length);
        // SAFETY: the instructions are there (see the type) and the lengths are equal.
        unsafe { (self.update_capture)(target, source, add, sub, captured) }
    }

    /// `target = bias +` the sum of the given rows of `weights`.
    #[inline]
    pub fn refresh(&self, target: &mut [Block], bias: &[Block], weights: &[Block], rows: &[u16]) {
        let length = target.len();
        assert_eq!(bias.len(), length);
        assert!(rows.iter().all(|&row| (usize::from(row) + 1) * length <= weights.len()));
        // SAFETY: the instructions are there (see the type), and every row lies within the weights.
        unsafe { (self.refresh)(target, bias, weights, rows) }
    }

    /// The sum over both views of `clamp(value, 0, qa)^2 * weight`, wrapping. `weights` holds those
    /// of `own`, then those of `other`; a clamped value times a weight must fit an i16.
    #[inline]
    pub fn forward(&self, own: &[Block], other: &[Block], weights: &[Block], qa: i16) -> i32 {
        assert!(other.len() == own.len() && weights.len() == 2 * own.len());
        // SAFETY: the instructions are there (see the type) and the lengths agree.
        unsafe { (self.forward)(own, other, weights, qa) }
    }
}

impl std::fmt::Debug for Kernels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}
