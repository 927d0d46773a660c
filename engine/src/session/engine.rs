//! The search pool and the network, created when first needed: a GUI that only asks who we are
//! must not wait for memory to be filled.

use std::path::Path;
use std::sync::Arc;

use chuhe_eval::nnue::{NetError, Network};
use chuhe_search::Pool;

use crate::settings::Settings;

/// Pool and network, and what they were last set to. Change it only while no search runs.
pub struct Engine {
    pool: Option<Pool>,
    threads: usize,
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
            threads: 0,
            hash_mib: 0,
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
        let pool = self.pool.get_or_insert_with(|| {
            (self.threads, self.hash_mib) = (1, 1);
            Pool::new(self.threads, self.hash_mib)
        });
        if self.threads != settings.threads {
            self.threads = settings.threads;
            pool.set_threads(settings.threads);
        }
        if self.hash_mib != settings.hash_mib {
            match pool.resize_hash(settings.hash_mib) {
                Ok(()) => self.hash_mib = settings.hash_mib,
                Err(error) => {
                    settings.hash_mib = self.hash_mib;
                    faults.push(format!("{error}; it keeps {} MiB", self.hash_mib));
                }
            }
        }
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
