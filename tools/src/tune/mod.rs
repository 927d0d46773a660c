//! Fitting the numbers of the engine to data and to games.

pub mod spsa;
pub mod texel;
