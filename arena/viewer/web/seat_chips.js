// The players at a table: name, points, bank, and the present state of the
// seat.
// @ts-check
import { html } from "./elements.js";
import { seatBadge } from "./seat_badge.js";
import { enumWord, milliseconds, numberText, playerName } from "./words.js";

/** @typedef {import("./match_document.js").Message} Message */

/**
 * A chip for each seat.
 * @param {Message} match
 * @returns {import("./pane.js").Pane}
 */
export function seatChips(match) {
  const chips = (match.players ?? []).map(
    (/** @type {Message} */ _, /** @type {number} */ seat) =>
      seatChip(match, seat),
  );
  return {
    element: html(
      "ul",
      { class: "seats", "aria-label": "Seats" },
      ...chips.map((/** @type {Message} */ chip) => chip.element),
    ),
    show(viewing) {
      for (const chip of chips) chip.show(viewing);
    },
  };
}

/**
 * @param {Message} match
 * @param {number} seat
 */
function seatChip(match, seat) {
  const points = html("span", { class: "points" });
  const bank = html("span", { class: "bank" });
  const state = html("span", { class: "seat-state" });
  const info = match.players[seat];
  const name = playerName(match, seat);
  const element = html(
    "li",
    { class: "seat-chip", title: name },
    seatBadge(seat, 24),
    html(
      "div",
      { class: "line" },
      html("bdi", {}, name),
      points,
      html("span", { class: "only-heard" }, "points"),
    ),
    html(
      "div",
      { class: "line" },
      html(
        "small",
        {},
        `seat ${seat}`,
        bank,
        info.version && ` · ${info.version}`,
        info.language && ` · ${info.language}`,
      ),
      state,
    ),
  );
  return {
    element,
    /** @param {import("./viewing.js").Viewing} viewing */
    show(viewing) {
      const { step, story, index } = viewing;
      points.textContent = numberText(step.returns?.[seat] ?? 0);
      const act = lastAct(story.steps, index, seat);
      bank.textContent = act?.bankLeft
        ? ` · ${(milliseconds(act.bankLeft) / 1000).toFixed(1)} s`
        : "";
      state.textContent = stateText(step, seat, act);
      element.classList.toggle("to-act", state.textContent === "to act");
      element.classList.toggle("failed", Boolean(act?.fault || act?.playedFor));
    },
  };
}

/**
 * The last act of a seat.
 * @param {Message[]} steps
 * @param {number} index
 * @param {number} seat
 * @returns {Message | undefined}
 */
function lastAct(steps, index, seat) {
  for (let i = index; i >= 0; --i) {
    for (const act of steps[i]?.acts ?? []) {
      if (act.event.seat === seat) return act;
    }
  }
  return undefined;
}

/**
 * @param {Message} step
 * @param {number} seat
 * @param {Message | undefined} act
 */
function stateText(step, seat, act) {
  if (act?.fault && (step.acts ?? []).includes(act)) {
    return enumWord("FAULT_KIND_", act.fault);
  }
  if (act?.playedFor) return "played for";
  const toAct = Object.values(step.observations[0] ?? {}).find(
    (seen) => typeof seen === "object",
  )?.toAct;
  return (toAct ?? []).includes(seat) ? "to act" : "";
}
