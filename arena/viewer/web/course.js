// The common course through several matches: the places of all their steps, in
// the order of play.
//
// Matches with the same deals drift apart: a seat announces something, a bet is
// not answered, a deal is passed. So a place is a deal, a trick (or bet, or
// turn), the number of decisions in the trick, and the number of announcements
// before the next decision. A match without a step at a place stays at its last
// step before.
// @ts-check

/**
 * @typedef {import("./story.js").Story} Story
 * @typedef {import("./story.js").Part} Part
 * @typedef {import("./match_document.js").Message} Message
 * @typedef {[number, number, number, number]} Place  Deal, trick, decisions
 *   before it in the trick, and announcements before it.
 */

/** A decision comes after all announcements with its number. */
const DECIDED = Infinity;

export class Course {
  /** @param {Story[]} stories */
  constructor(stories) {
    this.stories = stories;
    const ways = stories.map(placesOf);
    /** @type {Place[]} Ascending, each once. */
    this.places = ways
      .flat()
      .sort(compare)
      .filter((place, i, all) => i === 0 || compare(all[i - 1], place) !== 0);
    /** @private @type {number[][]} By match and place, the step. */
    this.steps = ways.map((way) => stepsAt(way, this.places));
    /** @private @type {number[][]} By match and step, the place of the step. */
    this.placesOfSteps = this.steps.map((steps) => {
      /** @type {number[]} */
      const places = [];
      steps.forEach((step, place) => (places[step] ??= place));
      return places;
    });
    /** @type {Part[]} */
    this.tricks = partsOf(
      this.places,
      (a, b) => a[0] === b[0] && a[1] === b[1],
    );
    /** @type {Part[]} */
    this.deals = partsOf(this.places, (a, b) => a[0] === b[0]);
  }

  get last() {
    return this.places.length - 1;
  }

  /**
   * The step of a match at a place.
   * @param {number} match
   * @param {number} place
   */
  stepAt(match, place) {
    return this.steps[match]?.[place] ?? 0;
  }

  /**
   * Whether a match has a step of its own at this place.
   * @param {number} match
   * @param {number} place
   */
  acts(match, place) {
    return (
      place === 0 || this.stepAt(match, place) !== this.stepAt(match, place - 1)
    );
  }

  /**
   * The place of a step.
   * @param {number} match
   * @param {number} step
   */
  placeOf(match, step) {
    return this.placesOfSteps[match]?.[step] ?? this.last;
  }

  /**
   * The last place that is not after a place of another course.
   * @param {Place} place
   */
  placeLike(place) {
    const after = this.places.findIndex((own) => compare(own, place) > 0);
    return after < 0 ? this.last : Math.max(0, after - 1);
  }

  /**
   * "t3.5" for the first place of a trick, "t3.5.2" for the second.
   * @param {number} index
   */
  hashOf(index) {
    const part = this.tricks.findLast(({ first }) => first <= index);
    const { deal = 0, trick = 0, first = 0 } = part ?? {};
    const rest = index > first ? `.${index - first + 1}` : "";
    return `t${deal}.${trick}${rest}`;
  }

  /**
   * The place that "#t3", "#t3.5" or "#t3.5.2" names; null if it names none.
   * @param {string} hash
   */
  indexOf(hash) {
    const found = /^#t(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(hash);
    if (!found) return null;
    const [deal = 0, trick = NaN, place = 1] = found
      .slice(1)
      .map((text) => (text === undefined ? undefined : Number(text)));
    const part =
      this.tricks.find((p) => p.deal === deal && p.trick === trick) ??
      this.deals.find((p) => p.deal === deal);
    if (!part) return null;
    return Math.min(part.first + Math.max(0, place - 1), part.last);
  }
}

/**
 * The places of the steps of a match.
 * @param {Story} story
 * @returns {Place[]}
 */
function placesOf({ steps, tricks }) {
  return tricks.flatMap(({ deal, trick, first, last }) => {
    const begin = steps[first]?.decision ?? 0;
    /** @type {Place[]} */
    const places = [];
    for (let i = first; i <= last; ++i) {
      const decision = steps[i]?.decision ?? 0;
      const decided = i === last || steps[i + 1]?.decision !== decision;
      const before = places.at(-1);
      const waited = before?.[2] === decision - begin ? before[3] + 1 : 0;
      places.push([deal, trick, decision - begin, decided ? DECIDED : waited]);
    }
    return places;
  });
}

/**
 * @param {Place[]} way  Of one match.
 * @param {Place[]} places  Of all.
 */
function stepsAt(way, places) {
  let step = 0;
  return places.map((place) => {
    const next = way[step + 1];
    if (next && compare(next, place) <= 0) ++step;
    return step;
  });
}

/**
 * @param {Place | undefined} one
 * @param {Place} other
 */
function compare(one, other) {
  for (let i = 0; i < other.length; ++i) {
    const a = one?.[i] ?? 0;
    const b = other[i] ?? 0;
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}

/**
 * @param {Place[]} places
 * @param {(a: Place, b: Place) => boolean} together
 * @returns {Part[]}
 */
function partsOf(places, together) {
  /** @type {Part[]} */
  const parts = [];
  places.forEach((place, i) => {
    const part = parts.at(-1);
    const before = places[i - 1];
    if (part && before && together(before, place)) {
      part.last = i;
    } else {
      parts.push({ deal: place[0], trick: place[1], first: i, last: i });
    }
  });
  return parts;
}
