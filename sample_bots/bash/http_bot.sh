#!/usr/bin/env bash
# Plays any legal action by plain HTTP, with curl and jq: no SDK, no bridge.
# Usage: http_bot.sh NAME [URL]; ARENA_TOKEN is sent if it is set.
set -euo pipefail
url=${2-http://127.0.0.1:8080}
if [[ $# -lt 1 || $# -gt 2 || ! $1 || ! $url =~ ^https?://[^/] ]]; then
  echo "usage: http_bot.sh NAME [URL]; a URL is http://HOST:PORT or https://HOST:PORT" >&2
  exit 2
fi
name=$1
url=${url%/}
service=$url/arena.v1.PlayService
plays=$(printf '{"game": "%s"},' doppelkopf octrix ordago ordo seconds)
session=
secret=
away=

# post METHOD TYPE BODY. Other programs of the machine can see the arguments of
# curl, so the token is in none of them. If the referee is away, a line tells why.
post() {
  curl -sN -H "Content-Type: application/$2" --data-binary @- "$service/$1" \
    -w '%{onerror}\n{"away": "%{errormsg}"}\n' \
    -H @<(printf '%s' "${ARENA_TOKEN:+Authorization: Bearer $ARENA_TOKEN}") <<<"$3"
}

# If the referee is away, the stream tells so, too.
submit() {
  post Submit json "{\"sessionToken\": \"$session\", \"request\": $1}" >/dev/null || :
}

# Each message is a line. One jq reads them all and leaves what the loop needs: a
# word, and what belongs to it. What is zero is left out in JSON.
words='
  (.response // {}) as $told | (.error // .) as $error |
  if $told.welcome then "welcome \($told.welcome.sessionToken)"
  elif $told.matchStart then $told.matchStart |
    "start \(.matchId) \(.seat // 0) \(.privateSeed)"
  elif $told.prompt.actions then $told.prompt |
    "prompt \(.matchId) \(.seat // 0) \(.decision) \(.actions | length)"
  elif $told.matchEnd then $told.matchEnd | "end \(.matchId) \(.result.returns)"
  elif $told.ping then "ping \($told.ping.nonce // 0)"
  elif .away then "away \(.away)"
  elif $error.code then "over \($error.code) \($error.message)"
  else empty end'

# With the token of the session it goes on where it was.
while true; do
  hello="{\"name\": \"$name\", \"language\": \"bash\", \"plays\": [${plays%,}],
          \"resumeToken\": \"$session\"}"
  while read -r word first rest; do
    case $word in
      welcome)
        session=$first
        away=
        ;;
      ping) submit "{\"pong\": {\"nonce\": $first}}" ;;
      start)
        read -r seat secret <<<"$rest"
        submit "{\"ready\": {\"matchId\": \"$first\", \"seat\": $seat}}"
        ;;
      prompt)
        read -r seat decision count <<<"$rest"
        read -r hash _ < <(sha256sum <<<"$secret/$seat/$decision")
        submit "{\"act\": {\"matchId\": \"$first\", \"seat\": $seat,
                \"decision\": $decision, \"index\": $((0x${hash:0:8} % count))}}"
        ;;
      end) echo "$first: $rest" ;;
      away)
        [ "$away" ] || echo "no referee at $url: $first $rest; start one with" \
          "\`referee --data FOLDER --http ${url#*://}\`; trying again" >&2
        away=yes
        ;;
      over)
        echo "$name: $rest" >&2
        [ "$first" = unavailable ] || exit 1
        ;;
    esac
  done < <(post Receive jsonl "{\"hello\": $hello}" | jq --unbuffered -r "$words")
  sleep 1
done
