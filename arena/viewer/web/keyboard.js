// Keys of the page.
// @ts-check

/**
 * @typedef {import("./walk.js").Walk} Walk
 * @typedef {import("./commands.js").Command} Command
 * @typedef {import("./commands.js").Dialogs} Dialogs
 */

/** Elements that take every key themselves. */
const FIELDS = "input:not([type=range]), textarea, select, dialog";
/** Elements that take keys that press, step or scroll. */
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
 * @param {Walk} walk
 * @param {Dialogs} dialogs
 * @param {Command[]} commands
 * @param {AddEventListenerOptions} [until]  Its signal ends this.
 */
export function listenToKeys(walk, dialogs, commands, until) {
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (!keys.on || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTakenElsewhere(event)) return;
    const command = commands.find((c) => c.keys.includes(event.key));
    if (!command) return;
    event.preventDefault();
    if (walk.playing && event.key !== " " && !"+=-".includes(event.key)) {
      walk.play(false);
    }
    command.run(walk, dialogs, event.key);
  };
  document.addEventListener("keydown", press, until);
}

/** @param {KeyboardEvent} event */
function isTakenElsewhere(event) {
  if (event.defaultPrevented) return true;
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest(FIELDS)) return true;
  if (!target.matches(CONTROLS)) return false;
  // Arrows belong to elements that slide, choose or scroll; Space belongs to
  // elements that are pressed.
  const pressed = target.matches("button:not([role=tab]), a, summary");
  return pressed ? event.key === " " : KEYS_OF_CONTROLS.has(event.key);
}
