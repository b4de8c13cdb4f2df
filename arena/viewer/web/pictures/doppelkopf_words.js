// The words of a table of Doppelkopf.
// @ts-check

import { wordsOf } from "./seats.js";

/** @typedef {import("./seats.js").Message} Message */

const PARTIES = ["re", "kontra"];

/** @param {string | undefined} contract */
export const contractOf = (contract) =>
  wordsOf(contract, "DOPPELKOPF_CONTRACT_");

/**
 * The name of a party; empty if the party is not known.
 * @param {string | undefined} party
 */
export function partyOf(party) {
  const words = wordsOf(party, "DOPPELKOPF_PARTY_");
  return PARTIES.includes(words) ? words[0].toUpperCase() + words.slice(1) : "";
}

/**
 * A level in the words of the table: "Re", "keine 90", "schwarz".
 * @param {string} level
 * @param {string} party
 */
export function levelOf(level, party) {
  const words = wordsOf(level, "DOPPELKOPF_LEVEL_");
  return words === "call" ? party : words.replace("no ", "keine ");
}

/**
 * The contract in words.
 * @param {Message} of  An observation or a result.
 */
export function contractWords(of) {
  const contract = contractOf(of.contract);
  const whose = of.declarer === undefined ? "" : ` of seat ${of.declarer}`;
  switch (contract) {
    case "":
      return of.forced ? `a forced solo${whose}` : "no contract yet";
    case "normal":
      return "normal game";
    case "marriage":
    case "poverty":
      return contract + whose;
    case "fleshless":
      return `solo without trumps${whose}`;
    case "queens":
    case "jacks":
      return `solo with ${contract}${whose}`;
    default:
      return `solo in ${contract}${whose}`;
  }
}

/** @param {number} points */
export function signed(points) {
  return points > 0 ? `+${points}` : String(points).replace("-", "−");
}
