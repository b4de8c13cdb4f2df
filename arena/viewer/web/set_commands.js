// The commands of the reader of several matches by key.
// @ts-check
import { COMMANDS } from "./commands.js";

/**
 * @typedef {import("./set_viewing.js").SetViewing} SetViewing
 * @typedef {import("./commands.js").Command} Command
 */

/**
 * @param {SetViewing} set
 * @returns {Command[]}
 */
export function setCommands(set) {
  return [
    {
      keys: ["d"],
      shown: "d",
      does: "next place where tables part",
      run: () => set.jump(set.nextDivergence(1)),
    },
    {
      keys: ["D"],
      shown: "D",
      does: "previous place where tables part",
      run: () => set.jump(set.nextDivergence(-1)),
    },
    {
      keys: ["w"],
      shown: "w",
      does: "next table",
      run: () => set.chooseTable(set.chosen + 1),
    },
    {
      keys: ["W"],
      shown: "W",
      does: "previous table",
      run: () => set.chooseTable(set.chosen - 1),
    },
    ...COMMANDS,
  ];
}
