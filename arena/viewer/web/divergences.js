// Where matches with the same deals part: in each deal, the first choices that
// differ.
// @ts-check

/**
 * @typedef {import("./course.js").Course} Course
 * @typedef {import("./story.js").Story} Story
 * @typedef {import("./match_document.js").Message} Message
 * @typedef {object} Branch  The choice of some of the matches.
 * @property {number[]} matches
 * @property {Message | null} step  Null: the deal was over.
 * @typedef {object} Divergence
 * @property {number} deal
 * @property {number} place
 * @property {Branch[]} branches  At least two.
 */

/**
 * The divergences of all deals, by place. Matches that went on alike may part
 * again, so a deal has at most one divergence less than there are matches.
 * @param {Course} course  All stories must have the same kind of view:
 *   otherwise a difference in what is seen would part them.
 * @returns {Divergence[]}
 */
export function divergencesOf(course) {
  /** @type {Divergence[]} */
  const divergences = [];
  for (const { deal } of course.deals) {
    const ways = course.stories.map((story) => wayThrough(story, deal));
    const playing = [...ways.keys()].filter((i) => ways[i]?.length);
    part(deal, playing, ways, 0, course, divergences);
  }
  return divergences.sort((one, other) => one.place - other.place);
}

/**
 * The steps of a deal in which a seat acts.
 * @param {Story} story
 * @param {number} deal
 * @returns {{step: Message, index: number}[]}
 */
function wayThrough(story, deal) {
  return story.deals
    .filter((part) => part.deal === deal)
    .flatMap(({ first, last }) =>
      story.steps.slice(first, last + 1).map((step, i) => ({
        step,
        index: first + i,
      })),
    )
    .filter(({ step }) => step.acts?.length);
}

/**
 * Follows matches that have gone on alike for some steps.
 * @param {number} deal
 * @param {number[]} matches
 * @param {{step: Message, index: number}[][]} ways  By match.
 * @param {number} from
 * @param {Course} course
 * @param {Divergence[]} found
 */
function part(deal, matches, ways, from, course, found) {
  for (let at = from; matches.length > 1; ++at) {
    /** @type {Map<string, Branch>} */
    const branches = new Map();
    for (const match of matches) {
      const step = ways[match]?.[at]?.step ?? null;
      const key = keyOf(step);
      const branch = branches.get(key) ?? { matches: [], step };
      branch.matches.push(match);
      branches.set(key, branch);
    }
    if (branches.size > 1) {
      const places = matches.flatMap((match) => {
        const index = ways[match]?.[at]?.index;
        return index === undefined ? [] : course.placeOf(match, index);
      });
      const parted = [...branches.values()];
      found.push({ deal, place: Math.min(...places), branches: parted });
      for (const branch of parted) {
        part(deal, branch.matches, ways, at + 1, course, found);
      }
      return;
    }
    if (branches.has("")) return;
  }
}

/**
 * The choices of a step, without their times.
 * @param {Message | null} step
 */
function keyOf(step) {
  return (step?.acts ?? [])
    .map(
      (/** @type {Message} */ { event, sentence }) =>
        `${event.seat} ${event.text || sentence}`,
    )
    .join("\n");
}
