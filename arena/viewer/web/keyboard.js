// Keys of the page.
// @ts-check
import { COMMANDS } from "./commands.js";

/**
 * @typedef {import("./viewing.js").Viewing} Viewing
 * @typedef {import("./commands.js").Dialogs} Dialogs
 */

/** What takes every key itself. */
const FIELDS = "input:not([type=range]), textarea, select, dialog";
/** What takes keys that press, step or scroll. */
const CONTROLS = "button, a, summary, input, [role=tab], [tabindex]";
const KEYS_OF_CONTROLS = new Set([
  " ",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "End",
  "Home",
  "PageDown",
  "PageUp",
]);

/** Whether keys do anything; the reader may switch them off. */
export const keys = { on: true };

/**
 * @param {Viewing} viewing
 * @param {Dialogs} dialogs
 */
export function listenToKeys(viewing, dialogs) {
  document.addEventListener("keydown", (event) => {
    if (!keys.on || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTakenElsewhere(event)) return;
    const command = COMMANDS.find((c) => c.keys.includes(event.key));
    if (!command) return;
    event.preventDefault();
    if (viewing.playing && event.key !== " " && !"+=-".includes(event.key)) {
      viewing.play(false);
    }
    command.run(viewing, dialogs, event.key);
  });
}

/** @param {KeyboardEvent} event */
function isTakenElsewhere(event) {
  if (event.defaultPrevented) return true;
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest(FIELDS)) return true;
  if (!target.matches(CONTROLS)) return false;
  // Arrows belong to what slides, chooses or scrolls; Space to what is pressed.
  const pressed = target.matches("button:not([role=tab]), a, summary");
  return pressed ? event.key === " " : KEYS_OF_CONTROLS.has(event.key);
}
