/**
 * Doppelkopf: calls Re or Kontra with a strong hand, leads fresh aces, takes tricks
 * that pay, gives Augen to friends and keeps its foxes from strangers.
 */
import {
  create,
  DoppelkopfContract as Contract,
  DoppelkopfDeclaration as Declaration,
  DoppelkopfParty as Party,
  DoppelkopfPhase as Phase,
  DoppelkopfWord as Word,
  GameActionSchema,
} from "pentathlon/protocol";

import { best } from "./best.js";
import { part } from "./field.js";

// ---- Cards ----

const [CLUBS, SPADES, HEARTS, DIAMONDS] = [0, 1, 2, 3];
const [JACK, QUEEN, TEN, ACE] = [1, 2, 4, 5];

const cardOf = (suit, rank) => 6 * suit + rank;
const suitOf = (card) => Math.floor(card / 6);
const rankOf = (card) => card % 6;
const augenOf = (card) => [0, 2, 3, 4, 10, 11][rankOf(card)];

const OLD = cardOf(CLUBS, QUEEN); // Holders of this card are Re.
const DULLE = cardOf(HEARTS, TEN);
const FOX = cardOf(DIAMONDS, ACE);

// Solos have the same numbers as declarations and as contracts.
const SOLOS = Array.from(
  { length: Contract.DIAMONDS - Contract.QUEENS + 1 },
  (_, i) => Contract.QUEENS + i,
);

const TRUMP_SUITS = new Map([
  [Contract.CLUBS, CLUBS],
  [Contract.SPADES, SPADES],
  [Contract.HEARTS, HEARTS],
]);

/** Which cards are trumps in a contract, and which card beats which. */
class Order {
  constructor(contract, prompt) {
    this.contract = contract;
    // The referee sends every option, even those with default values.
    this.hasDulle = prompt.match.options["dulle"] === "on";
    this.trumpSuit = TRUMP_SUITS.get(contract) ?? DIAMONDS;
  }

  /** 0: no trump. A trump has more than any plain card; the highest wins. */
  trumpRank(card) {
    const onlyQueens = this.contract === Contract.QUEENS;
    const onlyJacks = this.contract === Contract.JACKS;
    if (this.contract === Contract.FLESHLESS) return 0;
    if (rankOf(card) === QUEEN && !onlyJacks) return 33 - suitOf(card);
    if (rankOf(card) === JACK && !onlyQueens) return 23 - suitOf(card);
    if (onlyQueens || onlyJacks) return 0;
    if (card === DULLE && this.hasDulle) return 40;
    return suitOf(card) === this.trumpSuit ? 10 + rankOf(card) : 0;
  }

  /** The highest value takes the trick to which `led` was led; 0 never does. */
  strengthIn(card, led) {
    if (this.trumpRank(card) > 0) return this.trumpRank(card);
    const follows = this.trumpRank(led) === 0 && suitOf(card) === suitOf(led);
    return follows ? 1 + rankOf(card) : 0;
  }

  /** The cost of spending a card: Augen, a trump, a high trump. */
  costOf(card) {
    const trump = this.trumpRank(card);
    return augenOf(card) + (trump > 0 ? 5 : 0) + (trump >= 30 ? 10 : 0);
  }
}

// ---- Hands ----

const countOf = (list, fits) => list.filter(fits).length;

/** Trumps and plain aces of the bot's hand. */
class Count {
  constructor(hand, order) {
    const trumps = hand.map((card) => order.trumpRank(card));
    const plain = hand
      .filter((card) => order.trumpRank(card) === 0)
      .map(rankOf);
    this.cards = hand.length;
    this.trumps = this.cards - plain.length;
    // Queens, and Dullen twice.
    this.high =
      countOf(trumps, (trump) => trump >= 30) +
      countOf(trumps, (trump) => trump === 40);
    this.old = countOf(hand, (card) => card === OLD);
    this.aces = countOf(plain, (rank) => rank === ACE);
    this.tens = countOf(plain, (rank) => rank === TEN);
  }
}

/** Above 0: the hand is overwhelming in the solo. */
function soloStrength(solo, prompt) {
  const hand = new Count(
    prompt.observation.game.value.hand,
    new Order(solo, prompt),
  );
  if (solo === Contract.QUEENS || solo === Contract.JACKS) {
    return 3 * hand.trumps + 2 * hand.aces - 20;
  }
  if (solo === Contract.FLESHLESS)
    return 2 * hand.aces + hand.tens - hand.cards - 1;
  return 2 * (hand.trumps + hand.aces - hand.cards) + hand.high - 4;
}

/** Above 0: the hand is good enough to call with a partner. */
function teamStrength(prompt) {
  const order = new Order(Contract.NORMAL, prompt);
  const hand = new Count(prompt.observation.game.value.hand, order);
  return hand.trumps + hand.high + hand.old + 2 * hand.aces - hand.cards - 7;
}

// ---- The bot ----

const say = (word) =>
  create(GameActionSchema, {
    game: {
      case: "doppelkopf",
      value: { kind: { case: "word", value: word } },
    },
  });

