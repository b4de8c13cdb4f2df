// The view of one match: the point of view, the step, and what is hidden.
// @ts-check
import { hasPlace, indexOf } from "./address.js";
import { viewOf } from "./match_document.js";
import { Story } from "./story.js";
import { Walk } from "./walk.js";
import { placeText, playerName } from "./words.js";

/**
 * @typedef {import("./match_document.js").MatchDocument} MatchDocument
 * @typedef {import("./match_document.js").Message} Message
 * @typedef {import("./match_document.js").View} View
 */

export class Viewing extends Walk {
  /**
   * @param {MatchDocument} document
   * @param {{choice: string | null, spoilers: boolean}} settings
   */
  constructor(document, settings) {
    super(settings.spoilers);
    this.document = document;
    this.match = document.match;
    /** The seat at the bottom. */
    this.turned = 0;
    /** Whether listeners are told that the match has gone on by itself. */
    this.growing = false;
    /** @private @type {Map<View, Story>} */
    this.stories = new Map();
    const [first = "public"] = document.views;
    const asked = settings.choice === null ? null : viewOf(settings.choice);
    const view = document.views.find((v) => v === asked) ?? first;
    this.story = this.storyOf(view);
    if (typeof view === "number") this.turned = view;
  }

  // ---- The view ----

  get seats() {
    return (this.match.players ?? []).length;
  }
  get step() {
    return /** @type {Message} */ (this.story.steps[this.index]);
  }
  get view() {
    return this.story.view;
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

  // ---- The way ----

  /** @override */
  get last() {
    return this.story.last;
  }
  /** @override */
  get deals() {
    return this.story.deals;
  }
  /** @override */
  get tricks() {
    return this.story.tricks;
  }
  /** @override */
  get placeText() {
    return placeText(this.step);
  }
  /** @override */
  get choices() {
    return this.document.views.map((view) => ({
      view: String(view),
      label: choiceLabel(this.match, view),
    }));
  }
  /** @override */
  get choice() {
    return String(this.story.view);
  }
  /** @override */
  get documents() {
    return [this.document];
  }
  /**
   * @override
   * @param {number} index
   */
  hashOf(index) {
    return this.story.address(index);
  }
  /**
   * @override
   * @param {string} hash
   */
  indexOf(hash) {
    return indexOf(hash, this.story);
  }
  /**
   * Whether "#..." names a step that the match has reached.
   * @param {string} hash
   */
  has(hash) {
    return hasPlace(hash, this.story);
  }
  /**
   * @override
   * @param {1 | -1} direction
   * @param {(step: Message, match: Viewing) => boolean} holds
   */
  nearest(direction, holds) {
    return this.story.nearest(this.index, direction, (step) =>
      holds(step, this),
    );
  }

  // ---- Changes ----

  /**
   * @override
   * @param {string | number} choice
   */
  see(choice) {
    const view = viewOf(String(choice));
    if (view === this.story.view || !this.document.views.includes(view)) return;
    const decision = this.step.decision ?? 0;
    const end = this.atEnd;
    this.story = this.storyOf(view);
    this.index = end ? this.story.last : this.story.indexOfDecision(decision);
    this.before = null;
    if (typeof view === "number") this.turned = view;
    this.tell(true);
  }

  /** @override */
  turn() {
    this.turned = (this.turned + 1) % Math.max(1, this.seats);
    this.tell(true);
  }

  /**
   * The match has gone on. A reader at the end goes on with it.
   * @param {Message[]} steps
   */
  grow(steps) {
    const following = this.atEnd;
    for (const step of steps) this.story.add(step);
    if (following) this.index = this.last;
    this.growing = true;
    this.tell(false);
    this.growing = false;
  }

  /**
   * The match as a view saw it.
   * @protected
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
}

/**
 * @param {Message} match
 * @param {View} view
 */
function choiceLabel(match, view) {
  if (view === "table") return "the table: all hands";
  if (view === "public") return "everybody";
  return `seat ${view}: ${playerName(match, view)}`;
}
