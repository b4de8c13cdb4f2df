/**
 * What the referee says, in the words of this SDK. The referee's messages go to
 * bots of every language and name fields of the protocol; an author of a bot has
 * flags and options instead.
 */
import { FaultKind, type ActAck } from "./protocol.js";

const OPTIONS = new Map([
  ["name", "--name"],
  ["version", "the option version"],
  ["max_matches", "--max-matches"],
  ["resume_token", "--token-file"],
  ["instance", "--instance"],
  ["one_match", "--one-match"],
  ["plays", "the option plays"],
  ["replace", "--replace"],
]);

/** Names the option of the SDK for each field of the hello. */
export function inOptions(message: string): string {
  return message.replace(
    /\bhello\.([a-z_]+)/g,
    (field, name: string) => OPTIONS.get(name) ?? field,
  );
}

/** Says why there is no connection where gRPC words it for experts only. */
export function plainReason(details: string): string {
  return /name resolution failed|ENOTFOUND|EAI_AGAIN/i.test(details)
    ? "this host name is not known"
    : details;
}

/**
 * Returns "late" of FAULT_KIND_LATE, as it stands in results; the number of a
 * kind that only a newer referee knows.
 */
export function faultWord({ fault }: ActAck): string {
  const name: string | undefined = FaultKind[fault];
  return name?.toLowerCase().replaceAll("_", "-") ?? `of kind ${fault}`;
}

/** Returns the referee's words of a fault without its name in front. */
export function faultWords(ack: ActAck): string {
  const name = `${faultWord(ack)}: `;
  return ack.message.startsWith(name)
    ? ack.message.slice(name.length)
    : ack.message;
}
