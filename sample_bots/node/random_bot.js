/**
 * Plays any game at random: the smallest bot there is.
 *
 *     node random_bot.js --name lucky --address 127.0.0.1:5757
 */
import { main } from "pentathlon";

/** Chooses any legal action. */
class RandomBot {
  /** @param {import("pentathlon").Prompt} prompt */
  act(prompt) {
    // In every game the referee sends the actions that are legal now.
    return prompt.actions[prompt.random.below(prompt.actions.length)];
  }
}

await main(RandomBot);
