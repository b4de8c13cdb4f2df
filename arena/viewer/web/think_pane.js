// The think strip: a bar for each decision, a lane for each seat, on a log
// scale of the recorded time. A time-out fills the lane, an unknown time leaves
// a gap.
// @ts-check
import { html, svg } from "./elements.js";
import { SEATS } from "./picture.js";
import { milliseconds } from "./words.js";

/**
 * @typedef {import("./viewing.js").Viewing} Viewing
 * @typedef {import("./story.js").Story} Story
 * @typedef {import("./match_document.js").Message} Message
 */

const LANE = 10;

/** @returns {import("./pane.js").Pane} */
export function thinkPane() {
  const drawing = html("div", { class: "think-drawing" });
  const element = html("div", { class: "think" }, drawing);
  /** @type {Viewing | null} */
  let latest = null;
  // The slider above reaches the same places by keyboard.
  drawing.addEventListener("click", (event) => {
    if (!latest) return;
    const { left, width } = drawing.getBoundingClientRect();
    const part = (event.clientX - left) / Math.max(1, width);
    latest.jump(Math.round(part * latest.story.last));
  });
  /** @type {Story | null} */
  let story = null;
  return {
    element,
    show(viewing) {
      latest = viewing;
      if (viewing.story !== story) {
        story = viewing.story;
        const drawn = strip(story, viewing.seats);
        element.hidden = drawn === null;
        if (drawn) drawing.replaceChildren(drawn);
      }
      const here = drawing.querySelector(".here");
      here?.setAttribute("x", String(viewing.index));
    },
  };
}

/**
 * @param {Story} story
 * @param {number} seats
 */
function strip(story, seats) {
  let most = 0;
  forActs(story, (act) => {
    if (act.charged) most = Math.max(most, milliseconds(act.charged));
  });
  if (most === 0) return null;
  const lanes = SEATS.slice(0, seats).map((mark, seat) =>
    svg(
      "g",
      { class: mark.colour, transform: `translate(0 ${seat * LANE})` },
      svg("path", { class: "think-bars", d: bars(story, seat, most, false) }),
      svg("path", { class: "think-faults", d: bars(story, seat, most, true) }),
      svg("path", { class: "bank-line", d: bank(story, seat) }),
    ),
  );
  return svg(
    "svg",
    {
      // The middles of the first and the last bar are under the slider's ends.
      viewBox: `0.5 0 ${Math.max(1, story.last)} ${seats * LANE}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `Time of each decision, by seat; at most ${most} ms`,
    },
    ...lanes,
    svg("rect", { class: "here", width: 1, height: "100%" }),
  );
}

/**
 * @param {Story} story
 * @param {(act: Message, index: number) => void} look
 */
function forActs(story, look) {
  story.steps.forEach((step, i) => {
    for (const act of step.acts ?? []) look(act, i);
  });
}

/**
 * Bars of one seat from the floor of its lane.
 * @param {Story} story
 * @param {number} seat
 * @param {number} most
 * @param {boolean} faults
 */
function bars(story, seat, most, faults) {
  let path = "";
  forActs(story, (act, i) => {
    if (act.event.seat !== seat || Boolean(act.fault) !== faults) return;
    if (!act.charged && !faults) return;
    const time = act.charged ? milliseconds(act.charged) : 0;
    const part = Math.log1p(time) / Math.log1p(most);
    const late = act.fault === "FAULT_KIND_LATE";
    const height = late ? LANE : Math.max(0.8, part * LANE);
    const top = (LANE - height).toFixed(2);
    path += `M${i + 0.1} ${LANE}V${top}h.8V${LANE}z`;
  });
  return path;
}

/**
 * The bank of one seat over time, as a share of its largest bank.
 * @param {Story} story
 * @param {number} seat
 */
function bank(story, seat) {
  /** @type {[number, number][]} */
  const left = [];
  forActs(story, (act, i) => {
    if (act.event.seat !== seat || !act.bankLeft) return;
    left.push([i, milliseconds(act.bankLeft)]);
  });
  const most = left.reduce((a, [, ms]) => Math.max(a, ms), 1);
  return left
    .map(
      ([i, ms], n) => `${n ? "L" : "M"}${i + 0.5} ${LANE - (LANE * ms) / most}`,
    )
    .join("");
}
