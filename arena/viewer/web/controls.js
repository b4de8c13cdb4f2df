// The buttons: to step and play, and to choose what is seen.
// @ts-check
import { html, svg } from "./elements.js";

/**
 * @typedef {import("./walk.js").Walk} Walk
 * @typedef {import("./commands.js").Dialogs} Dialogs
 */

const ICONS = {
  first: "M5 5h2v14H5zM19 5v14L9 12z",
  back: "M16 5v14L6 12z",
  play: "M7 4v16l13-8z",
  stop: "M6 5h4v14H6zM14 5h4v14h-4z",
  forward: "M8 5v14l10-7z",
  last: "M17 5h2v14h-2zM5 5v14l10-7z",
};

/** @param {keyof typeof ICONS} name */
function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" },
    svg("path", { d: ICONS[name] }),
  );
}

/**
 * The five buttons that a thumb reaches.
 * @param {Walk} walk
 * @returns {import("./pane.js").Pane<Walk>}
 */
export function stepButtons(walk) {
  /**
   * @param {keyof typeof ICONS} name
   * @param {string} label
   * @param {() => void} run
   */
  const button = (name, label, run) => {
    const made = html(
      "button",
      { type: "button", "aria-label": label, title: label },
      icon(name),
    );
    made.addEventListener("click", run);
    return made;
  };
  const first = button("first", "To the beginning", () => walk.jump(0));
  const back = button("back", "Step back", () => walk.go(walk.index - 1));
  const play = button("play", "Play", () => walk.play(!walk.playing));
  const forward = button("forward", "Step forward", () =>
    walk.go(walk.index + 1),
  );
  const last = button("last", "To the end", () => walk.jump(walk.last));
  return {
    element: html(
      "nav",
      { class: "step-buttons", "aria-label": "Steps" },
      first,
      back,
      play,
      forward,
      last,
    ),
    show({ playing, atEnd, index, speed }) {
      const label = playing ? "Stop" : "Play";
      play.replaceChildren(icon(playing ? "stop" : "play"));
      play.setAttribute("aria-label", label);
      play.title = `${label} (${speed} steps a second)`;
      // Not `disabled`, which would take the focus away.
      for (const button of [first, back]) isOff(button, index === 0);
      for (const button of [forward, last]) isOff(button, atEnd);
    },
  };
}

/**
 * @param {HTMLElement} button
 * @param {boolean} off
 */
function isOff(button, off) {
  button.setAttribute("aria-disabled", String(off));
}

/**
 * The buttons that choose the view and what is hidden.
 * @param {Walk} walk
 * @param {Dialogs} dialogs
 * @returns {import("./pane.js").Pane<Walk>}
 */
export function viewButtons(walk, dialogs) {
  const { choices } = walk;
  const views = html(
    "select",
    { "aria-label": "Seen by" },
    ...choices.map(({ view, label }) => html("option", { value: view }, label)),
  );
  views.addEventListener("change", () => walk.see(views.value));
  /**
   * @param {string} label
   * @param {() => void} run
   */
  const button = (label, run) => {
    const made = html("button", { type: "button" }, label);
    made.addEventListener("click", run);
    return made;
  };
  const hide = button("Hide other hands", () => walk.hideOthers());
  const spoilers = button("Hide what comes", () => walk.hideSpoilers());
  return {
    element: html(
      "div",
      { class: "view-buttons" },
      html("label", {}, "Seen by ", views),
      choices.length > 1 && hide,
      button("Turn", () => walk.turn()),
      spoilers,
      button("Copy link", dialogs.copyLink),
      walk.documents.every(({ proof }) => proof) &&
        button("Verify", dialogs.verify),
      button("Help", dialogs.help),
    ),
    show({ choice, othersHidden, spoilers: told }) {
      views.value = choice;
      hide.setAttribute("aria-pressed", String(othersHidden));
      spoilers.setAttribute("aria-pressed", String(!told));
    },
  };
}
