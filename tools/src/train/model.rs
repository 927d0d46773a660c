//! The float model, in strips of hidden columns.

use chuhe_eval::nnue::Arch;
use chuhe_eval::nnue::arch::{INPUTS, OUTPUT_BUCKETS};

/// Hidden columns in a strip: with both views, eight AVX-512 registers of sums. (Half as many, and rows that stay in the
/// first cache level, took an eighth more time.)
pub const STRIP: usize = 64;

/// One row of a strip.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Row(pub [f32; STRIP]);

impl Row {
    /// All zero.
    pub const ZERO: Row = Row([0.0; STRIP]);
}

/// Trained numbers with the optimiser's two moments of each.
#[derive(Clone, PartialEq)]
pub struct Group {
    /// The numbers.
    pub values: Vec<Row>,
    /// Running mean of the gradient.
    pub mean: Vec<Row>,
    /// Running mean of its square.
    pub square: Vec<Row>,
}

impl Group {
    fn zero(rows: usize) -> Group {
        Group { values: vec![Row::ZERO; rows], mean: vec![Row::ZERO; rows], square: vec![Row::ZERO; rows] }
    }
}

/// What the rows of a strip are: first-layer rows, then the hidden biases, then output weights by
/// bucket and view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// First-layer rows.
    pub inputs: usize,
}

impl Layout {
    /// Rows that are not first-layer rows.
    const OTHERS: usize = 1 + 2 * OUTPUT_BUCKETS;

    /// The layout of an architecture.
    pub fn of(arch: Arch) -> Layout {
        Layout { inputs: arch.rows() }
    }

    /// Row of the hidden biases.
    pub fn bias(self) -> usize {
        self.inputs
    }

    /// Row of the output weights of `bucket` and `view` (0 own, 1 other).
    pub fn output(self, bucket: usize, view: usize) -> usize {
        self.inputs + 1 + 2 * bucket + view
    }

    /// Number of rows.
    pub fn rows(self) -> usize {
        self.inputs + Layout::OTHERS
    }
}

/// A strip of the model: [`STRIP`] hidden columns with all that touches them.
#[derive(Clone, PartialEq)]
pub struct Strip {
    /// All rows of the [`Layout`]; with several king buckets the first-layer rows hold each bucket's
    /// own part only.
    pub own: Group,
    /// The factoriser: the part that all king buckets share. Empty with one bucket.
    pub shared: Group,
    /// First-layer rows as the forward pass uses them, own plus shared. Empty with one bucket.
    merged: Vec<Row>,
}

impl Strip {
    /// A strip of zeros.
    fn zero(layout: Layout) -> Strip {
        let factorised = layout.inputs > INPUTS;
        Strip {
            own: Group::zero(layout.rows()),
            shared: Group::zero(if factorised { INPUTS } else { 0 }),
            merged: vec![Row::ZERO; if factorised { layout.inputs } else { 0 }],
        }
    }

    /// What its rows are.
    #[inline]
    pub fn layout(&self) -> Layout {
        Layout { inputs: self.own.values.len() - Layout::OTHERS }
    }

    /// Whether king buckets share a part.
    pub fn is_factorised(&self) -> bool {
        !self.shared.values.is_empty()
    }

    /// The first layer's rows.
    #[inline]
    pub fn inputs(&self) -> &[Row] {
        if self.is_factorised() { &self.merged } else { &self.own.values }
    }

    /// Recomputes the first layer's rows of input `input` in all king buckets.
    #[inline]
    pub fn merge(&mut self, input: usize) {
        for row in (input..self.merged.len()).step_by(INPUTS) {
            let (own, shared) = (&self.own.values[row].0, &self.shared.values[input].0);
            self.merged[row] = Row(std::array::from_fn(|i| own[i] + shared[i]));
        }
    }

    /// Recomputes all first-layer rows.
    pub fn merge_all(&mut self) {
        (0..self.shared.values.len()).for_each(|input| self.merge(input));
    }
}

/// The output biases with their moments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Head {
    /// Biases by bucket.
    pub values: [f32; OUTPUT_BUCKETS],
    /// Running mean of the gradient.
    pub mean: [f32; OUTPUT_BUCKETS],
    /// Running mean of its square.
    pub square: [f32; OUTPUT_BUCKETS],
}

/// The whole model.
#[derive(Clone, PartialEq)]
pub struct Model {
    /// Its shape.
    pub arch: Arch,
    /// `hidden / STRIP` strips.
    pub strips: Vec<Strip>,
    /// Output biases.
    pub head: Head,
}

impl Model {
    /// A model of zeros.
    pub fn zero(arch: Arch) -> Model {
        let strips = vec![Strip::zero(Layout::of(arch)); arch.hidden / STRIP];
        Model { arch, strips, head: Head::default() }
    }

    /// The same numbers with a fresh optimiser.
    pub fn without_moments(mut self) -> Model {
        for group in self.strips.iter_mut().flat_map(|strip| [&mut strip.own, &mut strip.shared]) {
            group.mean.fill(Row::ZERO);
            group.square.fill(Row::ZERO);
        }
        self.head = Head { values: self.head.values, ..Head::default() };
        self
    }

    /// A model to start training from. First-layer weights are uniform within `bound`, output weights
    /// within the inverse root of their number.
    pub fn random(arch: Arch, bound: f32, seed: u64) -> Model {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut model = Model::zero(arch);
        let layout = Layout::of(arch);
        let output_bound = 1.0 / (2.0 * arch.hidden as f32).sqrt();
        for strip in &mut model.strips {
            let mut fill = |rows: &mut [Row], bound: f32| {
                let numbers = rows.iter_mut().flat_map(|row| &mut row.0);
                numbers.for_each(|number| *number = bound * (2.0 * rng.f32() - 1.0));
            };
            if strip.is_factorised() {
                fill(&mut strip.shared.values, bound);
            } else {
                fill(&mut strip.own.values[..layout.inputs], bound);
            }
            fill(&mut strip.own.values[layout.output(0, 0)..], output_bound);
            strip.merge_all();
        }
        model
    }
}
