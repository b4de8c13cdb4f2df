// The state of a match under way: whether the page is connected, and whether
// there are later steps than the one that is shown.
// @ts-check
import { html } from "./elements.js";
import { say } from "./sentence_pane.js";
import { stepText } from "./words.js";

/** @typedef {import("./viewing.js").Viewing} Viewing */

/** Milliseconds between two steps that a screen reader is told. */
const VOICE_PAUSE = 4000;

/**
 * @typedef {object} LivePane
 * @property {HTMLElement} element
 * @property {(viewing: Viewing) => void} show
 * @property {(text: string) => void} tell  The state of the connection.
 */

/** @returns {LivePane} */
export function livePane() {
  const state = html("p", { class: "live-state", role: "status" });
  const newer = html("button", { type: "button", hidden: true });
  const heard = html("p", { class: "only-heard", "aria-live": "polite" });
  /** @type {Viewing | null} */
  let latest = null;
  newer.addEventListener("click", () => latest?.jump(latest.last));
  let spoken = 0;
  let last = -1;
  return {
    element: html(
      "section",
      { class: "live", "aria-label": "Live" },
      state,
      newer,
      heard,
    ),
    show(viewing) {
      latest = viewing;
      const over = Boolean(viewing.match.result);
      const count = over ? 0 : viewing.last - viewing.index;
      newer.hidden = count === 0;
      newer.textContent =
        count === 1 ? "To the present: 1 step" : `To the present: ${count} steps`;
      const now = performance.now();
      if (viewing.last > last && now - spoken > VOICE_PAUSE) {
        spoken = now;
        say(heard, count ? "The match has gone on." : stepText(viewing.step));
      }
      last = viewing.last;
    },
    tell: (text) => {
      if (state.textContent !== text) state.textContent = text;
    },
  };
}
