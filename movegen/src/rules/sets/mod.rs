//! The nine rule sets, a file each. Every line names the article it comes from.

pub(super) mod asian;
pub(super) mod casual;
pub(super) mod classic;
pub(super) mod cxa1999;
pub(super) mod cxa2011;
pub(super) mod cxa2020;
pub(super) mod league;
pub(super) mod none;
pub(super) mod sky;
