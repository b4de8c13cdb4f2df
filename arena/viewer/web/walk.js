// The way of the reader through the page: from place to place, by hand or in
// autoplay. A place is a step of a match, or a common place of several matches.
// @ts-check

/**
 * @typedef {import("./match_document.js").Message} Message
 * @typedef {import("./story.js").Part} Part
 * @typedef {import("./viewing.js").Viewing} Viewing
 * @typedef {{view: string, label: string}} Choice  A view to choose: its name
 *   in links, and its name in words.
 * @typedef {(walk: Walk, fresh: boolean) => void} WalkListener  `fresh`: more
 *   than the place has changed.
 */

/** Places a second in autoplay. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16];

/**
 * Every change is a call of a method, and all listeners are told.
 * @abstract
 */
export class Walk {
  /** @param {boolean} spoilers  Whether what comes later may be shown. */
  constructor(spoilers) {
    this.spoilers = spoilers;
    this.othersHidden = false;
    this.index = 0;
    this.playing = false;
    this.speed = /** @type {number} */ (SPEEDS[1]);
    /** @private @type {WalkListener[]} */
    this.listeners = [];
    /** @protected @type {number | null} The reader's place before a jump. */
    this.before = null;
  }

  // ---- The way: each kind of walk overrides this ----

  /** @returns {number} The index of the last place. */
  get last() {
    throw new Error("a walk has a last place");
  }
  /** @returns {Part[]} */
  get deals() {
    throw new Error("a walk has deals");
  }
  /** @returns {Part[]} Tricks, bets or turns. */
  get tricks() {
    throw new Error("a walk has tricks");
  }
  /** @returns {string} The present place in words. */
  get placeText() {
    throw new Error("a place has words");
  }
  /** @returns {Choice[]} */
  get choices() {
    throw new Error("a walk has choices");
  }
  /** @returns {string} The choice that is in effect. */
  get choice() {
    throw new Error("a walk has a choice");
  }
  /** @returns {import("./match_document.js").MatchDocument[]} */
  get documents() {
    throw new Error("a walk has documents");
  }

  /**
   * The part of a link behind "#".
   * @param {number} _index
   * @returns {string}
   */
  hashOf(_index) {
    throw new Error("a place has an address");
  }
  /**
   * The place that "#..." names; null if it names none.
   * @param {string} _hash
   * @returns {number | null}
   */
  indexOf(_hash) {
    throw new Error("an address has a place");
  }
  /**
   * The nearest place after or before the present one for which `holds` is
   * true; the present place if there is none.
   * @param {1 | -1} _direction
   * @param {(step: Message, match: Viewing) => boolean} _holds
   * @returns {number}
   */
  nearest(_direction, _holds) {
    throw new Error("a walk can look ahead");
  }
  /**
   * Shows the place `index`.
   * @protected
   */
  moved() {}

  // ---- Going ----

  get atEnd() {
    return this.index === this.last;
  }
  /** Whether what comes after this place may be shown. */
  get tellsLater() {
    return this.spoilers || this.atEnd;
  }

  /** @param {WalkListener} listener */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /** @param {number} index */
  go(index) {
    const there = Math.max(0, Math.min(index, this.last));
    if (there === this.index) return;
    this.index = there;
    this.moved();
    this.tell(false);
  }

  /**
   * Goes to a place, from which the reader can come back.
   * @param {number | null} index
   */
  jump(index) {
    if (index === null || index === this.index) return;
    this.before = this.index;
    this.go(index);
  }

  /** Goes back to the place before the jump. */
  goBack() {
    this.jump(this.before);
  }

  /** @param {boolean} playing */
  play(playing) {
    if (playing && this.atEnd) {
      this.index = 0;
      this.moved();
    }
    this.playing = playing;
    this.tell(true);
  }

  /** @param {1 | -1} by */
  changeSpeed(by) {
    const next = SPEEDS[SPEEDS.indexOf(this.speed) + by];
    if (next === undefined) return;
    this.speed = next;
    this.tell(true);
  }

  // ---- The view ----

  /** @param {string | number} _choice */
  see(_choice) {}
  /** Turns the table. */
  turn() {}

  hideOthers() {
    this.othersHidden = !this.othersHidden;
    this.tell(true);
  }

  hideSpoilers() {
    this.spoilers = !this.spoilers;
    this.tell(true);
  }

  /**
   * @protected
   * @param {boolean} fresh
   */
  tell(fresh) {
    for (const listener of this.listeners) listener(this, fresh);
  }
}
