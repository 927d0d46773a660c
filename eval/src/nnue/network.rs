//! Reading, writing and holding a quantised network.

use std::path::Path;
use std::sync::Arc;

use chuhe_movegen::{Board, Color, Piece, Square};
use once_cell::sync::Lazy;

use super::arch::{Arch, BLOCK, OUTPUT_BUCKETS, output_bucket};
use super::features::View;
use super::format::{CHECKSUM_BYTES, MAGIC, MAX_FILE, NetError, Reader, VERSION, fnv1a};
use super::simd::{Block, Kernels};

/// The network that is built in (`build.rs` chooses it). An empty file stands for none.
static EMBEDDED_BYTES: &[u8] = include_bytes!(env!("CHUHE_NETWORK"));

/// Units of the quantised weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scales {
    /// First-layer units in 1.0; also the bound of the activation.
    pub qa: u16,
    /// Output-weight units in 1.0.
    pub qb: u16,
    /// Internal units of value in one logit of expected score.
    pub score: u16,
}

/// A quantised network.
#[derive(Clone, PartialEq)]
pub struct Network {
    arch: Arch,
    scales: Scales,
    description: String,
    /// First layer, one row an input.
    rows: Vec<Block>,
    hidden_bias: Vec<Block>,
    /// By output bucket: weights of the own view, then of the other.
    output: Vec<Block>,
    output_bias: [i32; OUTPUT_BUCKETS],
    /// Internal units in one unit of the forward pass's sum, `score / (qa^2 * qb)`.
    unit: f64,
}

/// Plain weights of a network, as the trainer hands them over. Matrices are row by row.
#[derive(Clone, Debug)]
pub struct Weights {
    /// `rows x hidden`.
    pub rows: Vec<i16>,
    /// `hidden`.
    pub hidden_bias: Vec<i16>,
    /// `OUTPUT_BUCKETS x 2 x hidden`.
    pub output: Vec<i16>,
    /// In units of `1 / (qa * qb)`.
    pub output_bias: [i32; OUTPUT_BUCKETS],
}

impl Network {
    /// Puts a network together, if its numbers fit the kernels' arithmetic.
    pub fn new(
        arch: Arch,
        scales: Scales,
        description: &str,
        weights: &Weights,
    ) -> Result<Network, NetError> {
        let sizes = [weights.rows.len(), weights.hidden_bias.len(), weights.output.len()];
        if sizes != [arch.rows() * arch.hidden, arch.hidden, OUTPUT_BUCKETS * 2 * arch.hidden] {
            return Err(NetError::Corrupt("the number of weights does not fit the architecture"));
        }
        if description.len() > usize::from(u16::MAX) {
            return Err(NetError::Corrupt("the description is too long"));
        }
        if scales.qa == 0 || scales.qb == 0 || scales.score == 0 {
            return Err(NetError::Corrupt("a scale is zero"));
        }
        // The kernels hold activation times weight in an i16.
        let limit = i32::from(i16::MAX) / i32::from(scales.qa);
        if weights.output.iter().any(|&weight| i32::from(weight).abs() > limit) {
            return Err(NetError::Corrupt("an output weight is too large for its scale"));
        }
        Ok(Network {
            arch,
            scales,
            description: description.to_owned(),
            rows: Block::from_values(&weights.rows),
            hidden_bias: Block::from_values(&weights.hidden_bias),
            output: Block::from_values(&weights.output),
            output_bias: weights.output_bias,
            unit: f64::from(scales.score)
                / (f64::from(scales.qa) * f64::from(scales.qa) * f64::from(scales.qb)),
        })
    }

    /// Reads a network from the bytes of a file.
    pub fn parse(bytes: &[u8]) -> Result<Network, NetError> {
        let mut reader = Reader::new(bytes);
        let header = reader.header()?;
        let arch = header.arch;
        let (rows, output) = (arch.rows() * arch.hidden, OUTPUT_BUCKETS * 2 * arch.hidden);
        let expected = reader.position()
            + 2 * (rows + arch.hidden + output)
            + size_of::<[i32; OUTPUT_BUCKETS]>()
            + CHECKSUM_BYTES;
        if bytes.len() < expected {
            return Err(NetError::Truncated { expected, found: bytes.len() });
        }
        if bytes.len() > expected {
            return Err(NetError::Corrupt("bytes follow the checksum"));
        }
        let (content, checksum) = bytes.split_at(expected - CHECKSUM_BYTES);
        if fnv1a(content).to_le_bytes() != checksum {
            return Err(NetError::Corrupt("the checksum does not match"));
        }
        let mut values = |count: usize| -> Result<Vec<i16>, NetError> {
            let bytes = reader.take(2 * count)?;
            Ok(bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect())
        };
        let hidden_bias = values(arch.hidden)?;
        let (rows, output) = (values(rows)?, values(output)?);
        let mut output_bias = [0; OUTPUT_BUCKETS];
        for bias in &mut output_bias {
            *bias = i32::from(reader.u16()?) | i32::from(reader.u16()?) << 16;
        }
        let scales = Scales { qa: header.qa, qb: header.qb, score: header.score };
        let weights = Weights { rows, hidden_bias, output, output_bias };
        Network::new(arch, scales, &header.description, &weights)
    }

