// Texts of the page of a match, in the very words of `arena replay`.
// @ts-check

/**
 * @typedef {import("./match_document.js").Message} Message
 * @typedef {import("./match_document.js").View} View
 */

/**
 * The last word of an enum's name: "FAULT_KIND_NOT_READY" gives "not-ready".
 * @param {string} prefix
 * @param {string} name
 */
export function enumWord(prefix, name) {
  return name.slice(prefix.length).toLowerCase().replaceAll("_", "-");
}

/**
 * A `Duration`, such as "0.012s".
 * @param {string} duration
 */
export function milliseconds(duration) {
  return Math.trunc(Number(duration.slice(0, -1)) * 1000 + 1e-6);
}

/**
 * A number as people write it: with a minus, not a hyphen.
 * @param {number} number
 */
export function numberText(number) {
  return String(number).replace("-", "−");
}

/**
 * A number with its sign, to one decimal place if it is not whole.
 * @param {number} number
 */
export function signed(number) {
  const rounded = Math.round(number * 10) / 10;
  return (rounded > 0 ? "+" : "") + numberText(rounded);
}

/**
 * The act of a seat, as one line.
 * @param {Message} act  A `StepAct`.
 */
export function actText(act) {
  const parts = [act.sentence || `seat ${act.event.seat} acts`];
  if (act.event.text) parts.push(`[${act.event.text}]`);
  if (act.fault) parts.push(`(${enumWord("FAULT_KIND_", act.fault)})`);
  if (act.charged) parts.push(`(${milliseconds(act.charged)} ms)`);
  return parts.join(" ");
}

/**
 * All that a step tells, as sentences.
 * @param {Message} step
 */
export function stepText(step) {
  const acts = (step.acts ?? []).map(actText);
  return [...acts, ...(step.effects ?? [])].join(". ");
}

/**
 * The place of a step: "deal 3, trick 5, decision 57".
 * @param {Message} step
 */
export function placeText(step) {
  const parts = [];
  if (step.deal) parts.push(`deal ${step.deal}`);
  if (step.trick) parts.push(`${step.deal ? "trick" : "turn"} ${step.trick}`);
  parts.push(step.decision ? `decision ${step.decision}` : "the beginning");
  return parts.join(", ");
}

/**
 * @param {Message} match
 * @param {number} seat
 */
export function playerName(match, seat) {
  return match.players?.[seat]?.name || `seat ${seat}`;
}

/** @param {View} view */
export function viewText(view) {
  if (view === "table") return "from the table";
  return view === "public" ? "by a spectator" : `by seat ${view}`;
}

/**
 * How the match ended, as the end of `arena replay` says it.
 * @param {Message} result
 * @returns {string[]}
 */
export function resultLines(result) {
  const lines = [
    `result: ${enumWord("TERMINATION_", result.termination)}, ` +
      (result.reason ?? ""),
    `returns: ${(result.returns ?? []).join(" ")}`,
  ];
  if (result.ranks) lines.push(`ranks: ${result.ranks.join(" ")}`);
  for (const fault of result.faults ?? []) {
    lines.push(
      `fault: seat ${fault.seat ?? 0} ${enumWord("FAULT_KIND_", fault.kind)} ` +
        `at decision ${fault.decision ?? 0}`,
    );
  }
  return lines;
}

/**
 * The winners in words; empty without a result.
 * @param {Message} match
 */
export function winnersText(match) {
  const ranks = match.result?.ranks ?? [];
  const winners = ranks.flatMap(
    (/** @type {number} */ rank, /** @type {number} */ seat) =>
      rank === 1 ? [playerName(match, seat)] : [],
  );
  if (winners.length === 0) return "";
  if (winners.length === ranks.length) return "all share the first place";
  // One bot may have several seats.
  const names = [...new Set(winners)];
  return `${names.join(" and ")} ${names.length > 1 ? "win" : "wins"}`;
}
