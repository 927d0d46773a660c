//! The search pool and the network, created when first needed: a GUI that only asks who we are
//! must not wait for memory to be filled.

use std::path::Path;
use std::sync::Arc;

use chuhe_eval::nnue::{NetError, Network};
use chuhe_search::Pool;

use crate::cli::DEFAULT_HASH_MIB;
use crate::settings::Settings;

/// The hash of a new pool in MiB, until the settings are looked at.
const SMALLEST_HASH_MIB: usize = 1;

/// Pool and network, and what they were last set to. Change it only while no search runs.
pub struct Engine {
    pool: Option<Pool>,
    threads: usize,
    /// The hash that there was memory for, in MiB; the default until one is asked for.
    hash_mib: usize,
    network: NetworkState,
    /// File of the network in use; `None` = built in.
    network_file: Option<String>,
    clear: bool,
}

/// The network in use.
enum NetworkState {
    /// Not looked at yet: the one built in.
    Unread,
    /// Loaded; None = there is none, the bootstrap evaluation serves. `handed_over`: the pool has it.
    Loaded { network: Option<Arc<Network>>, handed_over: bool },
}

impl Engine {
    /// Nothing is allocated yet.
    pub fn new() -> Self {
        Self {
            pool: None,
            threads: 1,
            hash_mib: DEFAULT_HASH_MIB,
            network: NetworkState::Unread,
            network_file: None,
            clear: false,
        }
    }

    /// The network, read from the executable if none was chosen.
    ///
    /// # Errors
    /// Where the network built in is damaged; then the bootstrap evaluation serves.
    pub fn network(&mut self) -> Result<Option<Arc<Network>>, NetError> {
        if let NetworkState::Loaded { network, .. } = &self.network {
            return Ok(network.clone());
        }
        let embedded = Network::embedded();
        let network = embedded.clone().unwrap_or_default();
        self.network = NetworkState::Loaded { network, handed_over: false };
        embedded
    }

    /// Takes the network of this file into use, or the one built in.
    ///
    /// # Errors
    /// Where the file holds no network; the one in use stays.
    pub fn load_network(&mut self, path: Option<&Path>) -> Result<(), NetError> {
        let network = match path {
            Some(path) => Some(Arc::new(Network::load(path)?)),
            None => Network::embedded()?,
        };
        self.network = NetworkState::Loaded { network, handed_over: false };
        self.network_file =
            path.map(|path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned());
        Ok(())
    }

    /// The name of the network in use.
    pub fn network_name(&self) -> &str {
        self.network_file.as_deref().unwrap_or("built in")
    }

    /// Forgets all past searches before the next one.
    pub fn clear_later(&mut self) {
        self.clear = true;
    }

    /// The pool, if any search was prepared yet.
    pub fn pool(&self) -> Option<&Pool> {
        self.pool.as_ref()
    }

    /// Brings the pool in line with the settings and lends it for a search, with what went wrong: a damaged network built
    /// in leaves the bootstrap evaluation, too large a hash leaves the old size, in the settings too.
    pub fn prepare(&mut self, settings: &mut Settings) -> (&mut Pool, Vec<String>) {
        let mut faults = Vec::new();
        if let Err(error) = self.network() {
            faults.push(format!("{error}; the bootstrap evaluation serves"));
        }
        let pool = self.pool.get_or_insert_with(|| Pool::new(self.threads, SMALLEST_HASH_MIB));
        if self.threads != settings.threads {
            self.threads = settings.threads;
            pool.set_threads(settings.threads);
        }
        faults.extend(resize_hash(pool, settings.hash_mib, self.hash_mib));
        (settings.hash_mib, self.hash_mib) = (pool.hash_mib(), pool.hash_mib());
        if let NetworkState::Loaded { network, handed_over } = &mut self.network
            && !*handed_over
        {
            *handed_over = true;
            pool.set_network(network.clone());
        }
        if std::mem::take(&mut self.clear) {
            pool.clear();
        }
        (pool, faults)
    }
}

/// Gives the pool a hash of `wanted` MiB, or one of `old` and the reason.
fn resize_hash(pool: &mut Pool, wanted: usize, old: usize) -> Option<String> {
    if pool.hash_mib() == wanted {
        return None;
    }
    let error = pool.resize_hash(wanted).err()?;
    // A new pool has kept only the hash that it began with.
    if pool.hash_mib() != old {
        // Where this fails too, the message below says how little there is.
        let _ = pool.resize_hash(old);
    }
    Some(format!("{error}; it keeps {} MiB", pool.hash_mib()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// More MiB than there are addresses.
    const TOO_MUCH: usize = usize::MAX >> 21;

    #[test]
    fn a_hash_too_large_leaves_the_old_size() {
        let mut engine = Engine::new();
        // The first is asked for before there is any table.
        for (sizes, kept) in
            [(&[TOO_MUCH, TOO_MUCH][..], DEFAULT_HASH_MIB), (&[2, TOO_MUCH], 2), (&[1, TOO_MUCH], 1)]
        {
            let mut settings = Settings::default();
            for &size in sizes {
                settings.hash_mib = size;
                let (pool, faults) = engine.prepare(&mut settings);
                let told = format!("not enough memory for a hash table of {size} MiB; it keeps {kept} MiB");
                assert_eq!(faults.contains(&told), size == TOO_MUCH, "{faults:?}");
                assert_eq!((pool.hash_mib(), settings.hash_mib), (kept, kept), "{sizes:?}");
            }
        }
    }
}
