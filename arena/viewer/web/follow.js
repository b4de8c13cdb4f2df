// Follows a match under way over lost connections: each step once, in order.
// @ts-check
import { CallError, streamed } from "./connect.js";

/**
 * @typedef {import("./match_document.js").Message} Message
 * @typedef {object} Follower  The functions that are told the news.
 * @property {(match: Message) => void} onMatch  The match, each time the
 *   referee shows it; the last time when it is over.
 * @property {(step: Message) => void} onStep
 * @property {(why: string, seconds: number) => void} onLost  The connection is
 *   lost, or there is none yet; the next attempt follows after `seconds`.
 */

/** Milliseconds between two attempts: doubled from the least to the most. */
const LEAST_PAUSE = 500;
const MOST_PAUSE = 10_000;
/**
 * Milliseconds after which a silent connection may be dead. A new one costs
 * little, because known steps are not sent again.
 */
const SILENCE = 60_000;
/** Errors that do not change by trying again. */
const FINAL = new Set([
  "invalid_argument",
  "not_found",
  "permission_denied",
  "unauthenticated",
  "unimplemented",
]);

/**
 * Returns when the match is over. Throws if it cannot be followed.
 * @param {string} matchId
 * @param {Follower} follower
 */
export async function follow(matchId, follower) {
  const place = { next: 0, heard: false, quiet: false, over: false };
  for (let failures = 0; ; ++failures) {
    place.heard = place.quiet = false;
    let why = "the stream ended";
    try {
      await followOnce(matchId, follower, place);
      if (place.over) return;
    } catch (error) {
      if (!(error instanceof CallError) || FINAL.has(error.code)) throw error;
      why = error.message;
    }
    if (place.heard) failures = 0;
    // A silent connection that is replaced is no news for the reader.
    if (place.heard && place.quiet) continue;
    const longest = Math.min(MOST_PAUSE, LEAST_PAUSE * 2 ** failures);
    // Pages that lost the same referee should not all come back at the same
    // time.
    const pause = longest * (0.75 + Math.random() / 2);
    follower.onLost(why, Math.max(1, Math.round(pause / 1000)));
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * One connection.
 * @param {string} matchId
 * @param {Follower} follower
 * @param {{next: number, heard: boolean, quiet: boolean, over: boolean}} place
 *   The number of the next step, whether something was heard, whether the
 *   connection was given up because nothing came for long, and whether the match
 *   is over.
 */
async function followOnce(matchId, follower, place) {
  const abort = new AbortController();
  const request = { matchId, fromStep: place.next };
  let timer = 0;
  const listen = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      place.quiet = true;
      abort.abort();
    }, SILENCE);
  };
  listen();
  try {
    for await (const news of streamed(
      "MatchService/WatchMatch",
      request,
      abort.signal,
    )) {
      listen();
      place.heard = true;
      if (news.match) {
        place.over = news.match.state === "STATE_FINISHED";
        follower.onMatch(news.match);
      } else if (news.step) {
        takeStep(news.step, follower, place);
      }
    }
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

/**
 * @param {Message} step
 * @param {Follower} follower
 * @param {{next: number}} place
 */
function takeStep(step, follower, place) {
  const number = step.step ?? 0;
  if (number < place.next) return;
  if (number > place.next) {
    throw new CallError("data_loss", `step ${place.next} did not come`);
  }
  place.next = number + 1;
  follower.onStep(step);
}
