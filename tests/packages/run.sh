#!/usr/bin/env bash
# Packs what this machine can build, serves it from a registry of its own, and installs it with npm, pnpm and yarn as a user would.
# The other package managers come from npm; where they cannot be had, that is said and npm alone is tested.
#
# usage: run.sh [arguments of npm/pack.mjs, such as --profile release]
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! command -v npm >/dev/null; then
    echo "packages: npm is not here, so nothing is installed"
    exit 0
fi
packed="$(node npm/pack.mjs "$@")"
# shellcheck disable=SC2086 # each line is a path below the target directory
exec node tests/packages/run.mjs $packed
