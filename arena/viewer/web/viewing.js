// What the reader looks at: which view, which step, and how.
// @ts-check
import { Story } from "./story.js";

/**
 * @typedef {import("./match_document.js").MatchDocument} MatchDocument
 * @typedef {import("./match_document.js").Message} Message
 * @typedef {import("./match_document.js").View} View
 * @typedef {(viewing: Viewing, fresh: boolean) => void} Listener  `fresh`: more
 *   has changed than the step.
 */

/** Steps a second in autoplay. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16];

export class Viewing {
  /**
   * @param {MatchDocument} document
   * @param {{view: View | null, spoilers: boolean}} settings
   */
  constructor(document, settings) {
    this.document = document;
    this.match = document.match;
    this.spoilers = settings.spoilers;
    this.othersHidden = false;
    /** The seat at the bottom. */
    this.turned = 0;
    this.playing = false;
    this.speed = /** @type {number} */ (SPEEDS[1]);
    this.index = 0;
    /** @private @type {Map<View, Story>} */
    this.stories = new Map();
    /** @private @type {Listener[]} */
    this.listeners = [];
    /** @private @type {number | null} Where the reader was before a jump. */
    this.before = null;
    const [first = "public"] = document.views;
    const view = document.views.find((v) => v === settings.view) ?? first;
    this.story = this.storyOf(view);
    if (typeof view === "number") this.turned = view;
  }

  // ---- What is shown ----

  get seats() {
    return (this.match.players ?? []).length;
  }
  get step() {
    return /** @type {Message} */ (this.story.steps[this.index]);
  }
  get atEnd() {
    return this.index === this.story.last;
  }
  /** Whether what comes after this step may be shown. */
  get tellsLater() {
    return this.spoilers || this.atEnd;
  }

  /**
   * The step as pictures want it.
   * @returns {import("./picture.js").Position}
   */
  get position() {
    const observations = this.step.observations.map(
      (/** @type {Message} */ seen) => seen[this.match.game],
    );
    return {
      match: this.match,
      step: this.step,
      observations,
      view: this.story.view,
      othersHidden: this.othersHidden,
      turned: this.turned,
    };
  }

  // ---- Changes ----

  /** @param {Listener} listener */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /** @param {number} index */
  go(index) {
    const there = Math.max(0, Math.min(index, this.story.last));
    if (there === this.index) return;
    this.index = there;
    this.tell(false);
  }

  /**
   * Goes where the reader can come back from.
   * @param {number | null} index
   */
  jump(index) {
    if (index === null || index === this.index) return;
    this.before = this.index;
    this.go(index);
  }

  /** Back to before the jump. */
  goBack() {
    this.jump(this.before);
  }

  /** @param {View} view */
  see(view) {
    if (view === this.story.view || !this.document.views.includes(view)) return;
    const decision = this.step.decision ?? 0;
    const end = this.atEnd;
    this.story = this.storyOf(view);
    this.index = end ? this.story.last : this.story.indexOfDecision(decision);
    this.before = null;
    if (typeof view === "number") this.turned = view;
    this.tell(true);
  }

  turn() {
    this.turned = (this.turned + 1) % Math.max(1, this.seats);
    this.tell(true);
  }

  hideOthers() {
    this.othersHidden = !this.othersHidden;
    this.tell(true);
  }

  hideSpoilers() {
    this.spoilers = !this.spoilers;
    this.tell(true);
  }

  /** @param {boolean} playing */
  play(playing) {
    if (playing && this.atEnd) this.index = 0;
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

  /**
   * @private
   * @param {View} view
   */
  storyOf(view) {
    let story = this.stories.get(view);
    if (!story) {
      story = new Story(view, this.document.steps(view));
      this.stories.set(view, story);
    }
    return story;
  }

  /**
   * @private
   * @param {boolean} fresh
   */
  tell(fresh) {
    for (const listener of this.listeners) listener(this, fresh);
  }
}
