//! `cxa2011`: the Chinese association's rules of 2011. Of its chapter on repetition only the preface and the headings were
//! found (24 terms, 25 general, 26 common rules); it is read like its successor of 2020.

use super::cxa2020;
use crate::rules::Rules;

pub(crate) const RULES: Rules = cxa2020::RULES;
