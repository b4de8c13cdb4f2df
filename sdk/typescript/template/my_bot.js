import { main } from "pentathlon";

/** Says what it may choose, and chooses any of it. */
class MyBot {
  /** @param {import("pentathlon").Prompt} prompt */
  act(prompt) {
    if (prompt.decision === 1) console.log(String(prompt));
    return prompt.actions[prompt.random.below(prompt.actions.length)];
  }
}

await main(MyBot, { version: "1" });
