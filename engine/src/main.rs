//! The executable; all of it lives in the library.

fn main() -> std::process::ExitCode {
    chuhe::cpu::require();
    chuhe::main()
}
