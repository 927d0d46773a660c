//! What each piece attacks, by table lookup.
//!
//! All tables are `const`: they are computed by the compiler, small enough to stay in the first two
//! cache levels, and need no processor-specific instructions.

mod leapers;
mod lines;

pub use leapers::{
    advisor, around_king, bishop, bishop_to, king, knight, knight_leg, knight_to, pawn, pawn_to,
};
pub use lines::{aligned, between, cannon, cannon_captures, rook, zones};
