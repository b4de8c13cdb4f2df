// A match as one view saw it, and where what is in it.
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

/** What is worth a stop. */
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
    this.steps = steps;
    /** @type {Part[]} Tricks, bets or turns; the whole match if it has none. */
    this.tricks = partsOf(
      steps,
      (a, b) => a.deal === b.deal && a.trick === b.trick,
    );
    /** @type {Part[]} */
    this.deals = partsOf(steps, (a, b) => a.deal === b.deal);
  }

  get last() {
    return this.steps.length - 1;
  }

  /**
   * The step in which a decision was taken: announcements before it have its
   * number, too. The last step before it if it is not there.
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
   * The address of a step in this view: "d57", or "s60" of one that took no
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
   * The nearest step after or before one, for which something holds.
   * @param {number} from
   * @param {1 | -1} direction
   * @param {(step: Message) => boolean} holds
   * @returns {number}  The same one if there is none.
   */
  nearest(from, direction, holds) {
    for (let i = from + direction; i >= 0 && i <= this.last; i += direction) {
      if (holds(/** @type {Message} */ (this.steps[i]))) return i;
    }
    return from;
  }
}

/**
 * @param {Message[]} steps
 * @param {(a: Message, b: Message) => boolean} together
 * @returns {Part[]}
 */
function partsOf(steps, together) {
  /** @type {Part[]} */
  const parts = [];
  steps.forEach((step, i) => {
    const part = parts.at(-1);
    const before = steps[i - 1];
    if (part && before && together(before, step)) {
      part.last = i;
    } else {
      const { deal = 0, trick = 0 } = step;
      parts.push({ deal, trick, first: i, last: i });
    }
  });
  return parts;
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
