// The head of the page: the match, who plays, how it stands and how it ended.
// @ts-check
import { html } from "./elements.js";
import { seatBadge } from "./seat_badge.js";
import {
  enumWord,
  milliseconds,
  playerName,
  resultLines,
  winnersText,
} from "./words.js";

/**
 * @typedef {import("./viewing.js").Viewing} Viewing
 * @typedef {import("./match_document.js").Message} Message
 */

/**
 * @param {Message} match
 * @returns {import("./pane.js").Pane}
 */
export function headerPane(match) {
  const result = html("div", { class: "result" });
  const chips = seatsOf(match).map((seat) => seatChip(match, seat));
  const element = html(
    "header",
    { class: "match-header" },
    html("h1", {}, title(match)),
    html("p", { class: "match-facts" }, facts(match)),
    html(
      "ul",
      { class: "seats", "aria-label": "Seats" },
      ...chips.map((chip) => chip.element),
    ),
    result,
  );
  return {
    element,
    show(viewing) {
      for (const chip of chips) chip.show(viewing);
      result.replaceChildren(...(viewing.tellsLater ? ending(match) : []));
    },
  };
}

/**
 * @param {Message} match
 * @returns {number[]}
 */
function seatsOf(match) {
  return (match.players ?? []).map(
    (/** @type {Message} */ _, /** @type {number} */ seat) => seat,
  );
}

/** @param {Message} match */
export function title(match) {
  const variant = match.options?.variant;
  const game = match.game[0].toUpperCase() + match.game.slice(1);
  return variant ? `${game} (${variant})` : game;
}

/** @param {Message} match */
function facts(match) {
  const parts = [];
  if (match.label) parts.push(match.label);
  if (match.matchId) parts.push(`match ${match.matchId}`);
  for (const [name, value] of Object.entries(match.givenOptions ?? {})) {
    parts.push(`${name}=${value}`);
  }
  parts.push(clockText(match.clock));
  return parts.filter((part) => part).join(" · ");
}

/** @param {Message | undefined} clock */
function clockText(clock) {
  if (!clock) return "";
  if (clock.untimed) return "no clock";
  const seconds = (/** @type {string} */ d) => `${milliseconds(d) / 1000} s`;
  const parts = [];
  if (clock.bank) parts.push(`bank ${seconds(clock.bank)}`);
  if (clock.allowance) parts.push(`${seconds(clock.allowance)} a decision`);
  if (clock.increment) parts.push(`${seconds(clock.increment)} added`);
  return parts.join(", ");
}

/** @param {Message} match */
function ending(match) {
  const lines = resultLines(match.result ?? {});
  const faults = lines.filter((line) => line.startsWith("fault:"));
  const winners = winnersText(match);
  const parts = lines
    .filter((line) => !faults.includes(line))
    .map((line) => html("span", {}, line));
  if (winners) {
    parts.unshift(html("strong", {}, html("bdi", {}, winners)));
  }
  if (faults.length > 0) {
    parts.push(
      html(
        "details",
        {},
        html(
          "summary",
          { class: "fault" },
          faults.length === 1 ? "one fault" : `${faults.length} faults`,
        ),
        ...faults.map((line) => html("div", {}, line)),
      ),
    );
  }
  return parts;
}

/**
 * @param {Message} match
 * @param {number} seat
 */
function seatChip(match, seat) {
  const points = html("span", { class: "points" });
  const bank = html("span", { class: "bank" });
  const state = html("span", { class: "seat-state" });
  const info = match.players[seat];
  const name = playerName(match, seat);
  const element = html(
    "li",
    { class: "seat-chip", title: name },
    seatBadge(seat, 24),
    html("div", { class: "line" }, html("bdi", {}, name), points),
    html(
      "div",
      { class: "line" },
      html(
        "small",
        {},
        `seat ${seat}`,
        bank,
        info.version && ` · ${info.version}`,
        info.language && ` · ${info.language}`,
      ),
      state,
    ),
  );
  return {
    element,
    /** @param {Viewing} viewing */
    show(viewing) {
      const { step, story, index } = viewing;
      points.textContent = `${step.returns?.[seat] ?? 0}`;
      points.setAttribute("aria-label", `${points.textContent} points`);
      const act = lastAct(story.steps, index, seat);
      bank.textContent = act?.bankLeft
        ? ` · ${(milliseconds(act.bankLeft) / 1000).toFixed(1)} s`
        : "";
      state.textContent = stateText(step, seat, act);
      element.classList.toggle("to-act", state.textContent === "to act");
      element.classList.toggle("failed", Boolean(act?.fault || act?.playedFor));
    },
  };
}

/**
 * What a seat did last.
 * @param {Message[]} steps
 * @param {number} index
 * @param {number} seat
 * @returns {Message | undefined}
 */
function lastAct(steps, index, seat) {
  for (let i = index; i >= 0; --i) {
    for (const act of steps[i]?.acts ?? []) {
      if (act.event.seat === seat) return act;
    }
  }
  return undefined;
}

/**
 * @param {Message} step
 * @param {number} seat
 * @param {Message | undefined} act
 */
function stateText(step, seat, act) {
  if (act?.fault && (step.acts ?? []).includes(act)) {
    return enumWord("FAULT_KIND_", act.fault);
  }
  if (act?.playedFor) return "played for";
  const toAct = Object.values(step.observations[0] ?? {}).find(
    (seen) => typeof seen === "object",
  )?.toAct;
  return (toAct ?? []).includes(seat) ? "to act" : "";
}
