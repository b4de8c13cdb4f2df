// Rules that every picture of every step must keep. Each check reads the
// position by itself, and never uses the code of the pictures. @ts-check

import { redraw } from "../../../../arena/viewer/web/redraw.js";
import { load, pictureOf, positionOf } from "./positions.js";

/** @typedef {import("../../../../arena/viewer/web/picture.js").Position} Position */
/** @typedef {Record<string, any>} Message */

const PLACES = [0, 1, 2, 3];
/** @type {Record<string, string>} */
const RANKS = {
  ACE: "A",
  FOUR: "4",
  FIVE: "5",
  SIX: "6",
  SEVEN: "7",
  JACK: "J",
  QUEEN: "Q",
  KING: "K",
};
/** The name of a card by game and number, as the schema says. */
/** @type {Record<string, (number: any) => string>} */
const NAMES = {
  seconds: (card) => "CDHS"[card % 4] + "23456789TJQKA"[Math.floor(card / 4)],
  doppelkopf: (card) => "CSHD"[Math.floor(card / 6)] + "9JQKTA"[card % 6],
  ordago: (rank) => RANKS[rank.replace("ORDAGO_RANK_", "")],
};
/** @type {Record<string, string>} */
const WORDS = Object.fromEntries(
  (
    "2two 3three 4four 5five 6six 7seven 8eight 9nine Tten Jjack Qqueen Kking " +
    "Aace Cclubs Sspades Hhearts Ddiamonds"
  )
    .split(" ")
    .map((word) => [word[0], word.slice(1)]),
);
/**
 * "ten of hearts" for HT, "king" for K.
 * @param {string} card
 */
const wordsFor = (card) =>
  card.length === 1
    ? (WORDS[card] ?? "")
    : `${WORDS[card[1] ?? ""]} of ${WORDS[card[0] ?? ""]}`;
