// Positions of the files that write_steps writes.
// @ts-check

/** @typedef {import("../../../../arena/viewer/web/picture.js").Position} Position */
/** @typedef {import("../../../../arena/viewer/web/picture.js").Picture} Picture */

/**
 * @typedef {object} Played
 * @property {Record<string, any>} match
 * @property {Record<string, Record<string, any>[]>} views  Steps by view.
 */

/**
 * @param {string} name  Such as "seconds".
 * @returns {Promise<Played>}
 */
export async function load(name) {
  const answer = await fetch(`/steps/${name}.json`);
  if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
  return answer.json();
}

/**
 * @param {string} game
 * @returns {Promise<Picture>}
 */
export async function pictureOf(game) {
  const module = await import(`/arena/viewer/web/pictures/${game}.js`);
  return module.picture;
}

/**
 * @param {Played} played
 * @param {string} view
 * @param {Record<string, any>} step
 * @param {Partial<Position>} [more]
 * @returns {Position}
 */
export function positionOf({ match }, view, step, more = {}) {
  const seat = /^\d$/.test(view) ? Number(view) : undefined;
  return {
    match,
    step,
    observations: step.observations.map(
      (/** @type {Record<string, any>} */ seen) => seen[match.game],
    ),
    view: seat ?? (view === "public" ? "public" : "table"),
    othersHidden: false,
    turned: seat ?? 0,
    ...more,
  };
}
