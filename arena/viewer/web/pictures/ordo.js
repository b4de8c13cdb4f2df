// The picture of Ordo: the board, the last part of a turn, and the counters.
// @ts-check
import { html, svg } from "../elements.js";

/**
 * @typedef {import("../picture.js").Position} Position
 * @typedef {Record<string, any>} Message
 */

const COLUMNS = 10;
const ROWS = 8;
const SIDES = ["White", "Black"];

/** @type {import("../picture.js").Picture} */
export const picture = {
  draw(position) {
    const [seen = {}] = position.observations;
    const act = position.step.acts?.[0];
    const action = act?.event.action?.ordo;
    return html(
      "div",
      { class: "picture ordo" },
      html(
        "div",
        { class: "ordo-board" },
        board(seen, position.turned === 1, goneWith(action)),
        overlay(position, seen, action),
      ),
      facts(position, seen),
    );
  },
  score: () => null,
};

// ---- Squares ----

/** @param {string} name */
function squareOf(name) {
  return (Number(name[1]) - 1) * COLUMNS + "abcdefghij".indexOf(name[0] ?? "a");
}

/**
 * The squares that a run leaves, and the squares where it arrives.
 * @param {Message | undefined} action
 */
function goneWith(action) {
  if (!action) return { left: [], arrived: [] };
  const { fromSquare = 0, endSquare = 0, toSquare = 0 } = action;
  const stride = endSquare - fromSquare >= COLUMNS ? COLUMNS : 1;
  const left = [];
  for (let square = fromSquare; square <= endSquare; square += stride) {
    left.push(square);
  }
  return { left, arrived: left.map((s) => s + toSquare - fromSquare) };
}

// ---- The board ----

/**
 * @param {Message} seen
 * @param {boolean} turned
 * @param {{left: number[], arrived: number[]}} gone
 */
function board(seen, turned, gone) {
  const pieces = new Map([
    ...(seen.white ?? []).map((/** @type {number} */ s) => [s, 0]),
    ...(seen.black ?? []).map((/** @type {number} */ s) => [s, 1]),
  ]);
  const rows = [...Array(ROWS).keys()];
  const columns = [...Array(COLUMNS).keys()];
  if (turned) columns.reverse();
  else rows.reverse();
  const letters = () =>
    columns.map((c) => html("th", { scope: "col" }, "abcdefghij"[c]));
  return html(
    "table",
    {},
    html("caption", { class: "only-heard" }, "The board"),
    html("thead", {}, html("tr", {}, html("td"), ...letters())),
    html(
      "tbody",
      {},
      ...rows.map((row) =>
        html(
          "tr",
          { class: row === 7 ? "goal-of-white" : row === 0 && "goal-of-black" },
          html("th", { scope: "row" }, row + 1),
          ...columns.map((column) => {
            const square = row * COLUMNS + column;
            return cell(pieces.get(square), gone, square);
          }),
        ),
      ),
    ),
  );
}

/**
 * @param {number | undefined} side
 * @param {{left: number[], arrived: number[]}} gone
 * @param {number} square
 */
function cell(side, gone, square) {
  const arrived = gone.arrived.includes(square);
  const left = gone.left.includes(square) && !arrived;
  const kind = arrived ? "arrived" : left && "left";
  if (side === undefined) return html("td", { class: kind });
  const name = SIDES[side];
  return html(
    "td",
    { class: kind },
    html(
      "span",
      { class: `piece ${name?.toLowerCase()}` },
      html("span", { class: "only-heard" }, name),
    ),
  );
}

/**
 * Lines over the board: an arrow for the last part, rings where pieces were
 * lost, and the links of a side that is split.
 * @param {Position} position
 * @param {Message} seen
 * @param {Message | undefined} action
 */
function overlay(position, seen, action) {
  const { left, arrived } = goneWith(action);
  const turned = position.turned === 1;
  /** @param {number} square */
  const center = (square) => {
    const column = square % COLUMNS;
    const row = Math.floor(square / COLUMNS);
    return turned
      ? [COLUMNS - column - 0.5, row + 0.5]
      : [column + 0.5, ROWS - row - 0.5];
  };
  return svg(
    "svg",
    {
      class: "ordo-overlay",
      viewBox: `0 0 ${COLUMNS} ${ROWS}`,
      "aria-hidden": "true",
    },
    seen.mustReconnect && links(seen, center),
    ...lostSquares(position.step).map((square) => {
      const [cx = 0, cy = 0] = center(square);
      return svg("circle", { class: "lost", cx, cy, r: 0.4 });
    }),
    left.length > 0 && arrow(left.map(center), arrived.map(center)),
    seen.forwardPartDue && partNumber(arrived.map(center)),
  );
}

