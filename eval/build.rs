//! Chooses the network to build in: the file named by `CHUHE_EVALFILE`, else `nets/default.nnue`.

use std::path::PathBuf;

fn main() {
    let default = || PathBuf::from("nets/default.nnue");
    let network = std::env::var_os("CHUHE_EVALFILE").map_or_else(default, PathBuf::from);
    let network = std::path::absolute(network).expect("the current folder is readable");
    println!("cargo::rerun-if-env-changed=CHUHE_EVALFILE");
    println!("cargo::rerun-if-changed={}", network.display());
    println!("cargo::rustc-env=CHUHE_NETWORK={}", network.display());
}
