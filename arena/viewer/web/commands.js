// All that the reader can ask for by key. Keyboard and help are made from this.
// @ts-check
import { hasFault, isMarked, partAt } from "./story.js";

/**
 * @typedef {import("./viewing.js").Viewing} Viewing
 * @typedef {import("./match_document.js").Message} Message
 * @typedef {object} Dialogs  What opens beside the match.
 * @property {() => void} help
 * @property {() => void} verify
 * @property {() => void} copyLink
 *
 * @typedef {object} Command
 * @property {string[]} keys  As in `KeyboardEvent.key`.
 * @property {string} shown  The keys as people read them.
 * @property {string} does
 * @property {(viewing: Viewing, dialogs: Dialogs, key: string) => void} run
 */

/** @type {Command[]} */
export const COMMANDS = [
  {
    keys: ["ArrowRight", "l"],
    shown: "→ l",
    does: "next step",
    run: (viewing) => viewing.go(viewing.index + 1),
  },
  {
    keys: ["ArrowLeft", "h"],
    shown: "← h",
    does: "step before",
    run: (viewing) => viewing.go(viewing.index - 1),
  },
  {
    keys: ["ArrowDown", "j"],
    shown: "↓ j",
    does: "next choice of the seat at the bottom",
    run: (viewing) => toNearest(viewing, 1, actsAtBottom(viewing)),
  },
  {
    keys: ["ArrowUp", "k"],
    shown: "↑ k",
    does: "choice of the seat at the bottom before",
    run: (viewing) => toNearest(viewing, -1, actsAtBottom(viewing)),
  },
  {
    keys: ["]"],
    shown: "]",
    does: "next trick, bet or turn",
    run: (viewing) => toPart(viewing, "tricks", 1),
  },
  {
    keys: ["["],
    shown: "[",
    does: "trick, bet or turn before",
    run: (viewing) => toPart(viewing, "tricks", -1),
  },
  {
    keys: ["PageDown", "}"],
    shown: "PgDn }",
    does: "next deal",
    run: (viewing) => toPart(viewing, "deals", 1),
  },
  {
    keys: ["PageUp", "{"],
    shown: "PgUp {",
    does: "deal before",
    run: (viewing) => toPart(viewing, "deals", -1),
  },
  {
    keys: ["e"],
    shown: "e",
    does: "next fault, announcement, capture or showdown",
    run: (viewing) => toNearest(viewing, 1, isMarked),
  },
  {
    keys: ["E"],
    shown: "E",
    does: "the one before",
    run: (viewing) => toNearest(viewing, -1, isMarked),
  },
  {
    keys: ["x"],
    shown: "x",
    does: "next fault",
    run: (viewing) => toNearest(viewing, 1, hasFault),
  },
  {
    keys: ["X"],
    shown: "X",
    does: "fault before",
    run: (viewing) => toNearest(viewing, -1, hasFault),
  },
  {
    keys: ["Home"],
    shown: "Home",
    does: "the beginning",
    run: (viewing) => viewing.jump(0),
  },
  {
    keys: ["End"],
    shown: "End",
    does: "the end",
    run: (viewing) => viewing.jump(viewing.story.last),
  },
  {
    keys: [" "],
    shown: "Space",
    does: "play or stop",
    run: (viewing) => viewing.play(!viewing.playing),
  },
  {
    keys: ["+", "="],
    shown: "+",
    does: "play faster",
    run: (viewing) => viewing.changeSpeed(1),
  },
  {
    keys: ["-"],
    shown: "-",
    does: "play slower",
    run: (viewing) => viewing.changeSpeed(-1),
  },
  {
    keys: ["t"],
    shown: "t",
    does: "see all hands",
    run: (viewing) => viewing.see("table"),
  },
  {
    keys: ["p"],
    shown: "p",
    does: "see what everybody saw",
    run: (viewing) => viewing.see("public"),
  },
  {
    keys: ["0", "1", "2", "3"],
    shown: "0 1 2 3",
    does: "see what this seat saw",
    run: (viewing, _, key) => viewing.see(Number(key)),
  },
  {
    keys: ["m"],
    shown: "m",
    does: "hide or show the hands of others",
    run: (viewing) => viewing.hideOthers(),
  },
  {
    keys: ["f"],
    shown: "f",
    does: "turn the table",
    run: (viewing) => viewing.turn(),
  },
  {
    keys: ["s"],
    shown: "s",
    does: "hide or show what comes later",
    run: (viewing) => viewing.hideSpoilers(),
  },
  {
    keys: ["b"],
    shown: "b",
    does: "back to before the jump",
    run: (viewing) => viewing.goBack(),
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
 * @param {Viewing} viewing
 * @returns {(step: Message) => boolean}
 */
function actsAtBottom(viewing) {
  return (step) =>
    (step.acts ?? []).some(
      (/** @type {Message} */ act) => act.event.seat === viewing.turned,
    );
}

/**
 * @param {Viewing} viewing
 * @param {1 | -1} direction
 * @param {(step: Message) => boolean} holds
 */
function toNearest(viewing, direction, holds) {
  viewing.jump(viewing.story.nearest(viewing.index, direction, holds));
}

/**
 * To the first step of a part; backwards first to that of this one.
 * @param {Viewing} viewing
 * @param {"tricks" | "deals"} kind
 * @param {1 | -1} direction
 */
function toPart(viewing, kind, direction) {
  const parts = viewing.story[kind];
  const here = partAt(parts, viewing.index);
  const first = parts[here]?.first ?? 0;
  if (direction < 0 && viewing.index > first) {
    viewing.jump(first);
  } else {
    viewing.jump(parts[here + direction]?.first ?? null);
  }
}
