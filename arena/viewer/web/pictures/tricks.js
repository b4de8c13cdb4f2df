// Tricks: the one on the table, and all of a deal as a table.
// @ts-check

import { html, svg } from "../elements.js";
import { cardWords, face, spoken } from "./cards.js";
import { seatMark, seatName, sideOf } from "./seats.js";

/** @typedef {import("../picture.js").Position} Position */
/** @typedef {import("../elements.js").Child} Child */
/** @typedef {import("./cards.js").Card} Card */

/**
 * @typedef {object} Trick
 * @property {number} leader
 * @property {Card[]} cards  In the order of play; the others follow the leader
 *   clockwise.
 * @property {number | undefined} taker  The seat that took the trick, or holds
 *   it so far.
 */

/**
 * The cards of a trick by seat.
 * @param {Trick} trick
 * @returns {(Card | undefined)[]}
 */
export function bySeat({ leader, cards }) {
  /** @type {(Card | undefined)[]} */
  const seats = [undefined, undefined, undefined, undefined];
  cards.forEach((card, i) => (seats[(leader + i) % 4] = card));
  return seats;
}

/**
 * The trick on the table: a list in the order of play, each card before its
 * seat.
 * @param {Trick} trick
 * @param {number} bottom  The seat at the bottom.
 * @param {string} title
 * @param {...Child} centre
 */
export function cross(trick, bottom, title, ...centre) {
  const complete = trick.cards.length === 4;
  const list = html("ol", { class: "cross" });
  for (let i = 0; i < 4; ++i) {
    const seat = (trick.leader + i) % 4;
    const card = trick.cards[i];
    const takes = seat === trick.taker;
    const notes = [
      i === 0 && card && "leads",
      takes && (complete ? "takes" : "holds"),
    ].filter(Boolean);
    list.append(
      html(
        "li",
        { class: `${sideOf(seat, bottom)}${takes ? " takes" : ""}` },
        seatMark(seat),
        card ? face(card) : html("span", { class: "slot" }),
        spoken(card ? cardWords(card) : "no card"),
        html("span", { class: "note" }, notes.join(", ")),
      ),
    );
  }
  return html(
    "figure",
    { class: "trick" },
    html("figcaption", {}, title),
    html("div", { class: "felt" }, list, html("p", {}, ...centre)),
  );
}

/**
 * A line that points from the leader.
 */
function leaderSign() {
  return svg(
    "svg",
    { class: "leader", viewBox: "0 0 8 12", "aria-hidden": "true" },
    svg("path", { d: "M1 1l6 5-6 5z" }),
  );
}

/**
 * All tricks of a deal, the newest first.
 * @param {Trick[]} tricks
 * @param {string} title
 * @param {string[]} headers  Of the columns behind the four seats.
 * @param {(trick: Trick, index: number) => Child[]} more  The cells of these
 *   columns.
 */
export function trickTable(tricks, title, headers, more) {
  const rows = tricks.map((trick, i) => {
    const cells = bySeat(trick).map((card, seat) => {
      const leads = seat === trick.leader;
      const takes = seat === trick.taker && trick.cards.length === 4;
      return html(
        "td",
        { class: takes ? "took" : null },
        leads && card && leaderSign(),
        card && face(card, "small"),
        card &&
          spoken(
            `${leads ? "leads " : ""}${cardWords(card)}${takes ? ", takes" : ""}`,
          ),
      );
    });
    return html(
      "tr",
      {},
      html("th", { scope: "row" }, i + 1),
      ...cells,
      ...more(trick, i).map((cell) => html("td", {}, cell)),
    );
  });
  return html(
    "table",
    { class: "tricks" },
    html("caption", {}, title),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("th", { scope: "col" }, "No."),
        ...[0, 1, 2, 3].map((seat) =>
          html("th", { scope: "col" }, seatMark(seat)),
        ),
        ...headers.map((header) => html("th", { scope: "col" }, header)),
      ),
    ),
    html("tbody", {}, ...rows.reverse()),
  );
}

/**
 * The seats with a line of cards each, in tables that are read line by line.
 * @param {Position} position
 * @param {string[]} headers  Of the columns behind the seat.
 * @param {(seat: number) => Child[]} cells
 * @param {(seat: number) => Child} hand
 * @param {number[]} toAct  The seats that choose now.
 */
export function handTable({ match, turned }, headers, cells, hand, toAct) {
  const table = html(
    "table",
    { class: "hands" },
    html("caption", { class: "spoken" }, "Seats and hands"),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        ...["Seat", ...headers].map((text) =>
          html("th", { scope: "col" }, text),
        ),
      ),
    ),
  );
  for (let i = 0; i < 4; ++i) {
    const seat = (turned + i) % 4;
    const acts = toAct.includes(seat);
    table.append(
      html(
        "tbody",
        { class: acts ? "acts" : null },
        html(
          "tr",
          {},
          html(
            "th",
            { scope: "rowgroup" },
            html(
              "span",
              { class: "who" },
              seatName(match, seat),
              acts && html("span", { class: "chip now" }, "to act"),
            ),
          ),
          ...cells(seat).map((cell) => html("td", {}, cell)),
        ),
        html("tr", {}, html("td", { colspan: headers.length + 1 }, hand(seat))),
      ),
    );
  }
  return table;
}
