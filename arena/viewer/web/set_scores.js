// Points by deal of several matches with the same deals, and the difference:
// the points of a bot minus the mean of all tables with the same hands.
// @ts-check
import { namesOf } from "./set_viewing.js";

/**
 * @typedef {import("./set_viewing.js").SetViewing} SetViewing
 * @typedef {import("./set_viewing.js").Table} Table
 * @typedef {object} DealScore
 * @property {number} deal  0 in games without deals.
 * @property {(number[] | null)[]} gains  By table and seat; null where the deal
 *   was not played, or is not over.
 * @property {Map<string, BotScore>} bots
 * @typedef {{points: number, difference: number}} BotScore
 */

/**
 * The deals that are over at one table or more, as far as the reader may know.
 * @param {SetViewing} set
 * @returns {DealScore[]}
 */
export function dealScores(set) {
  const deals = set.deals.map(({ deal }) => deal);
  const only = deals.length === 1;
  return deals
    .filter((deal) => only || deal > 0)
    .map((deal) => {
      const gains = set.tables.map((table) =>
        gainsOf(table, deal, set.tellsLater),
      );
      return { deal, gains, bots: botScores(set.tables, gains) };
    })
    .filter(({ gains }) => gains.some((gain) => gain));
}

/**
 * Points and differences of all bots together.
 * @param {DealScore[]} scores
 */
export function totalsOf(scores) {
  /** @type {Map<string, BotScore>} */
  const totals = new Map();
  for (const { bots } of scores) {
    for (const [bot, { points, difference }] of bots) {
      add(totals, bot, points, difference);
    }
  }
  return totals;
}

/**
 * The points of the seats in a deal.
 * @param {Table} table
 * @param {number} deal
 * @param {boolean} tellsLater
 * @returns {number[] | null}
 */
function gainsOf({ story, index }, deal, tellsLater) {
  const part = story.deals.findLast((p) => p.deal === deal);
  if (!part || (!tellsLater && index < part.last)) return null;
  const before = story.steps[part.first - 1]?.returns ?? [];
  return (story.steps[part.last]?.returns ?? []).map(
    (/** @type {number} */ points, /** @type {number} */ seat) =>
      points - (before[seat] ?? 0),
  );
}

/**
 * @param {Table[]} tables
 * @param {(number[] | null)[]} gains
 */
function botScores(tables, gains) {
  /** @type {Map<string, BotScore>} */
  const scores = new Map();
  const played = gains.flatMap((gain) => (gain ? [gain] : []));
  tables.forEach(({ match }, t) => {
    namesOf(match).forEach((bot, seat) => {
      const points = gains[t]?.[seat];
      if (points === undefined) return;
      const all = played.reduce((sum, gain) => sum + (gain[seat] ?? 0), 0);
      add(scores, bot, points, points - all / played.length);
    });
  });
  return scores;
}

/**
 * @param {Map<string, BotScore>} scores
 * @param {string} bot
 * @param {number} points
 * @param {number} difference
 */
function add(scores, bot, points, difference) {
  const before = scores.get(bot) ?? { points: 0, difference: 0 };
  scores.set(bot, {
    points: before.points + points,
    difference: before.difference + difference,
  });
}
