//! Training a network: positions in, quantised network out.
//!
//! The float model ([`model`]) is cut into strips of hidden columns, so that one strip's weights and
//! gradients stay in the second cache level while a small batch passes through ([`gradient`]). Persistent
//! threads share each step ([`trainer`]): every thread computes the gradient of its part of the batch,
//! then updates its own strips ([`optimizer`]) from the gradients of all, in thread order. Sums are
//! done in a fixed order, so that equal seeds and thread counts give equal networks, bit for bit.
//!
//! Shapes and input numbering come from `chuhe_eval::nnue`; nothing about them is repeated here.

pub mod checkpoint;
pub mod curve;
pub mod dataset;
pub mod export;
pub mod gradient;
pub mod model;
pub mod optimizer;
pub mod packed;
pub mod recipe;
#[cfg(test)]
mod tests;
pub mod trainer;
pub mod wdl;
