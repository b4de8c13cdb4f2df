// Links to a place of the match: "?view=2#d57".
// @ts-check
import { viewOf } from "./match_document.js";

/**
 * @typedef {import("./match_document.js").View} View
 * @typedef {import("./story.js").Story} Story
 */

/**
 * What an address asks for besides a place.
 * @param {string} search
 * @returns {{view: View | null, spoilers: boolean}}
 */
export function settingsOf(search) {
  const asked = new URLSearchParams(search);
  const view = asked.get("view");
  return {
    view: view === null ? null : viewOf(view),
    spoilers: asked.get("spoilers") !== "0",
  };
}

/**
 * The index of the step that "#d57" (decision), "#t3.5" (deal, trick) or "#s60"
 * (step) names; null if it names none.
 * @param {string} hash
 * @param {Story} story
 */
export function indexOf(hash, story) {
  const found = /^#([dts])(\d+)(?:\.(\d+))?$/.exec(hash);
  if (!found) return null;
  const number = Number(found[2]);
  if (found[1] === "d") return story.indexOfDecision(number);
  if (found[1] === "t") return story.indexOfTrick(number, Number(found[3]));
  return Math.min(number, story.last);
}

/**
 * @param {Story} story
 * @param {number} index
 * @param {boolean} spoilers
 */
export function addressOf(story, index, spoilers) {
  const search = `?view=${story.view}${spoilers ? "" : "&spoilers=0"}`;
  return `${search}#${story.address(index)}`;
}

/**
 * Keeps the address of the window at what is shown. Browsers bear few changes a
 * second, so a change waits for the last one.
 * @returns {(address: string) => void}
 */
export function addressBar() {
  const quiet = 300;
  let timer = 0;
  return (address) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        history.replaceState(null, "", address);
      } catch {
        // A page without an address of its own, as in a frame: no link is lost.
      }
    }, quiet);
  };
}
