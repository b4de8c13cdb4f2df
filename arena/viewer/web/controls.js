// The buttons: to step and play, and to choose what is seen.
// @ts-check
import { html, svg } from "./elements.js";
import { playerName } from "./words.js";

/**
 * @typedef {import("./viewing.js").Viewing} Viewing
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
 * @param {Viewing} viewing
 * @returns {import("./pane.js").Pane}
 */
export function stepButtons(viewing) {
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
  const first = button("first", "To the beginning", () => viewing.jump(0));
  const back = button("back", "Step back", () => viewing.go(viewing.index - 1));
  const play = button("play", "Play", () => viewing.play(!viewing.playing));
  const forward = button("forward", "Step forward", () =>
    viewing.go(viewing.index + 1),
  );
  const last = button("last", "To the end", () =>
    viewing.jump(viewing.story.last),
  );
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
      // Not `disabled`: that would take the focus away.
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
 * Whose eyes, and what is hidden.
 * @param {Viewing} viewing
 * @param {Dialogs} dialogs
 * @returns {import("./pane.js").Pane}
 */
export function viewButtons(viewing, dialogs) {
  const views = html(
    "select",
    { "aria-label": "Seen by" },
    ...viewing.document.views.map((view) =>
      html("option", { value: view }, labelOf(viewing, view)),
    ),
  );
  views.addEventListener("change", () => {
    const view = viewing.document.views[views.selectedIndex];
    if (view !== undefined) viewing.see(view);
  });
  /**
   * @param {string} label
   * @param {() => void} run
   */
  const button = (label, run) => {
    const made = html("button", { type: "button" }, label);
    made.addEventListener("click", run);
    return made;
  };
  const hide = button("Hide other hands", () => viewing.hideOthers());
  const spoilers = button("Hide what comes", () => viewing.hideSpoilers());
  const single = viewing.document.views.length === 1;
  return {
    element: html(
      "div",
      { class: "view-buttons" },
      html("label", {}, "Seen by ", views),
      single ? null : hide,
      button("Turn", () => viewing.turn()),
      spoilers,
      button("Copy link", dialogs.copyLink),
      viewing.document.proof && button("Verify", dialogs.verify),
      button("Help", dialogs.help),
    ),
    show({ story, othersHidden, spoilers: told }) {
      views.selectedIndex = viewing.document.views.indexOf(story.view);
      hide.setAttribute("aria-pressed", String(othersHidden));
      spoilers.setAttribute("aria-pressed", String(!told));
    },
  };
}

/**
 * @param {Viewing} viewing
 * @param {import("./match_document.js").View} view
 */
function labelOf({ match }, view) {
  if (view === "table") return "the table: all hands";
  if (view === "public") return "everybody";
  return `seat ${view}: ${playerName(match, view)}`;
}
