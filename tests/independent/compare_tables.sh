#!/usr/bin/env bash
# Compares the arena's scoring table of Doppelkopf, which the program named
# first prints, with that of the rules here; shows the first differences.
set -euo pipefail
folder=$(cd "$(dirname "$0")" && pwd)
diff <("$1") <(python3 "$folder/doppelkopf_table.py") | head -20
echo "$("$1" | wc -l) lines are equal"
