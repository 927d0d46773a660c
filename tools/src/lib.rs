//! Tools around the engine: matches, self-play data, training, tuning. None is needed to play.

pub mod datagen;
pub mod gamedata;
pub mod tune;
pub mod train;
