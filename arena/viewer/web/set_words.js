// Texts of the page of several matches.
// @ts-check
import { stepText } from "./words.js";

/**
 * @typedef {import("./set_viewing.js").SetViewing} SetViewing
 * @typedef {import("./divergences.js").Divergence} Divergence
 */

/**
 * "table 2", "tables 1 and 3", "all tables".
 * @param {number[]} tables  From 0.
 * @param {number} count  Of all tables.
 */
export function tablesText(tables, count) {
  if (tables.length === count)
    return count === 2 ? "both tables" : "all tables";
  const numbers = tables.map((table) => table + 1);
  if (numbers.length === 1) return `table ${numbers[0]}`;
  return `tables ${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}

/** @param {string} text */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/**
 * The events at the present place. Tables with the same events are told
 * together.
 * @param {SetViewing} set
 */
export function setText(set) {
  /** @type {Map<string, number[]>} */
  const told = new Map();
  set.tables.forEach((table, i) => {
    if (!set.isAt(i)) return;
    const text = stepText(table.step);
    told.set(text, [...(told.get(text) ?? []), i]);
  });
  const parts = [...told].map(
    ([text, tables]) =>
      `${capital(tablesText(tables, set.tables.length))}: ${text || "the beginning"}.`,
  );
  if (set.divergencesAt(set.index).length > 0) parts.unshift("Tables part here.");
  return parts.join(" ");
}

/**
 * The choices of the tables where they part, a line for each choice.
 * @param {Divergence} divergence
 * @param {number} count  Of all tables.
 */
export function branchLines({ branches }, count) {
  return branches.map(({ matches, step }) => {
    const done = (step?.acts ?? [])
      .map(
        (/** @type {any} */ act) =>
          act.sentence || `seat ${act.event.seat} acts`,
      )
      .join("; ");
    return {
      tables: capital(tablesText(matches, count)),
      done: done || "the deal is over",
    };
  });
}
