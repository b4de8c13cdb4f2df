// The deals of several matches: where they part, what each seat won with the
// same hand at every table, and the difference.
// @ts-check
import { html } from "./elements.js";
import { seatBadge } from "./seat_badge.js";
import { dealScores, totalsOf } from "./set_scores.js";
import { namesOf } from "./set_viewing.js";
import { branchLines } from "./set_words.js";
import { numberText, signed } from "./words.js";

/**
 * @typedef {import("./set_viewing.js").SetViewing} SetViewing
 * @typedef {import("./set_scores.js").DealScore} DealScore
 * @typedef {import("./set_scores.js").BotScore} BotScore
 */

/** @returns {import("./pane.js").Pane<SetViewing>} */
export function dealsPane() {
  const element = html("div", { class: "deals" });
  return {
    element,
    show(set) {
      const scores = dealScores(set);
      const { deal = 0 } =
        set.deals.findLast(({ first }) => first <= set.index) ?? {};
      const score = scores.find((candidate) => candidate.deal === deal);
      element.replaceChildren(
        partingList(set, deal),
        ...(score ? [handTable(set, score)] : []),
        ...(scores.length > 0 ? [botTable(set, scores, deal)] : []),
      );
    },
  };
}

/** @param {number} deal */
function dealName(deal) {
  return deal ? `deal ${deal}` : "the match";
}

/**
 * Where the tables part in a deal, and what each then does.
 * @param {SetViewing} set
 * @param {number} deal
 */
function partingList(set, deal) {
  const all = set.partings.filter((parting) => parting.deal === deal);
  const known = all.filter(({ place }) => set.tellsLater || place <= set.index);
  const count = set.tables.length;
  if (known.length === 0) {
    const later = set.tellsLater ? "" : " so far";
    return html("p", {}, `All tables play ${dealName(deal)} alike${later}.`);
  }
  return html(
    "section",
    { "aria-label": `Where the tables part in ${dealName(deal)}` },
    html("h2", {}, `Where the tables part in ${dealName(deal)}`),
    html(
      "ol",
      { class: "partings" },
      ...known.map((parting) =>
        html(
          "li",
          { class: parting.place === set.index && "here" },
          html(
            "a",
            { href: `#${set.hashOf(parting.place)}` },
            placeName(set, parting.place),
          ),
          html(
            "ul",
            {},
            ...branchLines(parting, count).map(({ tables, done }) =>
              html("li", {}, html("b", {}, tables), `: ${done}`),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {SetViewing} set
 * @param {number} place
 */
function placeName(set, place) {
  const part = set.tricks.findLast(({ first }) => first <= place);
  const { deal = 0, trick = 0, first = 0 } = part ?? {};
  const name = trick ? `${deal ? "trick" : "turn"} ${trick}` : dealName(deal);
  return place > first ? `${name}, place ${place - first + 1}` : name;
}

/**
 * What each seat won in a deal: a row for each hand.
 * @param {SetViewing} set
 * @param {DealScore} score
 */
function handTable({ tables }, { deal, gains }) {
  const seats = Math.max(...tables.map(({ seats }) => seats));
  const rows = [...Array(seats).keys()].map((seat) => {
    const points = gains.flatMap((gain) => gain?.[seat] ?? []);
    const mean = points.reduce((sum, p) => sum + p, 0) / points.length;
    return html(
      "tr",
      {},
      html(
        "th",
        { scope: "row" },
        seatBadge(seat),
        html("span", { class: "only-heard" }, `seat ${seat}`),
      ),
      ...tables.map(({ match }, t) => {
        const won = gains[t]?.[seat];
        return html(
          "td",
          {},
          html("bdi", {}, namesOf(match)[seat] ?? ""),
          " ",
          html("b", {}, won === undefined ? "–" : numberText(won)),
          won === undefined
            ? null
            : html("small", {}, ` ${signed(won - mean)}`),
        );
      }),
    );
  });
  return html(
    "table",
    { class: "points-table hands-table" },
    html(
      "caption",
      {},
      `${deal ? `Deal ${deal}` : "The match"}: points with the same hand, and ` +
        "more than its mean",
    ),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("th", { scope: "col" }, "seat"),
        ...tables.map((table) => html("th", { scope: "col" }, table.name)),
      ),
    ),
    html("tbody", {}, ...rows),
  );
}

/**
 * Points and differences of the bots, deal by deal.
 * @param {SetViewing} set
 * @param {DealScore[]} scores
 * @param {number} here
 */
function botTable(set, scores, here) {
  /**
   * @param {Map<string, BotScore>} bots
   */
  const cells = (bots) =>
    set.bots.map((bot) => {
      const score = bots.get(bot);
      if (!score) return html("td", {}, "–");
      return html(
        "td",
        {},
        `${numberText(score.points)} `,
        html("small", {}, signed(score.difference)),
      );
    });
  return html(
    "table",
    { class: "points-table bots-table" },
    html("caption", {}, "Points at all tables, and the difference"),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("td"),
        ...set.bots.map((bot) =>
          html("th", { scope: "col" }, html("bdi", {}, bot)),
        ),
      ),
    ),
    html(
      "tbody",
      {},
      ...scores.map(({ deal, bots }) =>
        html(
          "tr",
          { class: deal === here && "here" },
          html(
            "th",
            { scope: "row" },
            html("a", { href: `#t${deal}` }, dealName(deal)),
          ),
          ...cells(bots),
        ),
      ),
      html(
        "tr",
        { class: "now" },
        html("th", { scope: "row" }, "total"),
        ...cells(totalsOf(scores)),
      ),
    ),
  );
}
