// Links to a place of the match: "?view=2#d57".
// @ts-check

/**
 * @typedef {import("./story.js").Story} Story
 * @typedef {import("./walk.js").Walk} Walk
 */

/**
 * The choices that an address names besides a place.
 * @param {string} search
 * @returns {{choice: string | null, spoilers: boolean}}
 */
export function settingsOf(search) {
  const asked = new URLSearchParams(search);
  return {
    choice: asked.get("view"),
    spoilers: asked.get("spoilers") !== "0",
  };
}

/**
 * The index of the step that "#d57" (decision), "#t3.5" (deal, trick) or "#s60"
 * (step) names; null if it names none.
 * @param {string} hash
 * @param {Story} story
 */
export function indexOf(hash, story) {
  const place = placeOf(hash);
  if (!place) return null;
  const { kind, number, trick } = place;
  if (kind === "d") return story.indexOfDecision(number);
  if (kind === "t") return story.indexOfTrick(number, trick);
  return Math.min(number, story.last);
}

/**
 * Whether a match under way already has the place that "#..." names.
 * @param {string} hash
 * @param {Story} story
 */
export function hasPlace(hash, story) {
  const place = placeOf(hash);
  if (!place) return false;
  const { kind, number, trick } = place;
  const { decision = 0, deal = 0, trick: latest = 0 } =
    story.steps.at(-1) ?? {};
  if (kind === "d") return decision >= number;
  if (kind === "s") return story.last >= number;
  return deal > number || (deal === number && !(latest < trick));
}

/** @param {string} hash */
function placeOf(hash) {
  const found = /^#([dts])(\d+)(?:\.(\d+))?$/.exec(hash);
  if (!found) return null;
  return {
    kind: found[1],
    number: Number(found[2]),
    trick: Number(found[3]),
  };
}

/**
 * The address of the present place.
 * @param {Walk} walk
 */
export function addressOf(walk) {
  const view = encodeURIComponent(walk.choice).replaceAll("%3A", ":");
  const spoilers = walk.spoilers ? "" : "&spoilers=0";
  return `?view=${view}${spoilers}#${walk.hashOf(walk.index)}`;
}

/**
 * Follows links to places, and addresses that the reader changes.
 * @param {Walk} walk
 * @param {AddEventListenerOptions} [until]  Its signal ends this.
 */
export function followLinks(walk, until) {
  /** @param {MouseEvent} event */
  const follow = (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const hash = target?.closest("a[href^='#']")?.getAttribute("href");
    if (!hash || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    walk.jump(walk.indexOf(hash));
  };
  document.addEventListener("click", follow, until);
  addEventListener(
    "hashchange",
    () => walk.jump(walk.indexOf(location.hash)),
    until,
  );
}

/**
 * Keeps the address of the window at the place that is shown. Browsers allow
 * few changes a second, so only the last of several changes is made.
 * @returns {(address: string) => void}
 */
export function addressBar() {
  const quiet = 300;
  let timer = 0;
  return (address) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        history.replaceState(null, "", address);
      } catch {
        // A page in a frame has no address of its own, so no link is lost.
      }
    }, quiet);
  };
}
