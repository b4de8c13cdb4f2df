/**
 * Plays every game by rules of thumb, looking no further than the action itself.
 *
 *     node greedy_bot.js --name my-greedy --address 127.0.0.1:5757
 */
import { main } from "pentathlon";

import { DoppelkopfBot } from "./greedy/doppelkopf.js";
import { OctrixBot } from "./greedy/octrix.js";
import { OrdagoBot } from "./greedy/ordago.js";
import { OrdoBot } from "./greedy/ordo.js";
import { SecondsBot } from "./greedy/seconds.js";

/** Takes the first legal action of any other game, so that no table waits. */
class FirstActionBot {
  /** @param {import("pentathlon").Prompt} prompt */
  act(prompt) {
    return prompt.actions[0];
  }
}

/** @type {Record<string, new () => import("pentathlon").Bot>} */
const BOTS = {
  octrix: OctrixBot,
  ordo: OrdoBot,
  ordago: OrdagoBot,
  doppelkopf: DoppelkopfBot,
  seconds: SecondsBot,
};

await main(function greedyBot(start) {
  const Bot = BOTS[start.game] ?? FirstActionBot;
  return new Bot();
});
