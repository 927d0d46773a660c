//! Tools around the engine: matches, self-play data, training, tuning. None is needed to play.

pub mod arena;
pub mod client;
pub mod datagen;
pub mod exit;
pub mod gamedata;
pub mod train;
pub mod tune;
