//! Instructions that not every processor has, used where they are there.
//!
//! The crate is built for any processor of its family. The loops that matter run inside [`with_best_instructions`],
//! where the compiler may count bits in one instruction; everything on their hot path is inlined into them.
#![allow(unsafe_code)]

/// Runs `work` compiled for the best instructions that this processor has.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn with_best_instructions<T>(work: impl FnOnce() -> T) -> T {
    let found = is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("avx2");
    if found {
        // SAFETY: every feature that the function is compiled for was just found.
        unsafe { with_version_3(work) }
    } else {
        work()
    }
}

/// The instructions of the third level of x86-64; `work` is inlined here and compiled with them.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
fn with_version_3<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Other families have what the loops need in every processor.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(crate) fn with_best_instructions<T>(work: impl FnOnce() -> T) -> T {
    work()
}
