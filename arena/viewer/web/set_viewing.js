// The view of several matches with the same deals, all of them at the same
// place.
// @ts-check
import { Course } from "./course.js";
import { viewOf } from "./match_document.js";
import { divergencesOf } from "./divergences.js";
import { Viewing } from "./viewing.js";
import { Walk } from "./walk.js";
import { playerName } from "./words.js";

/**
 * @typedef {import("./match_document.js").MatchDocument} MatchDocument
 * @typedef {import("./match_document.js").Message} Message
 * @typedef {import("./match_document.js").View} View
 * @typedef {import("./walk.js").Choice} Choice
 * @typedef {import("./divergences.js").Divergence} Divergence
 */

/** In a choice, the prefix of the name of a bot that is followed. */
const BOT = "bot:";

/** One match of a set: it goes where the set goes. */
export class Table extends Viewing {
  /**
   * @param {SetViewing} set
   * @param {MatchDocument} document
   * @param {number} number  From 0.
   */
  constructor(set, document, number) {
    super(document, { choice: null, spoilers: set.spoilers });
    this.set = set;
    this.number = number;
  }

  get name() {
    return `Table ${this.number + 1}`;
  }

  /**
   * Shows a step of this match alone.
   * @param {number} step
   */
  show(step) {
    this.index = step;
  }

  /**
   * Shows the match in a view, or in the view that knows most if the file does
   * not have this view.
   * @param {View | undefined} view
   * @param {number} bottom  The seat at the bottom.
   */
  lookAs(view, bottom) {
    const { views } = this.document;
    const held = views.find((v) => v === view) ?? views[0] ?? "public";
    this.story = this.storyOf(held);
    this.turned = bottom;
  }

  /**
   * The story to compare with other tables: that of the table, or the public
   * one.
   */
  get compared() {
    const { views } = this.document;
    if (this.view === "table" || !views.includes("public")) return this.story;
    return this.storyOf("public");
  }

  /**
   * @override
   * @param {number} step
   */
  go(step) {
    this.set.go(this.set.course.placeOf(this.number, step));
  }
  /**
   * @override
   * @param {number | null} step
   */
  jump(step) {
    if (step === null) return;
    this.set.jump(this.set.course.placeOf(this.number, step));
  }
  /**
   * @override
   * @param {number} step
   */
  hashOf(step) {
    return this.set.course.hashOf(this.set.course.placeOf(this.number, step));
  }
}

export class SetViewing extends Walk {
  /**
   * @param {MatchDocument[]} documents  At least one; their games are the same.
   * @param {{choice: string | null, spoilers: boolean}} settings
   */
  constructor(documents, settings) {
    super(settings.spoilers);
    this.tables = documents.map((held, i) => new Table(this, held, i));
    this.match = /** @type {Table} */ (this.tables[0]).match;
    /** The names of all bots, each once, in the order of the tables. */
    this.bots = [
      ...new Set(this.tables.flatMap(({ match }) => namesOf(match))),
    ];
    /** The table whose log is shown. A narrow window shows only this table. */
    this.chosen = 0;
    this.chosenChoice = "";
    this.course = new Course(this.tables.map(({ story }) => story));
    /** @type {Divergence[]} By place. */
    this.divergences = [];
    const { choices } = this;
    const asked = choices.find(({ view }) => view === settings.choice);
    this.choose(asked?.view ?? this.knowsMost(choices));
  }

  /**
   * Sets the place before there are listeners.
   * @param {number} index
   */
  begin(index) {
    this.index = index;
    this.moved();
  }

  // ---- The way ----

  /** @override */
  get last() {
    return this.course.last;
  }
  /** @override */
  get deals() {
    return this.course.deals;
  }
  /** @override */
  get tricks() {
    return this.course.tricks;
  }
  /** @override */
  get placeText() {
    const part = this.tricks.findLast(({ first }) => first <= this.index);
    const { deal = 0, trick = 0, first = 0 } = part ?? {};
    const parts = [];
    if (deal) parts.push(`deal ${deal}`);
    if (trick) parts.push(`${deal ? "trick" : "turn"} ${trick}`);
    if (this.index > first) parts.push(`place ${this.index - first + 1}`);
    if (this.index === 0) parts.push("the beginning");
    if (this.divergencesAt(this.index).length > 0) parts.push("tables part");
    return parts.join(", ");
  }
  /** @override */
  get documents() {
    return this.tables.map((table) => table.document);
  }
  /**
   * @override
   * @param {number} index
   */
  hashOf(index) {
    return this.course.hashOf(index);
  }
  /**
   * Decisions ("#d57") are those of the chosen table.
   * @override
   * @param {string} hash
   */
  indexOf(hash) {
    const place = this.course.indexOf(hash);
    if (place !== null) return place;
    const step = this.table.indexOf(hash);
    return step === null ? null : this.course.placeOf(this.chosen, step);
  }
  /**
   * @override
   * @param {1 | -1} direction
   * @param {(step: Message, match: Viewing) => boolean} holds
   */
  nearest(direction, holds) {
    for (let i = this.index + direction; i >= 0 && i <= this.last;) {
      const found = this.tables.some((table, match) => {
        if (!this.course.acts(match, i)) return false;
        const step = table.story.steps[this.course.stepAt(match, i)];
        return step !== undefined && holds(step, table);
      });
      if (found) return i;
      i += direction;
    }
    return this.index;
  }

