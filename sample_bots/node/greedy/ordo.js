/** Ordo: reach the enemy's home row, take pieces, stay connected. */
import { best } from "./best.js";

const rowOf = (square) => Math.floor(square / 10);

/**
 * Wins if it can; if not, captures; if it cannot capture, advances.
 *
 * Squares are 10 * row + column, counted from 0. Legal actions keep the pieces
 * connected.
 */
export class OrdoBot {
  /** @param {import("pentathlon").Prompt} prompt */
  act(prompt) {
    const seen = prompt.observation.game.value;
    const white = prompt.seat === 0;
    const goal = white ? 7 : 0;
    const enemies = white ? seen.black : seen.white;
    return best(prompt.actions, ({ action }) => {
      const part = action.game.value;
      // A single piece is both ends of its ordo; an ordo moves as a whole.
      const length = part.endSquare - part.fromSquare;
      const pieces = 1 + (length < 10 ? length : rowOf(length));
      const to = part.toSquare;
      const wins = rowOf(to) === goal || rowOf(to + length) === goal;
      const takes = enemies.includes(to);
      const rows = rowOf(to) - rowOf(part.fromSquare);
      // Chance decides between equals, or two greedy bots could shuttle back and
      // forth until the draw.
      const luck = prompt.random.next();
      return [wins, takes, pieces * (white ? rows : -rows), luck];
    });
  }
}
