#!/usr/bin/env bash
# Plays any legal action, and the same ones whenever its seat has the same secret.
# Start it behind a bridge: arena bridge -- bash random_bot.sh
# One jq reads all messages and leaves what the loop needs: a word, a text, a number.
set -euo pipefail

jq --unbuffered -r '
  if .matchStart then
    "start \(.matchStart.privateSeed)"
  elif .prompt then
    .prompt | "prompt /\(.seat)/\(.decision) \(.actions | length)"
  else
    empty
  end' |
  while read -r kind text count; do
    case "$kind" in
      start)
        secret=$text
        echo '{"ready":{}}'
        ;;
      prompt)
        # Nothing must be chosen; something could be announced.
        ((count > 0)) || continue
        read -r hash _ < <(sha256sum <<<"$secret$text")
        echo "{\"act\":{\"index\":$((0x${hash:0:8} % count))}}"
        ;;
    esac
  done
