/** How a greedy bot chooses: every candidate gets a key, and the highest wins. */

/**
 * Returns the candidate with the highest key; of several, the first. Lists are
 * compared element by element.
 *
 * @template T
 * @param {Iterable<T>} candidates
 * @param {(candidate: T) => Key} keyOf
 * @returns {T}
 * @typedef {number | bigint | boolean | readonly (number | bigint | boolean)[]} Key
 */
export function best(candidates, keyOf) {
  let found;
  let highest;
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    if (highest !== undefined && compare(key, highest) <= 0) continue;
    found = candidate;
    highest = key;
  }
  if (highest === undefined) throw new Error("there is nothing to choose from");
  return /** @type {T} */ (found);
}

/**
 * Returns less than 0, 0, or more: how `a` stands to `b`. A list is below one that
 * goes on after it.
 *
 * @param {Key} a
 * @param {Key} b
 */
export function compare(a, b) {
  const [left, right] = [[a].flat(), [b].flat()];
  for (const [i, value] of left.entries()) {
    if (i === right.length) return 1;
    const other = right[i];
    if (value !== other) return value > other ? 1 : -1;
  }
  return left.length - right.length;
}
