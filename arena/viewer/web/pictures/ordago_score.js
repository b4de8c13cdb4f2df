// The score of Ordago, and how a hand ended.
// @ts-check

import { html, svg } from "../elements.js";
import { faces } from "./cards.js";
import { bar } from "./bar.js";
import { BETS, PLACES, placeMark, ranked } from "./ordago_table.js";
import { resultWords } from "./ordago_bets.js";

/** @typedef {import("../picture.js").Position} Position */
/** @typedef {import("./seats.js").Message} Message */
/** @typedef {import("./ordago_table.js").Table} Table */

/**
 * Points as stones in heaps of five, or as a bar if there are too many. The
 * drawing has no text.
 * @param {number} points
 * @param {number} target
 */
function stones(points, target) {
  if (target > 40) {
    return bar(Math.min(points, target), target);
  }
  const heaps = Math.ceil(target / 5);
  const track = svg("svg", {
    class: "stones",
    viewBox: `0 0 ${heaps * 44} 10`,
    "aria-hidden": "true",
  });
  for (let i = 0; i < target; ++i) {
    track.append(
      svg("circle", {
        class: i < points ? "stone" : "hole",
        cx: 5 + i * 8 + Math.floor(i / 5) * 4,
        cy: 5,
        r: 3,
      }),
    );
  }
  return track;
}

/**
 * @param {Position} position
 * @param {Table} table
 */
export function scoreTable({ match }, table) {
  const { seen } = table;
  const target = Number(match.options?.set_target ?? 30);
  const needed = Number(match.options?.sets_to_win ?? 3);
  return html(
    "table",
    { class: "teams" },
    html("caption", { class: "spoken" }, "Score"),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("th", { scope: "col" }, "Team"),
        html("th", { scope: "col" }, `Points, ${target} win the set`),
        html("th", { scope: "col" }, `Sets of ${needed}`),
      ),
    ),
    html(
      "tbody",
      {},
      ...[0, 1].map((team) => {
        const points = seen.score?.[team] ?? 0;
        return html(
          "tr",
          {},
          html(
            "th",
            { scope: "row" },
            `${team} `,
            placeMark(table, team),
            placeMark(table, team + 2),
          ),
          html(
            "td",
            {},
            html(
              "span",
              { class: "score-line" },
              html("b", {}, points),
              stones(points, target),
            ),
          ),
          html("td", {}, html("b", {}, seen.sets?.[team] ?? 0)),
        );
      }),
    ),
  );
}

/**
 * How the last hand ended.
 * @param {Position} position
 * @param {Table} table
 * @param {boolean} now  Whether the hand ended with this step, so that the
 *   effects of the step say why.
 */
export function lastHand({ step }, table, now) {
  const { seen } = table;
  const { lastHand: last } = seen;
  if (!last) return null;
  /** @type {string[]} */
  const effects = now ? (step.effects ?? []) : [];
  const rows = BETS.map((bet, i) => {
    const why = effects.filter((effect) => effect.startsWith(`${bet}:`));
    const best = why.map(
      (text) => /: place ([0-3]) is best/.exec(text)?.[1],
    )[0];
    return html(
      "tr",
      {},
      html("th", { scope: "row" }, bet),
      html("td", {}, resultWords(last.results?.[i]) || "not played"),
      html(
        "td",
        {},
        best !== undefined && placeMark(table, Number(best)),
        ...why.map((text) => text.slice(bet.length + 2)),
      ),
    );
  });
  return html(
    "div",
    { class: "sheet" },
    html(
      "p",
      { class: "facts" },
      html("b", {}, "The last hand"),
      ` · team 0 has ${last.score?.[0] ?? 0}, team 1 has ${last.score?.[1] ?? 0}`,
      last.winningTeam !== undefined &&
        ` · team ${last.winningTeam} wins the set`,
    ),
    html(
      "table",
      { class: "shown" },
      html(
        "caption",
        {},
        last.shown ? "All hands were shown" : "The hands were not shown",
      ),
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          ...PLACES.map((place) =>
            html(
              "th",
              { scope: "col" },
              placeMark(table, place),
              last.start === place && " started",
            ),
          ),
        ),
      ),
      html(
        "tbody",
        {},
        html(
          "tr",
          {},
          ...PLACES.map((place) => {
            const shown = ranked(lastCards(table, place));
            return html(
              "td",
              {},
              shown.length > 0
                ? html("span", { class: "hand" }, faces(shown))
                : "not shown",
            );
          }),
        ),
      ),
    ),
    html(
      "table",
      { class: "bets" },
      html("caption", {}, "Its bets"),
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          ...["Bet", "Ended", now ? "Cards" : ""].map((text) =>
            text ? html("th", { scope: "col" }, text) : html("td", {}),
          ),
        ),
      ),
      html("tbody", {}, ...rows),
    ),
  );
}

/**
 * The cards of the last hand that the reader may know.
 * @param {Table} table
 * @param {number} place
 * @returns {Message | undefined}
 */
function lastCards({ seen, open }, place) {
  if (seen.lastHand.shown || open.length === 0)
    return seen.lastHand.hands?.[place];
  const eye = open.find((each) => each?.lastHand?.hands?.[place]?.ranks);
  return eye?.lastHand.hands[place];
}
