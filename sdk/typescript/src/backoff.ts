/** How long to wait before the next attempt to connect, and when to give up. */

const FIRST = 0.1;
const LONGEST = 5;

/** Pauses that double from failure to failure, until the time is up. */
export class Backoff {
  #pause = FIRST;
  #failingSince: number | undefined;

  /**
   * @param giveUpAfter Seconds after the first failure.
   * @param clock Returns the time in seconds.
   * @param random Returns a number from 0 to 1.
   */
  constructor(
    private readonly giveUpAfter: number,
    private readonly clock: () => number = () => performance.now() / 1000,
    private readonly random: () => number = Math.random,
  ) {}

  /** Begins again: an attempt succeeded. */
  reset(): void {
    this.#pause = FIRST;
    this.#failingSince = undefined;
  }

  /** Whether the last attempt failed. */
  get failing(): boolean {
    return this.#failingSince !== undefined;
  }

  /** An attempt failed: returns the seconds to wait, or undefined to give up. */
  failed(): number | undefined {
    const now = this.clock();
    this.#failingSince ??= now;
    const left = this.#failingSince + this.giveUpAfter - now;
    if (left <= 0) return undefined;
    // Between half the pause and all of it, so that the bots of a restarted
    // referee do not all come back at the same moment.
    const pause = this.#pause * (1 - this.random() / 2);
    this.#pause = Math.min(2 * this.#pause, LONGEST);
    return Math.min(pause, left);
  }
}
