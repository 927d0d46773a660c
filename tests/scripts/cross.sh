#!/usr/bin/env bash
# Builds for Windows (x86-64) and Linux on ARM (aarch64), runs the results under Wine and QEMU, and compares them with the
# native build: node counts, both protocols, Chinese output, and the kernels' tests.
# Usage: tests/scripts/cross.sh [TARGET_DIR]
#
# Needs, by their Debian names: gcc-mingw-w64-x86-64 wine wine64 gcc-aarch64-linux-gnu libc6-dev-arm64-cross
# qemu-user-static, and the standard library for both targets:
#     rustup target add x86_64-pc-windows-gnu aarch64-unknown-linux-gnu
# or CARGO_FLAGS="-Zbuild-std=std,panic_unwind,test" with a compiler that has its library's sources.
set -euo pipefail
cd "$(dirname "$0")/../.."
dir=${1:-target/cross}
windows=x86_64-pc-windows-gnu arm=aarch64-unknown-linux-gnu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "cross: $*" >&2; exit 1; }

export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64-static -L /usr/aarch64-linux-gnu"
export WINEPREFIX=${WINEPREFIX:-$HOME/.wine-chuhe} WINEARCH=win64 WINEDEBUG=-all
export WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe="

# Wine before 9 lacks a library of Windows 10 that Rust's standard library asks for random numbers.
if [[ ! -e $WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll ]]; then
    wineboot -i && wineserver -w
    cat >"$work/random.c" <<'END'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) { return SystemFunction036(bytes, (ULONG)count); }
END
    dll=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
    [[ -e $dll ]] || x86_64-w64-mingw32-gcc -shared -O2 -s -o "$dll" "$work/random.c" -ladvapi32
fi

cross() { cargo "$1" ${CARGO_FLAGS:-} --release --target-dir "$dir" --target $windows --target $arm "${@:2}"; }
cross build -p chuhe
native() { target/release/chuhe "$@"; }
wine_exe() { wine "$dir/$windows/release/chuhe.exe" "$@"; }
qemu_exe() { qemu-aarch64-static -L /usr/aarch64-linux-gnu "$dir/$arm/release/chuhe" "$@"; }

# What must be the same everywhere: the signature, a verdict and a board in Chinese, a search in both protocols.
judge=(judge --lang zh --rules cxa2020 --fen "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"
    --moves "e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9")
# Ends well after the answer: `quit` would cut the search short.
talk() { printf '%s\nisready\nposition startpos moves h2e2\ngo depth 6\n' "$1"; sleep 5; echo quit; }
behaviour() {
    "$1" bench --depth "${DEPTH:-9}" | tail -n 1 | cut -d ' ' -f 1
    "$1" "${judge[@]}"
    "$1" show startpos moves h2e2 h9g7
    "$1" analyze startpos --depth 6 --lang zh --notation chinese --format json | grep -o '"bestmove":"[^"]*"'
    for protocol in uci ucci; do
        talk $protocol | "$1" | grep -E '^(u.*ok|readyok|bestmove|bye)'
    done
}
behaviour native >"$work/native"
for system in wine_exe qemu_exe; do
    behaviour $system >"$work/$system"
    diff "$work/native" "$work/$system" || fail "$system differs from the native build"
    printf 'uci\nquit\n' | $system | grep '^info string Chuhe' || fail "$system has no network"
done
cross test -p chuhe-eval --lib nnue
cat "$work/native"
echo "cross: all well"
