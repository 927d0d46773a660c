//! Durations in files: whole milliseconds. For serde's `with`.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serializer};

fn whole(time: &Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

pub(super) fn serialize<S: Serializer>(time: &Duration, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_u64(whole(time))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Duration, D::Error> {
    u64::deserialize(input).map(Duration::from_millis)
}

/// The same where there may be none.
pub(super) mod option {
    use super::{Deserialize, Deserializer, Duration, Serializer, whole};

    pub(in super::super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        out: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => out.serialize_some(&whole(time)),
            None => out.serialize_none(),
        }
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        input: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(input)?.map(Duration::from_millis))
    }
}
