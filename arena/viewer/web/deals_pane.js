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
 * @typedef {import("./set_viewing.js").Table} Table
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
        divergenceList(set, deal),
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
 * The places where the tables part in a deal, and what each table then does.
 * @param {SetViewing} set
 * @param {number} deal
 */
function divergenceList(set, deal) {
  const all = set.divergences.filter((divergence) => divergence.deal === deal);
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
      { class: "divergences" },
      ...known.map((divergence) =>
        html(
          "li",
          { class: divergence.place === set.index && "here" },
          html(
            "a",
            { href: `#${set.hashOf(divergence.place)}` },
            placeName(set, divergence.place),
          ),
          html(
            "ul",
            {},
            ...branchLines(divergence, count).map(({ tables, done }) =>
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
 * The points of each seat in a deal: a row for each hand.
 * @param {SetViewing} set
 * @param {DealScore} score
 */
function handTable({ tables }, { deal, gains }) {
  const seats = Math.max(...tables.map((table) => table.seats));
  const rows = [...Array(seats).keys()].map((seat) =>
    html("tr", {}, seatHead(seat), ...handCells(tables, gains, seat)),
  );
  return table(
    "hands-table",
    `${deal ? `Deal ${deal}` : "The match"}: points with the same hand, and ` +
      "more than its mean",
    ["seat", ...tables.map(({ name }) => name)],
    rows,
  );
}

/** @param {number} seat */
function seatHead(seat) {
  return html(
    "th",
    { scope: "row" },
    seatBadge(seat),
    html("span", { class: "only-heard" }, `seat ${seat}`),
  );
}

/**
 * The points from a seat at each table, and who won them.
 * @param {Table[]} tables
 * @param {(number[] | null)[]} gains
 * @param {number} seat
 */
function handCells(tables, gains, seat) {
  const points = gains.flatMap((gain) => gain?.[seat] ?? []);
  const mean = points.reduce((sum, p) => sum + p, 0) / points.length;
  return tables.map(({ match }, t) => {
    const won = gains[t]?.[seat];
    return html(
      "td",
      {},
      html("bdi", {}, namesOf(match)[seat] ?? ""),
      " ",
      html("b", {}, won === undefined ? "–" : numberText(won)),
      won === undefined ? null : html("small", {}, ` ${signed(won - mean)}`),
    );
  });
}

/**
 * Points and differences of the bots, deal by deal.
 * @param {SetViewing} set
 * @param {DealScore[]} scores
 * @param {number} here
 */
function botTable(set, scores, here) {
  const rows = scores.map(({ deal, bots }) =>
    html(
      "tr",
      { class: deal === here && "here" },
      html(
        "th",
        { scope: "row" },
        html("a", { href: `#t${deal}` }, dealName(deal)),
      ),
      ...botCells(set.bots, bots),
    ),
  );
  const total = html(
    "tr",
    { class: "now" },
    html("th", { scope: "row" }, "total"),
    ...botCells(set.bots, totalsOf(scores)),
  );
  return table(
    "bots-table",
    "Points at all tables, and the difference",
    ["", ...set.bots],
    [...rows, total],
  );
}

/**
 * @param {string[]} names
 * @param {Map<string, BotScore>} scores
 */
function botCells(names, scores) {
  return names.map((name) => {
    const score = scores.get(name);
    if (!score) return html("td", {}, "–");
    return html(
      "td",
      {},
      `${numberText(score.points)} `,
      html("small", {}, signed(score.difference)),
    );
  });
}

/**
 * @param {string} name
 * @param {string} caption
 * @param {string[]} heads  Of the columns; the first may be empty.
 * @param {HTMLElement[]} rows
 */
function table(name, caption, heads, rows) {
  const cells = heads.map((head) =>
    head ? html("th", { scope: "col" }, html("bdi", {}, head)) : html("td", {}),
  );
  return html(
    "table",
    { class: `points-table ${name}` },
    html("caption", {}, caption),
    html("thead", {}, html("tr", {}, ...cells)),
    html("tbody", {}, ...rows),
  );
}