  // ---- Tables ----

  get table() {
    return /** @type {Table} */ (this.tables[this.chosen]);
  }

  /** @param {number} table */
  chooseTable(table) {
    this.chosen = (table + this.tables.length) % this.tables.length;
    this.tell(true);
  }

  /**
   * Whether a table has a step of its own at this place.
   * @param {number} table
   */
  isAt(table) {
    return this.course.acts(table, this.index);
  }

  /**
   * The divergences at a place that the reader may know of.
   * @param {number} place
   */
  divergencesAt(place) {
    return this.divergences.filter((divergence) => divergence.place === place);
  }

  /** @param {1 | -1} direction */
  nextDivergence(direction) {
    const places = this.divergences.map(({ place }) => place);
    const next =
      direction > 0
        ? places.find((place) => place > this.index)
        : places.findLast((place) => place < this.index);
    return next ?? null;
  }

  // ---- Views ----

  /**
   * @override
   * @returns {Choice[]}
   */
  get choices() {
    /** @param {View} view */
    const held = (view) =>
      this.documents.every(({ views }) => views.includes(view));
    const seats = this.tables.map(({ seats }) => seats);
    return [
      ...(held("table")
        ? [{ view: "table", label: "the table: all hands" }]
        : []),
      ...(held("public") ? [{ view: "public", label: "everybody" }] : []),
      ...[...Array(Math.min(...seats)).keys()]
        .filter(held)
        .map((seat) => ({ view: `${seat}`, label: `seat ${seat} everywhere` })),
      ...this.bots
        .filter((bot) => this.mayFollow(bot))
        .map((bot) => ({
          view: BOT + bot,
          label: `${bot}, wherever it sits`,
        })),
    ];
  }
  /** @override */
  get choice() {
    return this.chosenChoice;
  }
  /** The bot that is followed; null if there is none. */
  get followed() {
    const { chosenChoice } = this;
    return chosenChoice.startsWith(BOT) ? chosenChoice.slice(4) : null;
  }

  /**
   * The first view: the view that the file was made for.
   * @private
   * @param {Choice[]} choices
   */
  knowsMost(choices) {
    const best =
      this.documents
        .flatMap(({ views }) => views.slice(0, 1))
        .find((view) => view !== "public") ?? "public";
    const found =
      choices.find(({ view }) => view === `${best}`) ??
      choices.find(({ view }) => view.startsWith(BOT));
    return found?.view ?? "public";
  }

  /**
   * Whether the file has the bot's view at every table where it sits. If
   * nothing is hidden, all views are equal.
   * @private
   * @param {string} bot
   */
  mayFollow(bot) {
    return this.tables.every(({ match, document: { views } }) => {
      const seat = namesOf(match).indexOf(bot);
      const only = views.length === 1 && views[0] === "public";
      return only || seat < 0 || views.includes(seat);
    });
  }

  /**
   * @override
   * @param {string | number} choice
   */
  see(choice) {
    const known = this.choices.some(({ view }) => view === `${choice}`);
    if (!known || this.chosenChoice === `${choice}`) return;
    const place = this.course.places[this.index];
    this.choose(`${choice}`);
    this.before = null;
    this.index = place ? this.course.placeLike(place) : 0;
    this.moved();
    this.tell(true);
  }

  /**
   * @private
   * @param {string} choice
   */
  choose(choice) {
    this.chosenChoice = choice;
    const { followed } = this;
    for (const table of this.tables) {
      if (followed === null) {
        const view = viewOf(choice);
        const seat = typeof view === "number" ? view : table.turned;
        table.lookAs(view, seat);
      } else {
        const seat = namesOf(table.match).indexOf(followed);
        table.lookAs(seat < 0 ? "public" : seat, Math.max(0, seat));
      }
    }
    this.course = new Course(this.tables.map(({ story }) => story));
    const compared = new Course(this.tables.map((table) => table.compared));
    this.divergences = divergencesOf(compared).map((divergence) => ({
      ...divergence,
      place: this.course.placeLike(
        compared.places[divergence.place] ?? [0, 0, 0, 0],
      ),
    }));
  }

  /**
   * @override
   * @protected
   */
  moved() {
    this.tables.forEach((table, i) =>
      table.show(this.course.stepAt(i, this.index)),
    );
  }

  /** @override */
  turn() {
    for (const table of this.tables) table.turn();
    this.tell(true);
  }
  /** @override */
  hideOthers() {
    for (const table of this.tables) table.hideOthers();
    super.hideOthers();
  }
  /** @override */
  hideSpoilers() {
    for (const table of this.tables) table.hideSpoilers();
    super.hideSpoilers();
  }
}

/**
 * The names of the players, by seat.
 * @param {Message} match
 * @returns {string[]}
 */
export function namesOf(match) {
  return (match.players ?? []).map(
    (/** @type {unknown} */ _, /** @type {number} */ seat) =>
      playerName(match, seat),
  );
}
