//! The start-up check of the processor.
//!
//! On x86-64 everything is compiled for x86-64-v3, so an older processor meets an instruction it does
//! not know sooner or later. [`require`] runs first in `main` and looks before that happens. It cannot
//! use `is_x86_feature_detected!`: where a feature is a build target the macro is constant `true`. It asks
//! `cpuid` itself, in integer code that an old processor can run, and prints through the standard library,
//! which is compiled for any x86-64.

/// Ends the process with a clear message if the processor cannot run this build.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(never)]
pub fn require() {
    use std::io::Write;

    if !x86::is_v3() {
        // Nothing can be done if stderr is closed too.
        let _ = std::io::stderr().write_all(TOO_OLD);
        std::process::exit(1);
    }
}

/// Ends the process with a clear message if the processor cannot run this build.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub fn require() {}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
const TOO_OLD: &[u8] = "\
    chuhe: this build needs a processor with AVX2 and BMI2 (x86-64-v3, 2013 or later).\n\
    Build it for yours: RUSTFLAGS=\"-C target-cpu=native\" cargo build --release\n\
    楚河：本程序需要支持 AVX2 和 BMI2 的处理器（x86-64-v3），旧处理器请用上面的命令重新编译。\n"
    .as_bytes();

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod x86 {
    use core::arch::x86_64::{__cpuid, __cpuid_count};

    // Bits of the `cpuid` registers, from the processor manuals.
    const LEAF_1_ECX: u32 = FMA | MOVBE | OSXSAVE | AVX | F16C;
    const FMA: u32 = 1 << 12;
    const MOVBE: u32 = 1 << 22;
    const OSXSAVE: u32 = 1 << 27;
    const AVX: u32 = 1 << 28;
    const F16C: u32 = 1 << 29;
    const LEAF_7_EBX: u32 = BMI1 | AVX2 | BMI2;
    const BMI1: u32 = 1 << 3;
    const AVX2: u32 = 1 << 5;
    const BMI2: u32 = 1 << 8;
    const EXTENDED_LEAF: u32 = 0x8000_0001;
    const LZCNT: u32 = 1 << 5;
    /// The operating system saves the SSE and AVX registers.
    const YMM_STATE: u64 = 0b110;

    /// Whether processor and operating system offer x86-64-v3.
    pub fn is_v3() -> bool {
        if __cpuid(0).eax < 7 || __cpuid(1).ecx & LEAF_1_ECX != LEAF_1_ECX {
            return false;
        }
        __cpuid_count(7, 0).ebx & LEAF_7_EBX == LEAF_7_EBX
            && __cpuid(EXTENDED_LEAF).ecx & LZCNT != 0
            && enabled_state() & YMM_STATE == YMM_STATE
    }

    /// Register 0 of `xgetbv`: which register sets the operating system saves.
    fn enabled_state() -> u64 {
        let (low, high): (u32, u32);
        // SAFETY: OSXSAVE was checked, so the instruction exists; it only reads.
        unsafe {
            core::arch::asm!("xgetbv", in("ecx") 0, out("eax") low, out("edx") high,
                options(nomem, nostack, preserves_flags));
        }
        u64::from(high) << 32 | u64::from(low)
    }
}
