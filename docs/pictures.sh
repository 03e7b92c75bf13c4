#!/usr/bin/env bash
# Draws the pictures of the README and of docs/ anew, with the program as it is: docs/pictures.sh [PROGRAM]
# PROGRAM: a built `sweepscope`; without it `cargo run --release`. Needs a graphics adapter (Mesa's software Vulkan is enough).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=("${1:-cargo}")
(($# > 0)) || program+=(run --release --quiet --)

# picture FILE SCENE TICK SIZE [KEYS]
picture() {
    "${program[@]}" shot "$2" --tick "$3" --size "$4" -o "docs/$1" ${5:+--keys "$5"}
}

mkdir -p docs/pictures
picture picture.png sawtooth 50 1440x900
picture pictures/fall.png off_centre_small 6 1280x720
picture pictures/moment.png sawtooth 50 1280x720 "$(printf 'Alt+. %.0s' {1..23})V"
picture pictures/near-plane.png corner_near 5 1280x720
picture pictures/edit.png sawtooth 50 1280x720 "A@300,200 K"
