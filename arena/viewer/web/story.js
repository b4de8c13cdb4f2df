// A match as one view saw it, with its parts.
// @ts-check

/**
 * @typedef {import("./match_document.js").Message} Message
 * @typedef {import("./match_document.js").View} View
 * @typedef {object} Part  Steps that belong together: a deal, or a trick, bet
 *   or turn of one.
 * @property {number} deal
 * @property {number} trick
 * @property {number} first  Index of its first step.
 * @property {number} last
 */

/** Marks that are worth a stop. */
const MARKS = new Set([
  "STEP_MARK_FAULT",
  "STEP_MARK_ANNOUNCEMENT",
  "STEP_MARK_CAPTURE",
  "STEP_MARK_SHOWDOWN",
  "STEP_MARK_SET_END",
]);

/** @param {Message} step */
export function isMarked(step) {
  return (step.marks ?? []).some((/** @type {string} */ m) => MARKS.has(m));
}

/** @param {Message} step */
export function hasFault(step) {
  return (step.marks ?? []).includes("STEP_MARK_FAULT");
}

export class Story {
  /**
   * @param {View} view
   * @param {Message[]} steps
   */
  constructor(view, steps) {
    this.view = view;
    /** @type {Message[]} */
    this.steps = [];
    /** @type {Part[]} Tricks, bets or turns; the whole match if it has none. */
    this.tricks = [];
    /** @type {Part[]} */
    this.deals = [];
    for (const step of steps) this.add(step);
  }

  /** @param {Message} step  The next one. */
  add(step) {
    const before = this.steps.at(-1);
    const index = this.steps.push(step) - 1;
    const { deal = 0, trick = 0 } = step;
    const sameDeal = before !== undefined && (before.deal ?? 0) === deal;
    const sameTrick = sameDeal && (before.trick ?? 0) === trick;
    extend(this.deals, sameDeal, { deal, trick, first: index, last: index });
    extend(this.tricks, sameTrick, { deal, trick, first: index, last: index });
  }

  get last() {
    return this.steps.length - 1;
  }

  /**
   * The step in which a decision was taken, or the last step before it if there
   * is none. Announcements before the decision have its number, too.
   * @param {number} decision
   */
  indexOfDecision(decision) {
    let index = this.steps.findIndex((s) => (s.decision ?? 0) > decision);
    if (index < 0) index = this.steps.length;
    return Math.max(0, index - 1);
  }

  /**
   * @param {number} deal
   * @param {number} trick
   */
  indexOfTrick(deal, trick) {
    const part = this.tricks.find((p) => p.deal === deal && p.trick === trick);
    return part?.first ?? this.deals.find((p) => p.deal === deal)?.first ?? 0;
  }

  /**
   * The address of a step in this view: "d57", or "s60" for a step without a
   * decision.
   * @param {number} index
   */
  address(index) {
    const decision = this.steps[index]?.decision ?? 0;
    return this.indexOfDecision(decision) === index
      ? `d${decision}`
      : `s${index}`;
  }

  /**
   * The nearest step after or before a step for which a condition holds.
   * @param {number} from
   * @param {1 | -1} direction
   * @param {(step: Message) => boolean} holds
   * @returns {number}  `from` if there is none.
   */
  nearest(from, direction, holds) {
    for (let i = from + direction; i >= 0 && i <= this.last; i += direction) {
      if (holds(/** @type {Message} */ (this.steps[i]))) return i;
    }
    return from;
  }
}

/**
 * @param {Part[]} parts
 * @param {boolean} goesOn  Whether the step belongs to the last part.
 * @param {Part} next  The step as a part of its own.
 */
function extend(parts, goesOn, next) {
  const part = parts.at(-1);
  if (goesOn && part) part.last = next.last;
  else parts.push(next);
}

/**
 * The part that has a step.
 * @param {Part[]} parts
 * @param {number} index
 */
export function partAt(parts, index) {
  let low = 0;
  for (let high = parts.length - 1; low < high; ) {
    const middle = Math.ceil((low + high) / 2);
    if (/** @type {Part} */ (parts[middle]).first <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}
