// The log: every step as sentences, in the words of `arena replay`.
// @ts-check
import { html } from "./elements.js";
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
        lines = story.steps.map((step, i) =>
          line(step, story?.address(i) ?? ""),
        );
        element.replaceChildren(...partsOf(story, lines));
        shown = 0;
      }
      lines[shown]?.removeAttribute("aria-current");
      lines[viewing.index]?.setAttribute("aria-current", "step");
      hideLater(lines, viewing, fresh, shown);
      shown = viewing.index;
      scrollTo(element, lines[shown]);
    },
  };
}

/**
 * @param {Story} story
 * @param {HTMLElement[]} lines
 */
function partsOf(story, lines) {
  return story.deals.map((deal) => {
    const tricks = story.tricks.filter(
      (trick) => trick.first >= deal.first && trick.last <= deal.last,
    );
    return html(
      "section",
      {},
      deal.deal > 0 && html("h3", {}, `Deal ${deal.deal}`),
      ...tricks.map((trick) =>
        html("ol", {}, ...lines.slice(trick.first, trick.last + 1)),
      ),
    );
  });
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
 * Without spoilers nothing stands behind the present step.
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
  const panel = log.parentElement;
  if (!line || !panel || panel.scrollHeight <= panel.clientHeight) return;
  const top = line.offsetTop;
  const bottom = top + line.offsetHeight;
  if (top < panel.scrollTop || bottom > panel.scrollTop + panel.clientHeight) {
    panel.scrollTop = top - panel.clientHeight / 3;
  }
}
