//! Instructions that not every processor has, used where they are there.
//!
//! The crate is built for any processor of its family. Loops that matter are compiled once more for a processor that
//! counts bits in one instruction, and the form that fits is run. Such a loop is a [`Loop`], and everything on its hot
//! path is marked `#[inline(always)]` as it is itself: what is not inlined is compiled for the lesser processor. A
//! closure cannot be marked so, hence the trait.
#![allow(unsafe_code)]

/// A loop with all that it needs. `run` is marked `#[inline(always)]`.
pub(crate) trait Loop {
    /// What it comes to.
    type Output;

    /// Runs the loop.
    fn run(self) -> Self::Output;
}

/// Runs a loop in the form that is compiled for the best instructions of this processor.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn run_with_best_instructions<L: Loop>(work: L) -> L::Output {
    let found = is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("avx2");
    if found {
        // SAFETY: every feature that the function is compiled for was just found.
        unsafe { run_with_version_3(work) }
    } else {
        work.run()
    }
}

/// The same for the instructions of the third level of x86-64.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx2")]
fn run_with_version_3<L: Loop>(work: L) -> L::Output {
    work.run()
}

/// Other families have what the loops need in every processor.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(crate) fn run_with_best_instructions<L: Loop>(work: L) -> L::Output {
    work.run()
}
