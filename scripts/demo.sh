#!/usr/bin/env bash
# Builds mast and searches code that nobody here wrote: the TypeScript sources of rxjs, as its npm package ships them.
# Without npm or a network it searches the small project in tests/projects/sample, and says so.
# Everything it writes is below target/.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

package=rxjs
version=7.8.1
# Of the package's archive; npm compares what it receives with what its registry says, this with what was looked at.
sha512='AA3TVj+0A2iuIoQkWEK/tqFjBq2j+6PO6Y0zJcvzLAFhEFIO3HL0vls9hWLncZbAAbK0mar7oZ4V079I/qPMxg=='

built=${CARGO_TARGET_DIR:-target}
place=$built/demo

# Leaves the package in the folder $1, or fails.
fetch() {
    [ -f "$1/package.json" ] && return
    command -v npm >/dev/null || { echo "npm is not there." && return 1; }
    local archive=$place/$package-$version.tgz
    npm pack "$package@$version" --silent --prefer-offline --fetch-retries=1 --fetch-retry-mintimeout=1000 \
        --fetch-timeout=30000 --pack-destination "$place" >/dev/null || { echo "npm could not fetch $package@$version." && return 1; }
    node -e '
        const [archive, expected] = process.argv.slice(1);
        const digest = require("crypto").createHash("sha512").update(require("fs").readFileSync(archive)).digest("base64");
        process.exit(digest === expected ? 0 : 1);
    ' "$archive" "$sha512" || { echo "$archive is not the archive that was expected." && return 1; }
    # Unpacked beside its place and moved there whole; not below node_modules, which mast leaves out.
    rm -rf "$1.partial" && mkdir -p "$1.partial" &&
        tar -xzf "$archive" -C "$1.partial" --strip-components=1 && mv "$1.partial" "$1"
}

# Shows a command as one would type it, and runs it.
mast() {
    printf '\n$ mast'
    for word in "$@"; do
        case $word in '{'*) printf " '%s'" "$word" ;; *' '*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
    "$built/release/mast" "$@"
}

cargo build --release --locked --package mast-cli
mkdir -p "$place"
project=$place/$package-$version
if fetch "$project"; then
    echo "Searching $package $version, its sources as published."
    name=Subscriber.next
    words='thrown when the sequence is empty'
    misspelt=BehaviourSubject
    called='{"symbol": "Subscription.unsubscribe", "limit": 3}'
else
    project=$place/sample
    rm -rf "$project" && cp -R tests/projects/sample "$project"
    echo "Searching the bundled sample instead: a few files that were written for this purpose."
    name=Catalogue.find
    words='how much a reader owes for a late book'
    misspelt=renewLaon
    called='{"symbol": "nextOpenDay"}'
fi

mast init "$project"
mast status "$project"
mast search "$name" "$project" -n 1
mast search "$words" "$project" -n 1
mast search "$misspelt" "$project" -n 1
mast query mast_callers "$called" "$project" --text