/** Plays like a careful beginner. */
export class DoppelkopfBot {
  /** @param {import("pentathlon").Prompt} prompt */
  act(prompt) {
    const table = prompt.observation.game.value;
    switch (table.phase) {
      case Phase.LAY:
      case Phase.RETURN:
        return this.giveThreeCards(prompt);
      case Phase.OFFER:
        return say(teamStrength(prompt) > -2 ? Word.ACCEPT : Word.DECLINE);
      case Phase.WINDOW:
        return this.call(prompt, prompt.actions) ?? say(Word.PASS);
      case Phase.PLAY:
        return table.trickHolder === undefined
          ? this.lead(prompt)
          : this.follow(prompt, table.tricks.at(-1));
      default:
        return this.declare(prompt);
    }
  }

  /**
   * Called before the bot plays a card, if announcements are possible.
   *
   * @param {import("pentathlon").Prompt} prompt
   */
  announce(prompt) {
    return this.call(prompt, prompt.announcements);
  }

  /** Before the tricks: the most valuable of the offered actions. */
  declare(prompt) {
    const table = prompt.observation.game.value;
    const owes = table.owedSolos[prompt.seat] > 0;
    const solos = new Map(
      SOLOS.map((solo) => [solo, soloStrength(solo, prompt) + (owes ? 2 : 0)]),
    );
    const olds = countOf(table.hand, (card) => card === OLD);
    const reserved = olds === 2 || Math.max(...solos.values()) > 0;
    const values = new Map([
      [Declaration.REDEAL, 200],
      [Declaration.MARRIAGE, 50],
      [Declaration.POVERTY, 40],
      [Declaration.RESERVATION, reserved ? 30 : 0],
      [Declaration.HEALTHY, 20],
      [Declaration.UNSPECIFIED, 20], // The word "pass".
    ]);
    return best(prompt.actions, ({ action }) => {
      const wish = part(action, "declaration") ?? Declaration.UNSPECIFIED;
      const solo = solos.get(wish);
      return values.get(wish) ?? solo + (solo > 0 ? 100 : 0);
    });
  }

  /** Re or Kontra, if offered and the hand is good enough. */
  call(prompt, offered) {
    const table = prompt.observation.game.value;
    const alone = table.declarer === prompt.seat;
    const strong = SOLOS.includes(table.contract)
      ? alone && soloStrength(table.contract, prompt) > 0
      : teamStrength(prompt) > 0;
    if (!strong) return undefined;
    return offered.find(({ action }) =>
      [Word.RE, Word.KONTRA].includes(part(action, "word")),
    );
  }

  /** Poverty: gives away the cards that cost least. */
  giveThreeCards(prompt) {
    const order = new Order(Contract.POVERTY, prompt);
    return best(prompt.actions, ({ action }) => {
      const gift = part(action, "lay") ?? part(action, "giveBack");
      const costs = gift.cards.map((card) => order.costOf(card));
      return -costs.reduce((total, cost) => total + cost, 0);
    });
  }

  /**
   * Leads aces as long as all others may have the suit; then small trumps from
   * many, but a soloist draws the others' trumps with its highest one.
   */
  lead(prompt) {
    const table = prompt.observation.game.value;
    const order = new Order(table.contract, prompt);
    const { trumps } = new Count(table.hand, order);
    const alone =
      SOLOS.includes(table.contract) && table.declarer === prompt.seat;
    const leads = table.tricks.flatMap((trick) => trick.cards.slice(0, 1));
    const ledSuits = leads
      .filter((led) => order.trumpRank(led) === 0)
      .map(suitOf);
    return best(prompt.actions, ({ action }) => {
      const card = part(action, "card");
      const trump = order.trumpRank(card);
      if (trump > 0) return alone ? trump : trumps - order.costOf(card);
      if (rankOf(card) === ACE && !ledSuits.includes(suitOf(card))) return 100;
      return -augenOf(card);
    });
  }

  follow(prompt, trick) {
    const table = prompt.observation.game.value;
    const order = new Order(table.contract, prompt);
    const led = trick.cards[0];
    const holding = trick.cards[(table.trickHolder - trick.leader + 4) % 4];
    const strongest = order.strengthIn(holding, led);
    const isLast = trick.cards.length === 3;
    const friendly =
      table.party !== Party.UNSPECIFIED &&
      table.publicParties[table.trickHolder] === table.party;
    // The higher queens are hardly ever beaten.
    const safe = isLast || strongest >= 32;
    return best(prompt.actions, ({ action }) => {
      const card = part(action, "card");
      const cost = order.costOf(card);
      if (friendly && safe) return 4 * augenOf(card) - cost;
      if (order.strengthIn(card, led) <= strongest) return -cost;
      if (friendly) return -cost - 4;
      // A sure trick may cost Augen, an unsure one should not.
      if (isLast) return trick.augen + 2 * augenOf(card) - cost;
      return trick.augen - cost - (card === FOX ? 10 : 0);
    });
  }
}
