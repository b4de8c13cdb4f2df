// The log: every step as sentences, in the words of `arena replay`.
// @ts-check
import { html } from "./elements.js";
import { partAt } from "./story.js";
import { actText } from "./words.js";

/**
 * @typedef {import("./viewing.js").Viewing} Viewing
 * @typedef {import("./story.js").Story} Story
 * @typedef {import("./match_document.js").Message} Message
 */

/** @returns {import("./pane.js").Pane} */
export function logPane() {
  const element = html("div", { class: "log" });
  /** @type {HTMLElement[]} By step. */
  let lines = [];
  /** @type {Story | null} */
  let story = null;
  let shown = 0;
  return {
    element,
    show(viewing, fresh) {
      if (viewing.story !== story) {
        story = viewing.story;
        lines = [];
        element.replaceChildren();
        shown = 0;
      }
      while (lines.length <= story.last) addLine(element, lines, viewing);
      lines[shown]?.removeAttribute("aria-current");
      lines[viewing.index]?.setAttribute("aria-current", "step");
      hideLater(lines, viewing, fresh, shown);
      shown = viewing.index;
      scrollTo(element, lines[shown]);
    },
  };
}

/**
 * Adds the next line to the last trick, or as the first line of a new trick.
 * @param {HTMLElement} log
 * @param {HTMLElement[]} lines
 * @param {Viewing} viewing
 */
function addLine(log, lines, viewing) {
  const { story } = viewing;
  const i = lines.length;
  const step = story.steps[i] ?? {};
  const made = line(step, viewing.hashOf(i));
  made.toggleAttribute("hidden", !viewing.spoilers && i > viewing.index);
  if (partAtStart(story.deals, i)) {
    const deal = step.deal ?? 0;
    log.append(
      html("section", {}, deal > 0 && html("h2", {}, `Deal ${deal}`)),
    );
  }
  if (partAtStart(story.tricks, i)) log.lastElementChild?.append(html("ol"));
  log.lastElementChild?.lastElementChild?.append(made);
  // An announcement has the number of a decision only until the decision is
  // taken.
  lines[i - 1]?.firstElementChild?.setAttribute(
    "href",
    `#${viewing.hashOf(i - 1)}`,
  );
  lines.push(made);
}

/**
 * Whether a part begins with a step.
 * @param {import("./story.js").Part[]} parts
 * @param {number} index
 */
function partAtStart(parts, index) {
  return parts[partAt(parts, index)]?.first === index;
}

/**
 * One step. Its parts have the text of the lines of `arena replay`.
 * @param {Message} step
 * @param {string} address
 */
function line(step, address) {
  const acts = (step.acts ?? []).map((/** @type {Message} */ act) =>
    html(
      "span",
      { class: act.fault || act.playedFor ? "act fault" : "act" },
      actText(act),
    ),
  );
  const effects = (step.effects ?? []).map((/** @type {string} */ effect) =>
    html("span", { class: "effect" }, `- ${effect}`),
  );
  const number = html(
    "span",
    { class: "number", "aria-hidden": "true" },
    step.decision || "",
  );
  if (acts.length + effects.length === 0) {
    acts.push(html("span", { class: "act quiet" }, "the first position"));
  }
  return html(
    "li",
    {},
    html("a", { href: `#${address}` }, number, ...acts, ...effects),
  );
}

/**
 * Without spoilers the log ends with the present step.
 * @param {HTMLElement[]} lines
 * @param {Viewing} viewing
 * @param {boolean} fresh
 * @param {number} shown
 */
function hideLater(lines, viewing, fresh, shown) {
  if (viewing.spoilers && !fresh) return;
  const [from, to] = fresh
    ? [0, lines.length - 1]
    : [shown, viewing.index].sort((a, b) => a - b);
  for (let i = from ?? 0; i <= (to ?? 0); ++i) {
    const hidden = !viewing.spoilers && i > viewing.index;
    lines[i]?.toggleAttribute("hidden", hidden);
  }
}

/**
 * Brings a line into view where the log scrolls; the page stays where it is.
 * @param {HTMLElement} log
 * @param {HTMLElement | undefined} line
 */
function scrollTo(log, line) {
  const panel = log.closest("[role=tabpanel]");
  if (!line || !panel || panel.scrollHeight <= panel.clientHeight) return;
  const top = line.offsetTop;
  const bottom = top + line.offsetHeight;
  if (top < panel.scrollTop || bottom > panel.scrollTop + panel.clientHeight) {
    panel.scrollTop = top - panel.clientHeight / 3;
  }
}
