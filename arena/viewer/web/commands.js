// All commands of the reader by key. Keyboard and help are made from this list.
// @ts-check
import { hasFault, isMarked, partAt } from "./story.js";

/**
 * @typedef {import("./walk.js").Walk} Walk
 * @typedef {import("./viewing.js").Viewing} Viewing
 * @typedef {import("./match_document.js").Message} Message
 * @typedef {object} Dialogs  The dialogs that open over the match.
 * @property {() => void} help
 * @property {() => void} verify
 * @property {() => void} copyLink
 *
 * @typedef {object} Command
 * @property {string[]} keys  As in `KeyboardEvent.key`.
 * @property {string} shown  The keys as people read them.
 * @property {string} does
 * @property {(walk: Walk, dialogs: Dialogs, key: string) => void} run
 */

/** @type {Command[]} */
export const COMMANDS = [
  {
    keys: ["ArrowRight", "l"],
    shown: "→ l",
    does: "next step",
    run: (walk) => walk.go(walk.index + 1),
  },
  {
    keys: ["ArrowLeft", "h"],
    shown: "← h",
    does: "previous step",
    run: (walk) => walk.go(walk.index - 1),
  },
  {
    keys: ["ArrowDown", "j"],
    shown: "↓ j",
    does: "next choice of the seat at the bottom",
    run: (walk) => toNearest(walk, 1, actsAtBottom),
  },
  {
    keys: ["ArrowUp", "k"],
    shown: "↑ k",
    does: "previous choice of the seat at the bottom",
    run: (walk) => toNearest(walk, -1, actsAtBottom),
  },
  {
    keys: ["]"],
    shown: "]",
    does: "next trick, bet or turn",
    run: (walk) => toPart(walk, "tricks", 1),
  },
  {
    keys: ["["],
    shown: "[",
    does: "previous trick, bet or turn",
    run: (walk) => toPart(walk, "tricks", -1),
  },
  {
    keys: ["PageDown", "}"],
    shown: "PgDn }",
    does: "next deal",
    run: (walk) => toPart(walk, "deals", 1),
  },
  {
    keys: ["PageUp", "{"],
    shown: "PgUp {",
    does: "previous deal",
    run: (walk) => toPart(walk, "deals", -1),
  },
  {
    keys: ["e"],
    shown: "e",
    does: "next fault, announcement, capture or showdown",
    run: (walk) => toNearest(walk, 1, isMarked),
  },
  {
    keys: ["E"],
    shown: "E",
    does: "previous fault, announcement, capture or showdown",
    run: (walk) => toNearest(walk, -1, isMarked),
  },
  {
    keys: ["x"],
    shown: "x",
    does: "next fault",
    run: (walk) => toNearest(walk, 1, hasFault),
  },
  {
    keys: ["X"],
    shown: "X",
    does: "previous fault",
    run: (walk) => toNearest(walk, -1, hasFault),
  },
  {
    keys: ["Home"],
    shown: "Home",
    does: "the beginning",
    run: (walk) => walk.jump(0),
  },
  {
    keys: ["End"],
    shown: "End",
    does: "the end",
    run: (walk) => walk.jump(walk.last),
  },
  {
    keys: [" "],
    shown: "Space",
    does: "play or stop",
    run: (walk) => walk.play(!walk.playing),
  },
  {
    keys: ["+", "="],
    shown: "+",
    does: "play faster",
    run: (walk) => walk.changeSpeed(1),
  },
  {
    keys: ["-"],
    shown: "-",
    does: "play slower",
    run: (walk) => walk.changeSpeed(-1),
  },
  {
    keys: ["t"],
    shown: "t",
    does: "see all hands",
    run: (walk) => walk.see("table"),
  },
  {
    keys: ["p"],
    shown: "p",
    does: "see what everybody saw",
    run: (walk) => walk.see("public"),
  },
  {
    keys: ["0", "1", "2", "3"],
    shown: "0 1 2 3",
    does: "see what this seat saw",
    run: (walk, _, key) => walk.see(key),
  },
  {
    keys: ["m"],
    shown: "m",
    does: "hide or show the hands of other seats",
    run: (walk) => walk.hideOthers(),
  },
  {
    keys: ["f"],
    shown: "f",
    does: "turn the table",
    run: (walk) => walk.turn(),
  },
  {
    keys: ["s"],
    shown: "s",
    does: "hide or show what comes later",
    run: (walk) => walk.hideSpoilers(),
  },
  {
    keys: ["b"],
    shown: "b",
    does: "back to the step before the jump",
    run: (walk) => walk.goBack(),
  },
  {
    keys: ["c"],
    shown: "c",
    does: "copy a link to this step",
    run: (_, dialogs) => dialogs.copyLink(),
  },
  {
    keys: ["v"],
    shown: "v",
    does: "verify the match here",
    run: (_, dialogs) => dialogs.verify(),
  },
  {
    keys: ["?"],
    shown: "?",
    does: "this help",
    run: (_, dialogs) => dialogs.help(),
  },
];

/**
 * @param {Message} step
 * @param {Viewing} match
 */
function actsAtBottom(step, match) {
  return (step.acts ?? []).some(
    (/** @type {Message} */ act) => act.event.seat === match.turned,
  );
}

/**
 * @param {Walk} walk
 * @param {1 | -1} direction
 * @param {(step: Message, match: Viewing) => boolean} holds
 */
function toNearest(walk, direction, holds) {
  walk.jump(walk.nearest(direction, holds));
}

/**
 * Goes to the first place of the next part; backwards, to the first place of
 * the present part, and then of the part before.
 * @param {Walk} walk
 * @param {"tricks" | "deals"} kind
 * @param {1 | -1} direction
 */
function toPart(walk, kind, direction) {
  const parts = walk[kind];
  const here = partAt(parts, walk.index);
  const first = parts[here]?.first ?? 0;
  if (direction < 0 && walk.index > first) {
    walk.jump(first);
  } else {
    walk.jump(parts[here + direction]?.first ?? null);
  }
}
