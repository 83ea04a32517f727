#!/usr/bin/env bash
# Installs libmast below a prefix: the header, the shared library with its links, the static one, and what pkg-config reads.
#
#   mast-ffi/install.sh <prefix> [--profile <profile>] [--built <directory>]
#
# Builds the library first, with the profile `release` unless another is named; `--built` takes it from where it was built already.
# DESTDIR is put before every place that is written, as packagers expect. A library of the same version is replaced while programs use it.
set -euo pipefail

usage() {
    sed -n '4p' "$0" | sed 's/^# *//' >&2
    exit 2
}

prefix= profile=release built=
while [ $# -gt 0 ]; do
    case $1 in
        --profile) profile=${2:?a profile} && shift 2 ;;
        --built) built=${2:?a directory} && shift 2 ;;
        -*) usage ;;
        *) [ -z "$prefix" ] || usage
           prefix=$1 && shift ;;
    esac
done
[ -n "$prefix" ] || usage
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
case $built in '' | /*) ;; *) built=$PWD/$built ;; esac

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
if [ -z "$built" ]; then
    cargo build --package mast-ffi --locked --profile "$profile"
    case $profile in dev) folder=debug ;; *) folder=$profile ;; esac
    built=${CARGO_TARGET_DIR:-target}/${CARGO_BUILD_TARGET:+$CARGO_BUILD_TARGET/}$folder
fi

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
interface=$(sed -n 's/^const INTERFACE: u32 = \([0-9]*\);/\1/p' mast-ffi/build.rs)
case $(uname -s) in
    Darwin)
        shared=libmast.dylib named=libmast.$interface.dylib whole=libmast.$version.dylib
        private='-framework CoreServices -framework CoreFoundation -lSystem -lc -lm' ;;
    *)
        shared=libmast.so named=libmast.so.$interface whole=libmast.so.$version
        private='-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc' ;;
esac

# Puts the file $1 at $2 with the mode $3, whole or not at all.
place() {
    cp "$1" "$2.new"
    chmod "$3" "$2.new"
    mv -f "$2.new" "$2"
}

to=${DESTDIR:-}$prefix
mkdir -p "$to/include" "$to/lib/pkgconfig"
place include/mast.h "$to/include/mast.h" 644
place "$built/$shared" "$to/lib/$whole" 755
ln -sf "$whole" "$to/lib/$named"
ln -sf "$named" "$to/lib/$shared"
place "$built/libmast.a" "$to/lib/libmast.a" 644
described=$to/lib/pkgconfig/mast.pc
sed -e "s|@PREFIX@|$prefix|" -e "s|@VERSION@|$version|" -e "s|@PRIVATE_LIBRARIES@|$private|" \
    mast-ffi/mast.pc.in >"$described.new"
mv -f "$described.new" "$described"
echo "libmast $version is in $to"
