/**
 * The command line of a bot, and its environment. Their table, flags.json, is that of
 * all SDKs; an option has the name of its flag.
 */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

import { OptionError } from "./errors.js";
import table from "./flags_table.js";
import { LEVELS, type Level } from "./log.js";
import type { Options } from "./options.js";
import { isToken, readToken } from "./token_file.js";

/** A line of the table. */
interface Flag {
  /** Empty: there is only the variable. */
  flag: string;
  variable: string;
  kind: string;
  /** What stands for the value in the help; empty: a switch. */
  value: string;
  default: string;
  help: string;
  /** What a value should be. */
  right: string;
}

interface Table {
  flags: readonly Flag[];
  /** Those of older versions, and the commands that do the same. */
  gone: readonly { flag: string; variable: string; instead: string }[];
}

const TABLE = table as Table;

type Environment = Readonly<Record<string, string | undefined>>;

/** Values of flags or variables as texts, and where each stood. */
type Texts = Map<Flag, { source: string; text: string }>;

/** How values of one kind are read from a text and checked. */
interface Kind {
  /** Returns what a text says; absent: the text itself. */
  read?: (text: string) => unknown;
  fits: (value: unknown) => boolean;
}

const ADDRESS = /^((unix|ipv4|ipv6|dns):.+|(\[[^\]]+\]|[^:/\s]+):[0-9]+)$/;

// An empty text in the program stands for none.
const KINDS: Readonly<Record<string, Kind>> = {
  address: { fits: (address) => ADDRESS.test(String(address)) },
  certificates: { fits: (path) => path === "" || works(certificate, path) },
  name: { fits: (name) => /^[A-Za-z0-9._-]{0,64}$/.test(String(name)) },
  token: { fits: (token) => token === "" || isToken(String(token)) },
  names: { read: namesOf, fits: Array.isArray },
  number: {
    read: numberOf,
    fits: (n) => Number.isInteger(n) && Number(n) >= 1 && Number(n) < 2 ** 32,
  },
  switch: { read: truthOf, fits: (value) => typeof value === "boolean" },
  seconds: { read: numberOf, fits: (n) => typeof n === "number" && n >= 0 },
  path: { fits: (path) => path === "" || works(readToken, path) },
  level: { fits: (level) => LEVELS.includes(level as Level) },
};

function namesOf(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  return names.filter((name) => name !== "");
}

function numberOf(text: string): number {
  return /^[-+]?[0-9.]+$/.test(text) ? Number(text) : NaN;
}

function truthOf(text: string): boolean | undefined {
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  return /^(0|false|no|off)$/i.test(text) ? false : undefined;
}

function certificate(path: string): X509Certificate {
  return new X509Certificate(readFileSync(path, "utf8"));
}

/** Whether the file at `path` can be read like this. */
function works(read: (path: string) => unknown, path: unknown): boolean {
  try {
    read(String(path));
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns what `args` and the environment ask for; what they do not name is as in
 * `defaults`. Undefined: they ask for the help. Throws OptionError.
 */
export function readCommandLine(
  args: readonly string[],
  defaults: Options = {},
  environment: Environment = process.env,
): Options | undefined {
  const texts: Texts = new Map();
  const rest = [...args];
  for (let word; (word = rest.shift()) !== undefined; ) {
    const [, name, own] = /^(--[^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === "--help") return undefined;
    const gone = TABLE.gone.find((one) => one.flag === name);
    if (gone) throw isGone(gone.flag, gone.instead);
    const flag = TABLE.flags.find((one) => one.flag === name);
    if (!flag) throw unknown(name ?? word);
    const text = own ?? (flag.value ? rest.shift() : "true");
    if (text === undefined) {
      throw new OptionError(
        `${flag.flag} needs a value, e.g. ${flag.flag} ${flag.value}`,
      );
    }
    texts.set(flag, { source: flag.flag, text });
  }
  const all: Texts = new Map([...textsOf(environment), ...texts]);
  return { ...defaults, ...valuesOf(all) };
}

/**
 * Returns `defaults`, changed by the ARENA_ variables that are set. Throws
 * OptionError, which names the variable, if one of them is wrong.
 */
export function optionsFromEnvironment(
  defaults: Options = {},
  environment: Environment = process.env,
): Options {
  return { ...defaults, ...valuesOf(textsOf(environment)) };
}

/** Throws OptionError if an option has a value that its flag could not have. */
export function checkOptions(options: Options): void {
  for (const flag of TABLE.flags) {
    const option = optionOf(flag);
    check(flag, options[option], option);
  }
}

/** Returns what --help prints. */
export function helpText(program: string): string {
  const lines = [`usage: ${program} [FLAG]...`, ""];
  for (const { flag, value, variable, help, default: usual } of TABLE.flags) {
    const words = [flag, flag && value, `[${variable}]`].filter(Boolean);
    lines.push(`  ${words.join(" ")}`, `      ${help} (default: ${usual})`);
  }
  lines.push(
    "  --help",
    "      this text",
    "",
    "A flag overrides the environment variable in brackets, and that the value in the program.",
  );
  return lines.join("\n");
}

function textsOf(environment: Environment): Texts {
  for (const { variable, instead } of TABLE.gone) {
    if (environment[variable]) throw isGone(variable, instead);
  }
  const texts: Texts = new Map();
  for (const flag of TABLE.flags) {
    const text = environment[flag.variable];
    // An empty variable counts as absent.
    if (text) texts.set(flag, { source: flag.variable, text });
  }
  return texts;
}

function valuesOf(texts: Texts): Options {
  const options: Record<string, unknown> = {};
  for (const [flag, { source, text }] of texts) {
    const { read } = kindOf(flag);
    const value = read ? read(text) : text;
    check(flag, value, source, text);
    options[optionOf(flag)] = value;
  }
  return options;
}

/** Throws OptionError if `value`, which stood as `text` at `source`, does not fit. */
function check(flag: Flag, value: unknown, source: string, text = value): void {
  if (kindOf(flag).fits(value)) return;
  // Without the value: it is a secret, even if it is wrong.
  const is = flag.kind === "token" ? "no token" : JSON.stringify(text);
  throw new OptionError(`${source} is ${is}; it should be ${flag.right}`);
}

function kindOf({ kind }: Flag): Kind {
  return KINDS[kind]!;
}

/** maxMatches of --max-matches; only the token has no flag. */
function optionOf({ flag }: Flag): keyof Options {
  const name = flag
    .slice(2)
    .replace(/-./g, (sign) => sign.charAt(1).toUpperCase());
  return (name || "token") as keyof Options;
}

function isGone(name: string, instead: string): OptionError {
  return new OptionError(`${name} is gone; use ${instead}`);
}

function unknown(word: string): OptionError {
  const what = word.startsWith("-")
    ? `there is no flag ${word}`
    : `${word} is one argument too many`;
  return new OptionError(`${what}; --help lists the flags`);
}
