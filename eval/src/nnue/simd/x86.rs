//! AVX2 and AVX-512 registers.

use std::arch::x86_64::*;

use super::vector::{self, Register, kernels};
use super::{Block, Kernels};

/// The vector kernels that this processor runs, slowest first.
pub(super) fn available() -> Vec<&'static Kernels> {
    let mut sets = Vec::new();
    if is_x86_feature_detected!("avx2") {
        sets.push(&AVX2);
    }
    if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
        sets.push(&AVX512);
    }
    sets
}

kernels!(AVX2, "avx2", Avx2, "avx2");
kernels!(AVX512, "avx512", Avx512, "avx512f,avx512bw");

#[derive(Clone, Copy)]
struct Avx2(__m256i);

#[derive(Clone, Copy)]
struct Avx512(__m512i);

/// Implements [`Register`] by intrinsics: the names differ only in their prefixes.
macro_rules! register {
    ($type:ident, $sum:ty, $lanes:literal, $load:ident, $store:ident, $splat:ident, $add:ident, $sub:ident,
     $min:ident, $max:ident, $mul:ident, $zero:ident, $madd:ident, $add32:ident, $total:expr) => {
        // SAFETY: each operation is the named intrinsic; loads and stores are of `$lanes` aligned values.
        unsafe impl Register for $type {
            const LANES: usize = $lanes;
            type Sum = $sum;

            #[inline(always)]
            unsafe fn load(from: *const i16) -> Self {
                // SAFETY: the trait's contract.
                unsafe { $type($load(from.cast())) }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut i16) {
                // SAFETY: the trait's contract.
                unsafe { $store(to.cast(), self.0) }
            }
            #[inline(always)]
            unsafe fn splat(value: i16) -> Self {
                // SAFETY: the trait's contract.
                unsafe { $type($splat(value)) }
            }
            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: the trait's contract.
                unsafe { $type($add(self.0, other.0)) }
            }
            #[inline(always)]
            unsafe fn sub(self, other: Self) -> Self {
                // SAFETY: the trait's contract.
                unsafe { $type($sub(self.0, other.0)) }
            }
            #[inline(always)]
            unsafe fn min(self, other: Self) -> Self {
                // SAFETY: the trait's contract.
                unsafe { $type($min(self.0, other.0)) }
            }
            #[inline(always)]
            unsafe fn max(self, other: Self) -> Self {
                // SAFETY: the trait's contract.
                unsafe { $type($max(self.0, other.0)) }
            }
            #[inline(always)]
            unsafe fn mul(self, other: Self) -> Self {
                // SAFETY: the trait's contract.
                unsafe { $type($mul(self.0, other.0)) }
            }
            #[inline(always)]
            unsafe fn zero_sum() -> Self::Sum {
                // SAFETY: the trait's contract.
                unsafe { $zero() }
            }
            #[inline(always)]
            unsafe fn mul_add(self, other: Self, sum: Self::Sum) -> Self::Sum {
                // SAFETY: the trait's contract.
                unsafe { $add32(sum, $madd(self.0, other.0)) }
            }
            #[inline(always)]
            unsafe fn add_sums(a: Self::Sum, b: Self::Sum) -> Self::Sum {
                // SAFETY: the trait's contract.
                unsafe { $add32(a, b) }
            }
            #[inline(always)]
            unsafe fn total(sum: Self::Sum) -> i32 {
                // SAFETY: the trait's contract.
                unsafe { $total(sum) }
            }
        }
    };
}

register!(
    Avx2,
    __m256i,
    16,
    _mm256_load_si256,
    _mm256_store_si256,
    _mm256_set1_epi16,
    _mm256_add_epi16,
    _mm256_sub_epi16,
    _mm256_min_epi16,
    _mm256_max_epi16,
    _mm256_mullo_epi16,
    _mm256_setzero_si256,
    _mm256_madd_epi16,
    _mm256_add_epi32,
    total_256
);

register!(
    Avx512,
    __m512i,
    32,
    _mm512_load_si512,
    _mm512_store_si512,
    _mm512_set1_epi16,
    _mm512_add_epi16,
    _mm512_sub_epi16,
    _mm512_min_epi16,
    _mm512_max_epi16,
    _mm512_mullo_epi16,
    _mm512_setzero_si512,
    _mm512_madd_epi16,
    _mm512_add_epi32,
    _mm512_reduce_add_epi32
);

/// The sum of eight lanes.
///
/// # Safety
/// AVX2 is available.
#[inline(always)]
unsafe fn total_256(sum: __m256i) -> i32 {
    // SAFETY: the caller's promise.
    unsafe {
        let half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
        let quarter = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
        let eighth = _mm_add_epi32(quarter, _mm_shuffle_epi32(quarter, 1));
        _mm_cvtsi128_si32(eighth)
    }
}
