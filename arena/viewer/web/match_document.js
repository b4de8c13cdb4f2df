// The match that the page shows: data that `arena` wrote (README.md has the
// format).
// @ts-check
import { patched } from "./patch.js";

/**
 * A message of the protocol as protobuf's JSON.
 * @typedef {Record<string, any>} Message
 * @typedef {"table" | "public" | number} View  A point of view; a number is a
 *   seat.
 * @typedef {object} Proof  All text is base64.
 * @property {string} header
 * @property {string} entries
 * @property {string} chain
 * @property {string} record
 * @property {import("./dealing.js").List[]} dealing
 * @typedef {{all?: any, own?: Record<string, any>}} SharedPatches
 * @typedef {object} Frame  A step, as each view saw it.
 * @property {Message} step  The step of the first view, without observations.
 * @property {SharedPatches} [steps]  The differences of the other views.
 * @property {Message[]} [seen]  The observations, in place of `changes`.
 * @property {SharedPatches} [changes]
 */

const FORMAT = 1;

/** A match, as one or several views saw it. */
export class MatchDocument {
  /** @param {any} json */
  constructor(json) {
    if (json.format !== FORMAT) {
      throw new Error(
        `the match has format ${json.format}, and this page shows ${FORMAT}`,
      );
    }
    /** @type {Message} The `Match`, with its result. */
    this.match = json.match;
    /** @type {Proof | null} */
    this.proof = json.proof ?? null;
    /** @type {Message[]} The notes that the reader may know, each a
     * `DecisionNote`. */
    this.notes = json.notes ?? [];
    /** @type {View[]} The view that knows most comes first. */
    this.views = json.views.map(viewOf);
    /** @private @type {Frame[]} */
    this.frames = json.frames;
  }

  /**
   * The notes on a decision.
   * @param {number} decision
   * @param {number} [seat]  Only notes of this seat.
   */
  notesOf(decision, seat) {
    return this.notes.filter(
      (note) =>
        note.decision === decision &&
        (seat === undefined || (note.seat ?? 0) === seat),
    );
  }

  /**
   * The steps that a view was shown, each a `MatchStep` with its observations.
   * @param {View} view
   * @returns {Message[]}
   */
  steps(view) {
    const place = this.views.indexOf(view);
    /** @type {Message[]} By observer: the first view's, then everybody's. */
    let seen = [];
    const counts = { step: 0, decision: 0, plies: 0 };
    /** @param {Message} told  Its counts are what the counts grow by. */
    const counted = (told) => {
      counts.step += told.step ?? 0;
      counts.decision += told.decision ?? 0;
      counts.plies += told.plies ?? 0;
      return { ...told, ...counts };
    };
    return this.frames.flatMap(({ step, steps, seen: whole, changes }) => {
      seen = whole ?? seen.map((old, i) => withShared(old, changes, i));
      if (place === 0) {
        const own = seen.slice(0, view === "table" ? step.returns.length : 1);
        return { ...counted(step), observations: own };
      }
      // A step that this view was not shown.
      if (steps?.own?.[place - 1] === null) return [];
      const observer = view === "public" ? seen.length - 1 : Number(view);
      const other = withShared(step, steps, place - 1);
      return { ...counted(other), observations: [seen[observer]] };
    });
  }
}

/**
 * A value with one of several patches applied (arena/viewer/json_patch.h).
 * @param {any} value
 * @param {SharedPatches | undefined} patches
 * @param {number} i
 */
function withShared(value, patches, i) {
  const common = patches?.all ? patched(value, patches.all) : value;
  const own = patches?.own?.[i];
  return own ? patched(common, own) : common;
}

/**
 * "table", "public" or the number of a seat.
 * @param {string} name
 * @returns {View}
 */
export function viewOf(name) {
  return name === "table" || name === "public" ? name : Number(name);
}