/** Elements that pictures are made of. */
const ELEMENTS = new Set(
  (
    "div p b span small bdi sub figure figcaption section ol li table caption " +
    "thead tbody tfoot tr th td svg path text rect circle"
  ).split(" "),
);
/** Words that come from missing values. */
const HOLES = /undefined|null|NaN|\[object|function|_[A-Z]{2,}|unspecified/;

/** @param {(string | null)[]} names */
const sorted = (names) => names.filter(Boolean).sort().join(" ");
/** @param {Element | null} element @param {string} [selector] */
const cardsIn = (element, selector = "[data-card]") =>
  [...(element?.querySelectorAll(selector) ?? [])].map((card) =>
    card.getAttribute("data-card"),
  );
/** @param {Element | null} element @param {string} selector */
const all = (element, selector) => [
  ...(element?.querySelectorAll(selector) ?? []),
];

/**
 * Every card that stands anywhere in a message.
 * @param {string} game
 * @param {any} message
 * @param {Set<string>} found
 */
function collect(game, message, found) {
  if (Array.isArray(message)) {
    for (const each of message) collect(game, each, found);
  } else if (message && typeof message === "object") {
    for (const [key, value] of Object.entries(message)) {
      const lists =
        game === "ordago"
          ? ["ranks"]
          : ["hand", "cards", "openCards", "laid", "returned"];
      if (lists.includes(key) && Array.isArray(value)) {
        for (const card of value) found.add(NAMES[game](card));
      } else {
        collect(game, value, found);
      }
    }
  }
}

/** Compares, and keeps the differences. */
class Findings {
  /** @type {string[]} */
  list = [];
  checks = 0;
  /** @param {string} where */
  constructor(where) {
    this.where = where;
  }
  /** @param {string} what @param {any} is @param {any} expected */
  same(what, is, expected) {
    ++this.checks;
    if (String(is) !== String(expected)) {
      this.list.push(`${this.where}: ${what}: ${is}; expected ${expected}`);
    }
  }
}

/**
 * The observations that the reader may see, by seat.
 * @param {Position} position
 * @returns {Message[]}
 */
function eyesOf({ view, observations, othersHidden }) {
  if (view === "public") return [];
  /** @type {Message[]} */
  const eyes = [];
  observations.forEach((seen, i) => {
    if (view !== "table") eyes[view] = seen;
    else if (!othersHidden || i === 0) eyes[i] = seen;
  });
  return eyes;
}

/** @param {Message} trick */
const byPlace = (trick) => {
  /** @type {(number | undefined)[]} */
  const cards = [undefined, undefined, undefined, undefined];
  (trick.cards ?? []).forEach(
    (/** @type {number} */ card, /** @type {number} */ i) => {
      cards[((trick.leader ?? 0) + i) % 4] = card;
    },
  );
  return cards;
};

/**
 * Tricks, hands and played cards of the two games with tricks.
 * @param {Position} position
 * @param {HTMLElement} root
 * @param {Findings} findings
 */
function checkTricks(position, root, findings) {
  const game = position.match.game;
  const name = NAMES[game];
  const seen = position.observations[0] ?? {};
  const eyes = eyesOf(position);
  /** @type {Message[]} */
  const tricks = [...(seen.tricks ?? [])];
  const open = seen.openCards ?? [];
  const listed = tricks.length;
  if (open.length > 0) tricks.push({ leader: seen.leader, cards: open });
  /** @type {string[][]} */
  const played = [[], [], [], []];
  for (const trick of tricks) {
    byPlace(trick).forEach((card, seat) => {
      if (card !== undefined) played[seat]?.push(name(card));
    });
  }
  const hands = all(root, ".hands:not(.dealt) tbody");
  findings.same("seats", hands.length, 4);
  PLACES.forEach((i) => {
    const seat = (position.turned + i) % 4;
    const row = hands[i] ?? null;
    const hand = eyes[seat]?.hand ?? [];
    const count = (seen.handSizes ?? seen.handCounts ?? [])[seat] ?? 0;
    findings.same(
      `hand of seat ${seat}`,
      sorted(cardsIn(row, ".card:not(.played)")),
      sorted(hand.map(name)),
    );
    findings.same(
      `played by seat ${seat}`,
      sorted(cardsIn(row, ".card.played")),
      sorted(played[seat] ?? []),
    );
    findings.same(
      `backs of seat ${seat}`,
      all(row, ".back").length,
      count - hand.length,
    );
    const acts = (seen.toAct ?? []).includes(seat);
    findings.same(
      `seat ${seat} acts`,
      /to act/.test(row?.textContent ?? ""),
      acts,
    );
  });
  const rows = all(root, ".tricks tbody tr").reverse();
  findings.same("tricks", rows.length, listed);
  rows.forEach((row, number) => {
    const trick = tricks[number] ?? {};
    const cells = all(row, "td").slice(0, 4);
    findings.same(
      `trick ${number + 1}`,
      cells.map((cell) => cardsIn(cell).join()).join(),
      byPlace(trick).map((card) => (card === undefined ? "" : name(card))),
    );
    const taker = cells.findIndex((cell) =>
      /takes/.test(cell.textContent ?? ""),
    );
    const complete = trick.cards?.length === 4;
    findings.same(
      `taker ${number + 1}`,
      taker,
      complete ? (trick.taker ?? 0) : -1,
    );
    const leader = cells.findIndex((cell) =>
      /leads/.test(cell.textContent ?? ""),
    );
    findings.same(`leader ${number + 1}`, leader, trick.leader ?? 0);
  });
  const last = tricks[tricks.length - 1];
  if (last) {
    findings.same(
      "the trick on the table",
      cardsIn(root.querySelector(".cross")).join(),
      last.cards.map(name),
    );
  }
}

/**
 * @param {Position} position
 * @param {HTMLElement} root
 * @param {Findings} findings
 */
function checkDoppelkopf(position, root, findings) {
  const seen = position.observations[0] ?? {};
  const eyes = eyesOf(position);
  findings.same(
    "announcements",
    all(root, ".ruler .call").length,
    (seen.announcements ?? []).length,
  );
  all(root, ".hands:not(.dealt) tbody").forEach((row, i) => {
    const seat = (position.turned + i) % 4;
    /** @param {string | undefined} party */
    const words = (party) =>
      ({ DOPPELKOPF_PARTY_RE: "Re", DOPPELKOPF_PARTY_KONTRA: "Kontra" })[
        party ?? ""
      ];
    const open = words(seen.publicParties?.[seat]);
    const own = words(eyes[seat]?.party);
    const cell = all(row, "td")[0];
    if (!seen.contract) return;
    findings.same(
      `party of seat ${seat}`,
      cell?.textContent,
      open ?? (own ? `${own}, secret` : "? party not known"),
    );
  });
}

/**
 * @param {Position} position
 * @param {HTMLElement} root
 * @param {Findings} findings
 */
function checkOrdago(position, root, findings) {
  const name = NAMES.ordago;
  if (!name) return;
  const seen = position.observations[0] ?? {};
  const eyes = eyesOf(position);
  /** @param {number} place */
  const eyeAt = (place) => eyes.find((eye) => eye?.ownPlace === place);
  const panels = all(root, ".around > li");
  PLACES.forEach((place) => {
    const panel = panels[place] ?? null;
    const dummy = seen.dummyHand && place === 2;
    const hand = (dummy ? seen.dummyHand : eyeAt(place)?.ownHand)?.ranks ?? [];
    findings.same(
      `hand of place ${place}`,
      cardsIn(panel).join(),
      hand.map(name),
    );
    findings.same(
      `backs of place ${place}`,
      all(panel, ".back").length,
      (seen.handSizes?.[place] ?? 0) - hand.length,
    );
    const acts = (seen.placesToAct ?? []).includes(place);
    findings.same(
      `place ${place} acts`,
      /to act/.test(panel?.textContent ?? ""),
      acts,
    );
  });
  const exchanges = all(root, ".exchanges tbody tr");
  findings.same("exchanges", exchanges.length, (seen.exchanges ?? []).length);
  exchanges.forEach((row, i) => {
    all(row, "td").forEach((cell, place) => {
      const dummy = seen.dummyHand && place === 2;
      const own = dummy ? seen.exchanges[i] : eyeAt(place)?.exchanges?.[i];
      const cards = [
        ...((dummy ? own?.dummyDiscard : own?.ownDiscard)?.ranks ?? []),
        ...((dummy ? own?.dummyDraw : own?.ownDraw)?.ranks ?? []),
      ];
      findings.same(
        `exchange ${i + 1} of place ${place}`,
        cardsIn(cell).join(),
        cards.map(name),
      );
    });
  });
  const said = all(root, ".layout > .bets tbody tr").map(
    (row) => all(row, ".call").length,
  );
  const bets = ["BIG", "SMALL", "PAIRS", "GAME"].map(
    (bet) =>
      (seen.actions ?? []).filter(
        (/** @type {Message} */ action) => action.bet === `ORDAGO_BET_${bet}`,
      ).length,
  );
  findings.same("bets", said, bets);
  const most = Math.max(
    0,
    ...[...eyes, seen].map((eye) => eye?.signs?.length ?? 0),
  );
  const rows = all(root, ".signs tbody tr").length;
  findings.same("signs are listed", rows >= most, true);
  if (most === 0 && !eyes.some((eye) => eye?.pendingSign ?? eye?.pendingTalk)) {
    findings.same("no sign is invented", rows, 0);
  }
}

/**
 * The cards that change hands in a poverty.
 * @param {Position} position
 * @param {HTMLElement} root
 * @param {Findings} findings
 */
function checkPoverty(position, root, findings) {
  const seen = position.observations[0] ?? {};
  findings.same("poverty", all(root, ".poverty").length, seen.poverty ? 1 : 0);
  const eye = eyesOf(position).find((each) => each?.poverty?.laid);
  findings.same(
    "cards of the poverty",
    sorted(cardsIn(root, ".poverty [data-card]")),
    sorted(
      [...(eye?.poverty.laid ?? []), ...(eye?.poverty.returned ?? [])].map(
        (card) => NAMES.doppelkopf?.(card) ?? "",
      ),
    ),
  );
}

/**
 * @param {Position} position
 * @param {HTMLElement} root
 * @param {Findings} findings
 */
function checkScore(position, root, findings) {
  const { game } = position.match;
  const name = /** @type {(card: any) => string} */ (NAMES[game]);
  const seen = position.observations[0] ?? {};
  /** @param {Element} row */
  const numbers = (row) =>
    all(row, "td").map((cell) =>
      parseInt((cell.textContent ?? "").replace("−", "-"), 10),
    );
  if (game === "seconds") {
    const rows = all(root, ".results tbody tr");
    findings.same(
      "points of deals",
      rows.map(numbers).join("; "),
      (seen.results ?? [])
        .map((/** @type {Message} */ r) => r.points)
        .join("; "),
    );
    const total = root.querySelector(".results tfoot tr");
    if (total) findings.same("totals", numbers(total), seen.totals);
  } else if (game === "doppelkopf") {
    const total = root.querySelector(".results tbody tr");
    if (total) findings.same("totals", numbers(total), seen.totals);
    const last = seen.lastDeal ?? {};
    const items = last.items ?? [];
    findings.same(
      "items",
      all(root, ".items tbody tr td").map((cell) => cell.textContent),
      items.flatMap((/** @type {Message} */ item) =>
        ["DOPPELKOPF_PARTY_RE", "DOPPELKOPF_PARTY_KONTRA"].map((party) =>
          item.party === party ? (item.points ?? 0) : "",
        ),
      ),
    );
    findings.same(
      "hands that were dealt",
      all(root, ".dealt tbody").map((hand) => sorted(cardsIn(hand))),
      (last.dealt ?? []).map((/** @type {Message} */ hand) =>
        sorted(hand.cards.map(name)),
      ),
    );
  } else {
    const eyes = [seen, ...eyesOf(position)];
    const cells = all(root, ".shown tbody td");
    findings.same("last hands", cells.length, seen.lastHand ? 4 : 0);
    cells.forEach((cell, place) => {
      const hands = eyes.map((eye) => eye?.lastHand?.hands[place]?.ranks ?? []);
      const cards = hands.find((ranks) => ranks.length > 0) ?? [];
      findings.same(
        `last hand of place ${place}`,
        cardsIn(cell).join(),
        cards.map(name),
      );
    });
  }
}

/** @type {Record<string, ((position: Position, root: HTMLElement, findings: Findings) => void)[]>} */
const CHECKS = {
  seconds: [checkTricks],
  doppelkopf: [checkTricks, checkDoppelkopf, checkPoverty],
  ordago: [checkOrdago],
};

/**
 * Rules for the pictures and score sheets of every game.
 * @param {Position} position
 * @param {HTMLElement} root
 * @param {Findings} findings
 */
function checkAny(position, root, findings) {
  const { game, players } = position.match;
  /** @type {Set<string>} */
  const known = new Set();
  const seen = position.observations[0];
  for (const eye of [...eyesOf(position), seen]) collect(game, eye, known);
  const strange = cardsIn(root).filter((card) => !known.has(card ?? ""));
  findings.same("cards that are not in the observation", strange, "");
  for (const line of all(root, "tr, li, p.poverty")) {
    const text = line.textContent ?? "";
    const unsaid = cardsIn(line).filter(
      (card) => !text.includes(wordsFor(card ?? "")),
    );
    findings.same("cards without a word", unsaid, "");
  }
  const elements = all(root, "*").map((element) => element.localName);
  const foreign = elements.filter((element) => !ELEMENTS.has(element));
  findings.same("elements", foreign, "");
  let text = root.textContent ?? "";
  for (const { name } of players) text = text.replaceAll(name, "");
  findings.same("words", HOLES.exec(text)?.[0] ?? "", "");
  const names = all(root, "bdi").map((element) => element.textContent);
  const unknown = names.filter(
    (name) =>
      name !== "dummy" &&
      !players.some((/** @type {Message} */ player) => player.name === name),
  );
  findings.same("names", unknown, "");
}

/**
 * Draws all steps of a match, with all views.
 * @param {string} name  A file of write_steps.
 * @returns {Promise<{findings: string[], checks: number, pictures: number,
 *   milliseconds: number[]}>}
 */
export async function checkMatch(name) {
  const played = await load(name);
  const picture = await pictureOf(played.match.game);
  const place = /** @type {HTMLElement} */ (document.getElementById("picture"));
  /** @type {string[]} */
  const findings = [];
  /** @type {number[]} */
  const milliseconds = [];
  /** @type {HTMLElement | null} */
  let redrawn = null;
  let checks = 0;
  for (const [view, steps] of Object.entries(played.views)) {
    steps.forEach((step, i) => {
      const seats = played.match.seats.length;
      const turned = view === "public" ? i % seats : 0;
      const variants = [
        positionOf(played, view, step, turned ? { turned } : {}),
      ];
      if (view === "table") {
        variants.push({
          ...variants[0],
          othersHidden: true,
          turned: i % seats,
        });
      }
      for (const position of variants) {
        const found = new Findings(
          `${name}, ${view}${position.othersHidden ? " hidden" : ""}, step ${step.step ?? 0}`,
        );
        const before = performance.now();
        const root = picture.draw(position);
        place.replaceChildren(root);
        // Widths take longer than the rest, so they are measured now and then.
        const measured = i % 10 === 0;
        if (measured && root.scrollWidth > root.clientWidth) {
          found.list.push(`${found.where}: ${root.scrollWidth} px wide`);
        }
        milliseconds.push(performance.now() - before);
        // As the page does, which changes the picture before.
        if (redrawn) redraw(redrawn, picture.draw(position));
        redrawn ??= picture.draw(position);
        found.same("redrawn", redrawn.isEqualNode(root), true);
        const sheet = picture.score(position);
        checkAny(position, root, found);
        if (sheet) {
          checkAny(position, sheet, found);
          checkScore(position, sheet, found);
        }
        for (const check of CHECKS[played.match.game] ?? []) {
          check(position, root, found);
        }
        if (position.othersHidden) {
          // Nothing of the other hands is in the page, not even as hidden text.
          const alone = {
            ...position,
            view: 0,
            observations: position.observations.slice(0, 1),
          };
          found.same("hidden", root.outerHTML, picture.draw(alone).outerHTML);
        }
        checks += found.checks;
        findings.push(...found.list);
      }
    });
  }
  return {
    findings: findings.slice(0, 20),
    checks,
    pictures: milliseconds.length,
    milliseconds,
  };
}

/**
 * The steps of a match whose picture or score sheet is wider than the page.
 * @param {string} name
 * @returns {Promise<string[]>}
 */
export async function widths(name) {
  const played = await load(name);
  const picture = await pictureOf(played.match.game);
  const place = /** @type {HTMLElement} */ (document.getElementById("picture"));
  /** @type {string[]} */
  const wide = [];
  (played.views.table ?? []).forEach((step, i) => {
    const ends = (step.marks ?? []).includes("STEP_MARK_DEAL_END");
    if (!ends && i % 9 !== 0) return;
    const position = positionOf(played, "table", step);
    place.replaceChildren(
      picture.draw(position),
      picture.score(position) ?? "",
    );
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) wide.push(`step ${i}: ${scrollWidth} px`);
  });
  return wide;
}