/**
 * An arrow from the middle of a run to the place where the middle arrives.
 * @param {number[][]} from
 * @param {number[][]} to
 */
function arrow(from, to) {
  const [x1, y1] = middle(from);
  const [x2, y2] = middle(to);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = [
    [x2 - 0.35 * dx + 0.2 * dy, y2 - 0.35 * dy - 0.2 * dx],
    [x2, y2],
    [x2 - 0.35 * dx - 0.2 * dy, y2 - 0.35 * dy + 0.2 * dx],
  ];
  const points = head.map(
    ([x = 0, y = 0]) => `${x.toFixed(2)} ${y.toFixed(2)}`,
  );
  return svg("path", {
    class: "way",
    d: `M${x1} ${y1}L${x2} ${y2}M${points.join("L")}`,
  });
}

/**
 * The number at the first of two parts of a turn.
 * @param {number[][]} arrived
 */
function partNumber(arrived) {
  const [x, y] = middle(arrived);
  return svg(
    "g",
    { class: "part-number", transform: `translate(${x + 0.32} ${y - 0.32})` },
    svg("circle", { r: 0.22 }),
    svg("text", { y: 0.12, "text-anchor": "middle" }, "1"),
  );
}

/**
 * @param {number[][]} points
 * @returns {[number, number]}
 */
function middle(points) {
  const sum = (/** @type {0 | 1} */ i) =>
    points.reduce((total, point) => total + (point[i] ?? 0), 0);
  return [sum(0) / points.length, sum(1) / points.length];
}

/**
 * Lines between touching pieces of the side to act: they show its groups.
 * @param {Message} seen
 * @param {(square: number) => number[]} center
 */
function links(seen, center) {
  const own = new Set(seen.toAct?.[0] === 0 ? seen.white : seen.black);
  let path = "";
  for (const square of own) {
    for (const [right, up] of [
      [1, 0],
      [0, 1],
      [1, 1],
      [-1, 1],
    ]) {
      const column = (square % COLUMNS) + (right ?? 0);
      const other = square + (right ?? 0) + COLUMNS * (up ?? 0);
      if (column < 0 || column >= COLUMNS || !own.has(other)) continue;
      path += `M${center(square).join(" ")}L${center(other).join(" ")}`;
    }
  }
  return svg("path", { class: "links", d: path });
}

/**
 * The squares of lost pieces, read from the sentences of the step.
 * @param {Message} step
 * @returns {number[]}
 */
function lostSquares(step) {
  return (step.effects ?? [])
    .filter((/** @type {string} */ effect) =>
      / (captures|loses) the piece/.test(effect),
    )
    .flatMap((/** @type {string} */ effect) =>
      [...effect.matchAll(/\b[a-j][1-8]\b/g)].map(([name]) => squareOf(name)),
    );
}

// ---- Beside the board ----

/**
 * @param {Position} position
 * @param {Message} seen
 */
function facts({ match, step }, seen) {
  const options = match.options ?? {};
  const classic = seen.variant === "ORDO_VARIANT_CLASSIC";
  const toAct = seen.toAct?.[0];
  const due = seen.mustReconnect
    ? ", split: must reconnect"
    : seen.forwardPartDue
      ? ", must go forward"
      : "";
  /** @type {[string, string | number][]} */
  const rows = [
    ["last part", step.acts?.[0]?.event.text || "–"],
    ["to act", toAct === undefined ? "nobody" : `${SIDES[toAct]}${due}`],
    [
      "pieces",
      `White ${seen.white?.length ?? 0}, Black ${seen.black?.length ?? 0}`,
    ],
    ["turns", seen.turns ?? 0],
  ];
  if (classic) {
    rows.push([
      "sideways in a row",
      of(seen.sidewaysPlies, options.sideways_limit),
    ]);
    rows.push(["position seen", of(seen.occurrences, options.repetition)]);
  }
  return html(
    "dl",
    { class: "ordo-facts" },
    ...rows.map(([name, value]) =>
      html(
        "div",
        { class: name === "to act" && due && "due" },
        html("dt", {}, name),
        html("dd", {}, value),
      ),
    ),
  );
}

/**
 * A count with its limit; 0 is no limit.
 * @param {number | undefined} count
 * @param {string | undefined} limit
 */
function of(count, limit) {
  return limit && limit !== "0" ? `${count ?? 0} of ${limit}` : `${count ?? 0}`;
}
