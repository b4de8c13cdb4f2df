// The score: the score sheet of the game's picture, and the points deal by
// deal.
// @ts-check
import { html } from "./elements.js";
import { seatName } from "./seat_badge.js";
import { numberText, playerName, signed } from "./words.js";

/**
 * @typedef {import("./viewing.js").Viewing} Viewing
 * @typedef {import("./picture.js").Picture} Picture
 */

/**
 * @param {Picture} picture
 * @returns {import("./pane.js").Pane}
 */
export function scorePane(picture) {
  const element = html("div", { class: "score" });
  return {
    element,
    show(viewing) {
      element.replaceChildren(
        ...[picture.score(viewing.position), pointsTable(viewing)].flatMap(
          (part) => part ?? [],
        ),
      );
    },
  };
}

/**
 * The points after each deal, and now.
 * @param {Viewing} viewing
 */
function pointsTable(viewing) {
  const { story, match, index } = viewing;
  const over = story.deals.filter(
    (deal) => deal.deal > 0 && (viewing.tellsLater || deal.last <= index),
  );
  const here = story.deals.findLast((deal) => deal.first <= index);
  let before = match.players.map(() => 0);
  const rows = over.map((deal) => {
    const points = story.steps[deal.last]?.returns ?? [];
    const gains = points.map(
      (/** @type {number} */ p, /** @type {number} */ seat) => p - before[seat],
    );
    before = points;
    return html(
      "tr",
      { class: deal === here && "here" },
      html(
        "th",
        { scope: "row" },
        html("a", { href: `#t${deal.deal}` }, `deal ${deal.deal}`),
      ),
      ...points.map((/** @type {number} */ p, /** @type {number} */ seat) =>
        html(
          "td",
          {},
          numberText(p),
          " ",
          html("small", {}, signed(gains[seat])),
        ),
      ),
    );
  });
  return html(
    "table",
    { class: "points-table" },
    html("caption", {}, "Points"),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("td"),
        ...match.players.map(
          (/** @type {unknown} */ _, /** @type {number} */ seat) =>
            html(
              "th",
              { scope: "col" },
              seatName(seat, playerName(match, seat)),
            ),
        ),
      ),
    ),
    html(
      "tbody",
      {},
      ...rows,
      html(
        "tr",
        { class: "now" },
        html("th", { scope: "row" }, "now"),
        ...match.players.map(
          (/** @type {unknown} */ _, /** @type {number} */ seat) =>
            html("td", {}, numberText(viewing.step.returns?.[seat] ?? 0)),
        ),
      ),
    ),
  );
}
