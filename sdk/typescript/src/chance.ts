/** Chance that a bot may use: the same in every language, and secret. */

const BITS = (value: bigint): bigint => BigInt.asUintN(64, value);

/**
 * Returns the seed of a decision, a number of 64 bits: FNV-1a over the private
 * seed of the seat and the place of the decision.
 */
export function seedOf(
  privateSeed: Uint8Array,
  seat: number,
  decision: number,
): bigint {
  const place = new TextEncoder().encode(`/${seat}/${decision}`);
  let value = 0xcbf29ce484222325n;
  for (const byte of [...privateSeed, ...place]) {
    value = BITS((value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value;
}

/** SplitMix64, which draws the same numbers in every language. */
export class Random {
  #state: bigint;

  /** Begins with `seed`, a number of 64 bits. */
  constructor(seed: bigint) {
    this.#state = BITS(seed);
  }

  /** Returns the next number of 64 bits. */
  next(): bigint {
    this.#state = BITS(this.#state + 0x9e3779b97f4a7c15n);
    let z = this.#state;
    z = BITS((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BITS((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }

  /** Returns a number from 0 to `count` - 1; `count` is at least 1. */
  below(count: number): number {
    if (!Number.isSafeInteger(count) || count < 1) {
      throw new RangeError(`below(${count}): the count should be 1 or more`);
    }
    const n = BigInt(count);
    const limit = 2n ** 64n - (2n ** 64n % n);
    let draw = this.next();
    while (draw >= limit) draw = this.next();
    return Number(draw % n);
  }
}
