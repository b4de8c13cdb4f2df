// Checks in the browser whether the file of a match agrees with itself. Only a
// hash that the bots were sent shows that this is the match that they played.
// @ts-check
import { fromBase64, joined, sha256, toHex } from "./bytes.js";
import { dealtAgain } from "./dealing.js";
import { readRecordHeader } from "./record_header.js";
import { milliseconds } from "./words.js";

/**
 * @typedef {import("./match_document.js").MatchDocument} MatchDocument
 * @typedef {import("./match_document.js").Message} Message
 * @typedef {{ok: boolean | null, text: string}} Check  `ok` is null if nothing
 *   was checked.
 */

/** As in `arena.v1.FaultKind`. */
const FAULTS = [
  undefined,
  "FAULT_KIND_LATE",
  "FAULT_KIND_ILLEGAL",
  "FAULT_KIND_MALFORMED",
  "FAULT_KIND_GONE",
  "FAULT_KIND_CRASHED",
  "FAULT_KIND_FLOOD",
  "FAULT_KIND_NOT_READY",
];

/** Bytes of an entry in the chain. */
const ENTRY = 12;
/** The kind of an entry that is an outcome of chance. */
const CHANCE = 0;
/** Kinds of entries that a seat caused: choice, announcement, fault. */
const BY_SEAT = new Set([1, 2, 3]);

/**
 * @param {MatchDocument} document
 * @returns {Promise<Check[]>}
 */
export async function verified(document) {
  const { proof } = document;
  if (!proof) {
    return [
      {
        ok: null,
        text:
          "This file holds what one view knew, so it has no seed and no " +
          "chain. A file of the whole table can be verified.",
      },
    ];
  }
  const headerBytes = fromBase64(proof.header);
  const header = readRecordHeader(headerBytes);
  const entries = fromBase64(proof.entries);
  const checks = [
    await seedCheck(header),
    await chainCheck(headerBytes, entries, fromBase64(proof.chain)),
    dealingCheck(header, entries, proof.dealing),
    headCheck(header, document.match),
    actsCheck(document, entries),
  ];
  const consistent = checks.every(({ ok }) => ok !== false);
  const hash = toHex(await sha256(fromBase64(proof.record)));
  return [
    ...checks,
    {
      ok: consistent,
      text: consistent
        ? "The match is consistent: all this agrees. `arena verify` also " +
          "checks whether the choices, and the lists that chance draws " +
          "from, follow the rules."
        : "The match is not consistent.",
    },
    {
      ok: null,
      text:
        "The match is genuine if the bots were sent this hash of the record " +
        `at its end (record_sha256 in MatchEnd): ${hash}`,
    },
  ];
}

/** @param {import("./record_header.js").RecordHeader} header */
async function seedCheck({ matchId, seed, commitment }) {
  const hash = toHex(await sha256(joined(matchId, seed)));
  const ok = hash === toHex(commitment);
  return {
    ok,
    text: ok
      ? "The seed is the one that the match was committed to before it began."
      : `The seed has the hash ${hash}, not that of the commitment, ` +
        `${toHex(commitment)}.`,
  };
}

/**
 * @param {Uint8Array<ArrayBuffer>} header
 * @param {Uint8Array<ArrayBuffer>} entries
 * @param {Uint8Array<ArrayBuffer>} chain
 */
async function chainCheck(header, entries, chain) {
  let link = await sha256(header);
  for (let at = 0; at < entries.length; at += ENTRY) {
    link = await sha256(joined(link, entries.subarray(at, at + ENTRY)));
  }
  const ok = toHex(link) === toHex(chain);
  const count = entries.length / ENTRY;
  return {
    ok,
    text: ok
      ? `The chain over ${count} entries ends in the link of the record.`
      : `The chain over ${count} entries ends in ${toHex(link)}; the record ` +
        `has ${toHex(chain)}.`,
  };
}

/**
 * Deals again, and checks whether the seed gives the outcomes of chance in the
 * chain.
 * @param {import("./record_header.js").RecordHeader} header
 * @param {Uint8Array<ArrayBuffer>} entries
 * @param {import("./dealing.js").List[]} lists
 * @returns {Check}
 */
function dealingCheck({ seed }, entries, lists) {
  const numbers = new DataView(entries.buffer);
  const outcomes = [];
  for (let at = 0; at < entries.length; at += ENTRY) {
    if (entries[at] === CHANCE) outcomes.push(numbers.getUint32(at + 4, true));
  }
  if (!outcomes.length) return { ok: true, text: "Chance decided nothing." };
  const { drawn, unknown, wrong } = dealtAgain(seed, outcomes, lists);
  if (wrong) return { ok: false, text: wrong };
  const more = unknown
    ? ` ${unknown} more are drawn in a way that only \`arena verify\` knows.`
    : "";
  return {
    ok: drawn > 0 ? true : null,
    text: `Dealt again, the seed gives the same ${drawn} outcomes of chance.${more}`,
  };
}

/**
 * @param {import("./record_header.js").RecordHeader} header
 * @param {Message} match
 */
function headCheck(header, match) {
  const names = match.players.map((/** @type {Message} */ p) => p.name ?? "");
  const ok =
    header.game === match.game &&
    header.players.join("\n") === names.join("\n");
  return {
    ok,
    text: ok
      ? "Game and players are those of the record."
      : `The record has ${header.game} with ${header.players.join(", ")}.`,
  };
}

/**
 * Checks whether the acts that are shown are those of the chain: the order of
 * the seats, their faults and their times. A check of the choices would need
 * the rules.
 * @param {MatchDocument} document
 * @param {Uint8Array<ArrayBuffer>} entries
 */
function actsCheck(document, entries) {
  const view = document.views[0] ?? "public";
  const acts = document.steps(view).flatMap((step) => step.acts ?? []);
  const numbers = new DataView(entries.buffer);
  let shown = 0;
  for (let at = 0; at < entries.length; at += ENTRY) {
    if (!BY_SEAT.has(entries[at] ?? 0)) continue;
    const act = acts[shown++];
    const time = numbers.getUint32(at + 8, true);
    const same =
      act?.event.seat === entries[at + 2] &&
      act?.fault === FAULTS[entries[at + 1] ?? 0] &&
      (!act?.charged || milliseconds(act.charged) === time);
    if (!same) {
      return { ok: false, text: `Act ${shown} is not the one in the chain.` };
    }
  }
  const ok = shown === acts.length;
  return {
    ok,
    text: ok
      ? `The ${shown} acts that are shown are those of the chain: seats, ` +
        "faults and times."
      : `${acts.length} acts are shown; the chain has ${shown}.`,
  };
}
