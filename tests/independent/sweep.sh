#!/usr/bin/env bash
# Plays random matches with many options and checks every ply of them with the
# rules here.
#
#   tests/independent/sweep.sh [MATCHES [SEED [GAME]]]
#
# MATCHES of each line of variants.txt (default 200), of one GAME or of all.
# The same SEED (default "sweep") plays the same matches. RANDOM_MATCHES names
# the program that plays them if it is not in build/bin. All variants are
# tried; exit status 1 if one failed.
set -euo pipefail

matches=${1:-200}
seed=${2:-sweep}
only=${3:-}
folder=$(cd "$(dirname "$0")" && pwd)
program=${RANDOM_MATCHES:-$folder/../../build/bin/random_matches}

failed=0
while read -r game seats options; do
  if [[ -z $game || $game == \#* || ( -n $only && $game != "$only" ) ]]; then
    continue
  fi
  if [ "$options" = - ]; then options=; fi
  echo "$game, $seats seats, ${options:-no options}"
  "$program" "$game" "$seats" "$options" "$seed" "$matches" |
    python3 "$folder/check.py" - || failed=1
done <"$folder/variants.txt"
exit "$failed"
