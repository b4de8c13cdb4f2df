// The interface of a picture of a game.
// @ts-check

/**
 * The position after a step, as one viewer may see it. All messages are
 * protobuf's JSON of `arena.v1`: names in lowerCamelCase, and a field that is
 * absent has its default (0, "", false, []).
 * @typedef {object} Position
 * @property {Record<string, any>} match  A `Match`: game, options, seats.
 * @property {Record<string, any>} step  The `MatchStep`.
 * @property {Record<string, any>[]} observations  The message of the game, e.g.
 *   `OrdoObservation`: one; from the table one for each seat, by seat.
 * @property {"table" | "public" | number} view  The point of view: a number is
 *   a seat.
 * @property {boolean} othersHidden  Whether only the hand of the viewer's seat
 *   is shown, or with "table" only the hand of seat 0.
 * @property {number} turned  The seat at the bottom.
 */

/**
 * A picture of a game. It knows no rules: all that it shows is in the position.
 * The module of each game in `pictures/` exports one as `picture`.
 * @typedef {object} Picture
 * @property {(position: Position) => HTMLElement} draw  The whole position as a
 *   new element with class "picture". It is readable at a width of 360 px, has
 *   tables with headers where people read rows and columns, and needs no script
 *   once it is drawn. Colours come from the style sheet.
 * @property {(position: Position) => HTMLElement | null} score  The score sheet,
 *   or null if the game's own points by seat say all.
 */

/** The shape, letter and colour class of each seat: never only a colour. */
export const SEATS = [
  { letter: "A", shape: "disc", colour: "seat-0" },
  { letter: "B", shape: "triangle", colour: "seat-1" },
  { letter: "C", shape: "square", colour: "seat-2" },
  { letter: "D", shape: "diamond", colour: "seat-3" },
];
