//! The reference: plain loops that say what every kernel computes.

use super::{Block, Kernels};

pub(super) static KERNELS: Kernels = Kernels { name: "scalar", update, update_capture, refresh, forward };

fn update(target: &mut [Block], source: &[Block], add: &[Block], sub: &[Block]) {
    for (i, block) in target.iter_mut().enumerate() {
        for (j, value) in block.0.iter_mut().enumerate() {
            *value = source[i].0[j].wrapping_add(add[i].0[j]).wrapping_sub(sub[i].0[j]);
        }
    }
}

fn update_capture(target: &mut [Block], source: &[Block], add: &[Block], sub: &[Block], captured: &[Block]) {
    update(target, source, add, sub);
    for (i, block) in target.iter_mut().enumerate() {
        for (j, value) in block.0.iter_mut().enumerate() {
            *value = value.wrapping_sub(captured[i].0[j]);
        }
    }
}

fn refresh(target: &mut [Block], bias: &[Block], weights: &[Block], rows: &[u16]) {
    target.copy_from_slice(bias);
    for &row in rows {
        let weights = &weights[usize::from(row) * target.len()..];
        for (block, weights) in target.iter_mut().zip(weights) {
            for (value, weight) in block.0.iter_mut().zip(weights.0) {
                *value = value.wrapping_add(weight);
            }
        }
    }
}

fn forward(own: &[Block], other: &[Block], weights: &[Block], qa: i16) -> i32 {
    let mut sum = 0i32;
    for (block, weights) in own.iter().chain(other).zip(weights) {
        for (&value, &weight) in block.0.iter().zip(&weights.0) {
            let value = i32::from(value.clamp(0, qa));
            sum = sum.wrapping_add(value * i32::from(weight) * value);
        }
    }
    sum
}
