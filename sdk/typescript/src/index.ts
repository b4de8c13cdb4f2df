/**
 * Write bots for the Pentathlon arena: a bot is a class with one method.
 *
 * ```js
 * import { main } from "pentathlon";
 *
 * class FirstBot {
 *   act(prompt) {
 *     return prompt.actions[0];
 *   }
 * }
 *
 * await main(FirstBot);
 * ```
 *
 * The README of this package is the reference; `pentathlon/protocol` has the
 * messages.
 *
 * @module
 */
export { Decline } from "./bot.js";
export type { Bot, BotFactory, SessionHandle } from "./bot.js";
export type { Choice } from "./choice.js";
export { Random } from "./chance.js";
export { OptionError, SessionError } from "./errors.js";
export { optionsFromEnvironment } from "./flags.js";
export type { Log, Level } from "./log.js";
export type { Options } from "./options.js";
export { Prompt } from "./prompt.js";
export { readPrompts } from "./prompts_file.js";
export { main, run } from "./main.js";
