// A match under way, as everybody sees it: a document that is not complete.
// @ts-check
import { MatchDocument } from "./match_document.js";

/** @typedef {import("./match_document.js").Message} Message */

/** Fills in the fields that the messages leave out. */
export class LiveMatch extends MatchDocument {
  /**
   * @param {Message} match
   * @param {Message[]} steps  All so far.
   */
  constructor(match, steps) {
    super({ format: 1, match, views: ["public"], frames: [] });
    /** @private */
    this.known = steps;
  }

  /** @override */
  steps() {
    return [...this.known];
  }
}
