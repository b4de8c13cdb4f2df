// The head of the page: the match and its players, the score and the result.
// @ts-check
import { html } from "./elements.js";
import { resultPane } from "./result_pane.js";
import { seatChips } from "./seat_chips.js";
import { milliseconds } from "./words.js";

/** @typedef {import("./match_document.js").Message} Message */

/**
 * @param {Message} match
 * @returns {import("./pane.js").Pane}
 */
export function headerPane(match) {
  const chips = seatChips(match);
  const result = resultPane(match);
  return {
    element: html(
      "header",
      { class: "match-header" },
      html("h1", {}, title(match)),
      html("p", { class: "match-facts" }, facts(match)),
      chips.element,
      result.element,
    ),
    show(viewing, fresh) {
      chips.show(viewing, fresh);
      result.show(viewing, fresh);
    },
  };
}

/** @param {Message} match */
export function title(match) {
  const variant = match.options?.variant;
  const game = match.game[0].toUpperCase() + match.game.slice(1);
  return variant ? `${game} (${variant})` : game;
}

/** @param {Message} match */
function facts(match) {
  return [...ownFacts(match), ...rules(match)].join(" · ");
}

/**
 * The facts of this match alone.
 * @param {Message} match
 */
export function ownFacts(match) {
  const parts = [];
  if (match.label) parts.push(match.label);
  if (match.matchId) parts.push(`match ${match.matchId}`);
  return parts;
}

/**
 * The facts that all matches of a set share.
 * @param {Message} match
 * @returns {string[]}
 */
export function rules(match) {
  const parts = [];
  for (const [name, value] of Object.entries(match.givenOptions ?? {})) {
    parts.push(`${name}=${value}`);
  }
  parts.push(clockText(match.clock));
  return parts.filter((part) => part);
}

/** @param {Message | undefined} clock */
function clockText(clock) {
  if (!clock) return "";
  if (clock.untimed) return "no clock";
  const seconds = (/** @type {string} */ d) => `${milliseconds(d) / 1000} s`;
  const parts = [];
  if (clock.bank) parts.push(`bank ${seconds(clock.bank)}`);
  if (clock.allowance) parts.push(`${seconds(clock.allowance)} a decision`);
  if (clock.increment) parts.push(`${seconds(clock.increment)} added`);
  return parts.join(", ");
}
