// Several matches beside each other. A narrow window shows one of them.
// @ts-check
import { html, svg } from "./elements.js";
import { ownFacts } from "./header_pane.js";
import { picturePane } from "./picture_pane.js";
import { resultPane } from "./result_pane.js";
import { seatChips } from "./seat_chips.js";
import { sentencePane } from "./sentence_pane.js";
import { FORK } from "./set_layers.js";
import { namesOf } from "./set_viewing.js";
import { thinkPane } from "./think_pane.js";

/**
 * @typedef {import("./set_viewing.js").SetViewing} SetViewing
 * @typedef {import("./set_viewing.js").Table} Table
 * @typedef {import("./pane.js").Pane<SetViewing>} SetPane
 * @typedef {import("./picture.js").Picture} Picture
 */

/**
 * @param {SetViewing} set
 * @param {Picture} picture
 * @returns {SetPane}
 */
export function tablesPane(set, picture) {
  const cards = set.tables.map((table) => tableCard(table, picture));
  return {
    element: html(
      "div",
      { class: cards.length === 4 ? "set-tables even" : "set-tables" },
      ...cards.map(({ element }) => element),
    ),
    show(_, fresh) {
      for (const card of cards) card.show(set, fresh);
    },
  };
}

/**
 * The buttons that choose a table.
 * @param {SetViewing} set
 * @returns {SetPane}
 */
export function tableSwitch(set) {
  const buttons = set.tables.map((table) => {
    const names = namesOf(table.match).join(", ");
    const made = html(
      "button",
      { type: "button", title: names, "aria-label": table.name },
      table.number + 1,
    );
    made.addEventListener("click", () => set.chooseTable(table.number));
    return made;
  });
  return {
    element: html(
      "div",
      { class: "table-switch", role: "group", "aria-label": "Table" },
      html("span", { "aria-hidden": "true" }, "Table"),
      ...buttons,
    ),
    show() {
      buttons.forEach((button, i) =>
        button.setAttribute("aria-pressed", String(i === set.chosen)),
      );
    },
  };
}

/**
 * @param {Table} table
 * @param {Picture} picture
 * @returns {SetPane}
 */
function tableCard(table, picture) {
  const head = tableHead(table);
  const chips = seatChips(table.match);
  const panes = [
    chips,
    picturePane(picture),
    sentencePane(),
    thinkPane(),
    resultPane(table.match),
  ];
  const element = html(
    "section",
    { class: "table-card", "aria-label": table.name },
    head.element,
    ...panes.map((pane) => pane.element),
  );
  let step = -1;
  return {
    element,
    show(set, fresh) {
      element.classList.toggle("chosen", table.number === set.chosen);
      head.show(set, fresh);
      if (fresh) frame(chips.element, namesOf(table.match), set.followed);
      // Another table may have changed alone.
      if (!fresh && step === table.index) return;
      step = table.index;
      for (const pane of panes) pane.show(table, fresh);
    },
  };
}

/**
 * The name of a table, and whether the table parts from others here or waits
 * for them.
 * @param {Table} table
 * @returns {SetPane}
 */
function tableHead({ name, number, match }) {
  const parts = html(
    "p",
    { class: "parts-here" },
    svg(
      "svg",
      { viewBox: "0 0 10 10", width: 12, height: 12, "aria-hidden": "true" },
      svg("path", { d: FORK }),
    ),
    "parts here",
  );
  const waits = html("p", { class: "waits" }, "waits for the others");
  return {
    element: html(
      "div",
      { class: "table-head" },
      html("h2", {}, name),
      html("small", {}, ownFacts(match).join(" · ")),
      parts,
      waits,
    ),
    show(set) {
      parts.hidden = !set
        .divergencesAt(set.index)
        .some(({ branches }) =>
          branches.some(({ matches }) => matches.includes(number)),
        );
      waits.hidden = set.isAt(number);
    },
  };
}

/**
 * Frames the seats of the bot that is followed.
 * @param {HTMLElement} chips
 * @param {string[]} names
 * @param {string | null} followed
 */
function frame(chips, names, followed) {
  [...chips.children].forEach((chip, seat) =>
    chip.classList.toggle("followed", names[seat] === followed),
  );
}
