// The head of a page of several matches: their common facts, and the points of
// their bots.
// @ts-check
import { html } from "./elements.js";
import { rules, title } from "./header_pane.js";
import { dealScores, totalsOf } from "./set_scores.js";
import { numberText, signed } from "./words.js";

/**
 * @typedef {import("./set_viewing.js").SetViewing} SetViewing
 * @typedef {import("./match_document.js").Message} Message
 */

/**
 * @param {SetViewing} set
 * @returns {import("./pane.js").Pane<SetViewing>}
 */
export function setHeaderPane(set) {
  const chips = set.bots.map((bot) => botChip(bot));
  return {
    element: html(
      "header",
      { class: "match-header" },
      html("h1", {}, setTitle(set)),
      html("p", { class: "match-facts" }, rules(set.match).join(" · ")),
      html(
        "ul",
        { class: "seats", "aria-label": "Points of the bots at all tables" },
        ...chips.map(({ element }) => element),
      ),
    ),
    show() {
      const totals = totalsOf(dealScores(set));
      for (const { bot, show } of chips) {
        show(totals.get(bot) ?? { points: 0, difference: 0 }, set.followed);
      }
    },
  };
}

/** @param {SetViewing} set */
export function setTitle({ match, tables, deals }) {
  const same = deals.some(({ deal }) => deal > 0) ? "deals" : "beginning";
  return `${title(match)}: ${tables.length} tables with the same ${same}`;
}

/** @param {string} bot */
function botChip(bot) {
  const difference = html("span", { class: "points" });
  const points = html("small");
  const element = html(
    "li",
    { class: "seat-chip bot-chip", title: bot },
    html(
      "div",
      { class: "line" },
      html("bdi", {}, bot),
      html("span", { class: "only-heard" }, "difference"),
      difference,
    ),
    points,
  );
  return {
    bot,
    element,
    /**
     * @param {import("./set_scores.js").BotScore} score
     * @param {string | null} followed
     */
    show(score, followed) {
      difference.textContent = signed(score.difference);
      points.textContent = `${numberText(score.points)} points`;
      element.classList.toggle("followed", bot === followed);
    },
  };
}