    /// Reads a network file.
    pub fn load(path: &Path) -> Result<Network, NetError> {
        let missing =
            |error: std::io::Error| NetError::Missing { path: path.to_owned(), reason: error.to_string() };
        let metadata = std::fs::metadata(path).map_err(missing)?;
        if !metadata.is_file() {
            return Err(NetError::NotAFile(path.to_owned()));
        }
        if metadata.len() > MAX_FILE {
            return Err(NetError::TooLarge { path: path.to_owned(), bytes: metadata.len() });
        }
        Network::parse(&std::fs::read(path).map_err(missing)?)
    }

    /// The network that is built in, or `None` in a build without one. It is read once.
    pub fn embedded() -> Result<Option<Arc<Network>>, NetError> {
        static EMBEDDED: Lazy<Result<Option<Arc<Network>>, NetError>> = Lazy::new(|| {
            if EMBEDDED_BYTES.is_empty() {
                return Ok(None);
            }
            Network::parse(EMBEDDED_BYTES).map(|network| Some(Arc::new(network)))
        });
        EMBEDDED.clone()
    }

    /// The bytes of a network file, as [`Network::parse`] reads them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.arch.hash().to_le_bytes());
        bytes.extend((self.arch.hidden as u16).to_le_bytes());
        bytes.extend([self.arch.king_buckets.count() as u8, OUTPUT_BUCKETS as u8]);
        for value in [self.scales.qa, self.scales.qb, self.scales.score, self.description.len() as u16] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend(self.description.as_bytes());
        for part in [&self.hidden_bias, &self.rows, &self.output] {
            bytes.extend(part.iter().flat_map(|block| block.0).flat_map(i16::to_le_bytes));
        }
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }

    /// Its shape.
    pub fn arch(&self) -> Arch {
        self.arch
    }

    /// Its units.
    pub fn scales(&self) -> Scales {
        self.scales
    }

    /// What its maker wrote about it.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Shape and the first clause of the description, which says what it was trained on.
    pub fn summary(&self) -> String {
        let clause = self.description.split([',', ';', '\n']).next().unwrap_or_default().trim();
        format!("{}, {clause}", self.arch)
    }

    /// The first-layer weights of all rows.
    #[inline]
    pub(super) fn rows(&self) -> &[Block] {
        &self.rows
    }

    #[inline]
    pub(super) fn row(&self, row: u16) -> &[Block] {
        let blocks = self.blocks();
        &self.rows[usize::from(row) * blocks..][..blocks]
    }

    #[inline]
    pub(super) fn hidden_bias(&self) -> &[Block] {
        &self.hidden_bias
    }

    /// Blocks in one row, and in the accumulator of one view.
    #[inline]
    pub(super) fn blocks(&self) -> usize {
        self.hidden_bias.len()
    }

    /// The value, in internal units for the side of `own`, of two accumulators on a board of `pieces`.
    #[inline]
    pub(super) fn output(&self, kernels: &Kernels, own: &[Block], other: &[Block], pieces: usize) -> i32 {
        let bucket = output_bucket(pieces);
        let blocks = 2 * self.blocks();
        let weights = &self.output[bucket * blocks..][..blocks];
        let sum = i64::from(kernels.forward(own, other, weights, self.scales.qa as i16));
        let sum = sum + i64::from(self.output_bias[bucket]) * i64::from(self.scales.qa);
        // Exact up to this product, which IEEE 754 rounds alike everywhere; an integer division takes longer.
        (sum as f64 * self.unit) as i32
    }

    /// The value of `board` for the side to move, computed from scratch.
    pub fn evaluate(&self, board: &Board) -> i32 {
        self.evaluate_with(Kernels::detected(), board, None)
    }

    /// The same by given kernels; the piece on `without`, if any, is left out.
    pub fn evaluate_with(&self, kernels: &Kernels, board: &Board, without: Option<Square>) -> i32 {
        let pieces: Vec<(Piece, Square)> = board
            .occupied()
            .into_iter()
            .filter(|&square| Some(square) != without)
            .filter_map(|square| board.piece_at(square).map(|piece| (piece, square)))
            .collect();
        let accumulate = |color: Color| {
            let view = View::of(board, color, self.arch.king_buckets);
            let rows: Vec<u16> = pieces.iter().map(|&(piece, square)| view.row(piece, square)).collect();
            let mut accumulator = vec![Block::ZERO; self.blocks()];
            kernels.refresh(&mut accumulator, &self.hidden_bias, &self.rows, &rows);
            accumulator
        };
        let us = board.side_to_move();
        self.output(kernels, &accumulate(us), &accumulate(!us), pieces.len())
    }

    /// What each piece adds to the value of `board`, by square, in internal units from Red's view: the
    /// value less the value without it. Kings, without which there is no position, have none.
    pub fn piece_values(&self, board: &Board) -> [Option<i32>; Square::NUM] {
        let kernels = Kernels::detected();
        let sign = if board.side_to_move() == Color::Red { 1 } else { -1 };
        let whole = self.evaluate(board);
        let mut values = [None; Square::NUM];
        for square in board.occupied() {
            if Color::ALL.into_iter().all(|color| board.king(color) != square) {
                let rest = self.evaluate_with(kernels, board, Some(square));
                values[square.index()] = Some(sign * (whole - rest));
            }
        }
        values
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network {{ {}, {:?}, {:?} }}", self.arch, self.scales, self.description)
    }
}

const _: () = assert!(BLOCK * size_of::<i16>() == size_of::<Block>());
