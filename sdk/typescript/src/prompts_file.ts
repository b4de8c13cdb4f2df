/** Reads what `arena prompts` wrote, for unit tests of bots. */
import { readFileSync } from "node:fs";

import { fromBinary } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";

import { OptionError } from "./errors.js";
import { PlayResponseSchema, type PlayResponse } from "./protocol.js";

/**
 * Returns what a seat was told in a match: one MatchStart, what came after it,
 * and the MatchEnd. Throws OptionError if the file cannot be read, or is not one
 * that `arena prompts` wrote.
 */
export function readPrompts(path: string): PlayResponse[] {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(readFileSync(path));
  } catch (error) {
    throw new OptionError(
      `the file of prompts cannot be read: ${(error as Error).message}`,
    );
  }
  const messages = delimited(bytes);
  const kinds = messages.map(({ kind }) => kind.case);
  const whole =
    kinds.lastIndexOf("matchStart") === 0 &&
    kinds.at(-1) === "matchEnd" &&
    !kinds.includes(undefined);
  if (whole) return messages;
  throw new OptionError(
    `the file of prompts is ${JSON.stringify(path)}; ` +
      "it should be a file that `arena prompts` wrote",
  );
}

/** Each message stands after its length. None, if one is broken or cut off. */
function delimited(bytes: Uint8Array): PlayResponse[] {
  const messages: PlayResponse[] = [];
  const reader = new BinaryReader(bytes);
  try {
    while (reader.pos < reader.len) {
      messages.push(fromBinary(PlayResponseSchema, reader.bytes()));
    }
  } catch {
    return [];
  }
  return messages;
}
