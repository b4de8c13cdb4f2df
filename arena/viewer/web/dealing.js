// Draws the outcomes of chance of a match again, from its seed
// (arena/core/rng.h).
// @ts-check

/**
 * The list from which an outcome was drawn; see `proof.dealing` in
 * arena/viewer/README.md.
 * @typedef {{number: number, deal: number, draw: number, outcomes: number[]}} List
 */

/**
 * The outcome of the check: how many outcomes agree with the seed, how many
 * have no list, and the first mistake, if there is one.
 * @typedef {{drawn: number, unknown: number, wrong?: string}} Dealing
 */

/**
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {number[]} outcomes  The outcomes of the match, as action codes.
 * @param {List[]} lists
 * @returns {Dealing}
 */
export function dealtAgain(seed, outcomes, lists) {
  const dealing = { drawn: 0, unknown: 0 };
  let [deal, draw] = [-1, 0];
  /** @type {number[]} */
  let left = [];
  let next = 0;
  for (const [number, outcome] of outcomes.entries()) {
    draw += 1;
    const list = lists[next];
    if (list?.number === number) {
      next += 1;
      const used =
        list.deal < deal || (list.deal === deal && list.draw < draw);
      if (used) {
        return { ...dealing, wrong: `Outcome ${number} uses numbers twice.` };
      }
      ({ deal, draw } = list);
      left = [...list.outcomes];
    }
    if (!left.length) {
      dealing.unknown += 1;
      continue;
    }
    const given = left[below(left.length, words(seed, deal, draw))];
    if (given !== outcome) {
      return {
        ...dealing,
        wrong: `Outcome ${number} is ${outcome}; the seed gives ${given}.`,
      };
    }
    left.splice(left.lastIndexOf(outcome), 1);
    dealing.drawn += 1;
  }
  return next === lists.length
    ? dealing
    : { ...dealing, wrong: "Some lists belong to no outcome of chance." };
}

/**
 * A number in 0 .. n - 1, by Lemire's method.
 * @param {number} n
 * @param {Generator<number>} words  32 bits each.
 */
function below(n, words) {
  for (const word of words) {
    const product = BigInt(word) * BigInt(n);
    if (Number(BigInt.asUintN(32, product)) >= 2 ** 32 % n) {
      return Number(product >> 32n);
    }
  }
  throw new RangeError("the keystream has an end");
}

/**
 * The keystream of ChaCha20 (RFC 8439) for a draw.
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {number} deal
 * @param {number} draw
 */
function* words(seed, deal, draw) {
  const bytes = new DataView(seed.buffer, seed.byteOffset);
  const key = Array.from({ length: 8 }, (_, i) => bytes.getUint32(4 * i, true));
  for (let counter = 0; counter < 2 ** 32; counter += 1) {
    const input = [
      0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, // "expand 32-byte k"
      ...key,
      ...[counter, deal, draw, 0],
    ];
    yield* block(Uint32Array.from(input));
  }
}

/** The words that each quarter round mixes: the columns, then the diagonals. */
const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

/** @param {Uint32Array} input */
function block(input) {
  const x = input.slice();
  /** @param {number} at @param {number} from @param {number} other @param {number} turn */
  const mix = (at, from, other, turn) => {
    x[at] = (x[at] ?? 0) + (x[from] ?? 0);
    const word = (x[other] ?? 0) ^ (x[at] ?? 0);
    x[other] = (word << turn) | (word >>> (32 - turn));
  };
  for (let round = 0; round < 10; round += 1) {
    for (const [a = 0, b = 0, c = 0, d = 0] of QUARTERS) {
      mix(a, b, d, 16);
      mix(c, d, b, 12);
      mix(a, b, d, 8);
      mix(c, d, b, 7);
    }
  }
  return x.map((word, i) => word + (input[i] ?? 0));
}
