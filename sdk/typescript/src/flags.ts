/** The command line of a bot. */
import { OptionError } from "./errors.js";
import { optionsFromEnvironment, parse, type Options } from "./options.js";
import { SETTINGS } from "./settings.js";

/** What a command line asks for. */
export interface CommandLine {
  options: Options;
  /** Whether it asks for the help. */
  help: boolean;
}

/**
 * Returns what `args` and the environment ask for; what they do not name is as in
 * `defaults`. Throws OptionError.
 */
export function readCommandLine(
  args: readonly string[],
  defaults: Options = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): CommandLine {
  const changes: Record<string, unknown> = {};
  const rest = [...args];
  for (let word; (word = rest.shift()) !== undefined; ) {
    const [flag, own] = split(word);
    if (flag === "--help") return { options: defaults, help: true };
    const setting = SETTINGS.find((one) => one.flag === flag);
    if (!setting) throw unknown(word, flag);
    if (setting.value === "") {
      changes[setting.option] = own === undefined || parse(setting, own, flag);
      continue;
    }
    const value = own ?? rest.shift();
    if (value === undefined) {
      throw new OptionError(
        `${flag} needs a value, e.g. ${flag} ${setting.value}`,
      );
    }
    changes[setting.option] = parse(setting, value, flag);
  }
  const options = {
    ...optionsFromEnvironment(defaults, environment),
    ...changes,
  };
  return { options, help: false };
}

/** "--flag=value" as its parts; the value is undefined if there is none. */
function split(word: string): [string, string | undefined] {
  const at = word.indexOf("=");
  return word.startsWith("--") && at > 0
    ? [word.slice(0, at), word.slice(at + 1)]
    : [word, undefined];
}

function unknown(word: string, flag: string): OptionError {
  return new OptionError(
    word.startsWith("-")
      ? `there is no flag ${flag}; --help lists the flags`
      : `${word} is one argument too many; --help lists the flags`,
  );
}

/** Returns what --help prints. */
export function helpText(program: string): string {
  const lines = [`usage: ${program} [FLAG]...`, ""];
  for (const { flag, value, variable, help } of SETTINGS) {
    const head = flag && (value ? `${flag} ${value}` : flag);
    lines.push(head ? `  ${head} [${variable}]` : `  [${variable}]`);
    lines.push(`      ${help}`);
  }
  lines.push(
    "  --help",
    "      this text",
    "",
    "A flag overrides the environment variable in brackets, and that the value in the program.",
  );
  return lines.join("\n");
}
