/** The options that have a flag or an environment variable. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

import { LEVELS, type Level } from "./log.js";
import type { Options } from "./options.js";
import { isToken } from "./token_file.js";

/** One of them. */
export interface Setting {
  option: keyof Options;
  variable: string;
  /** Empty: there is none. */
  flag: string;
  /** What stands for the value in the help; empty: a switch. */
  value: string;
  /** What it is for, with its default. */
  help: string;
  /** What a value should be. */
  right: string;
  /** Returns the value of a text; undefined if it has none. */
  read: (text: string) => unknown;
  /** Says what is wrong with a value, "" without words; undefined: nothing. */
  problem?: (value: unknown) => string | undefined;
}

type Said = Pick<Setting, "option" | "flag" | "help"> & { variable?: string };

const text = (value: string): string => value;

function named(said: Said, value: string): Setting {
  return {
    ...described(said),
    value,
    right: "1 to 64 characters of letters, digits, '.', '_' and '-'",
    read: text,
    problem: (name) =>
      name === "" || /^[A-Za-z0-9._-]{1,64}$/.test(String(name))
        ? undefined
        : "",
  };
}

function numbered(
  said: Said,
  value: string,
  right: string,
  fits: (number: number) => boolean,
): Setting {
  return {
    ...described(said),
    value,
    right,
    read: (word) => (/^[-+]?[0-9.]+$/.test(word) ? Number(word) : undefined),
    problem: (number) =>
      typeof number === "number" && fits(number) ? undefined : "",
  };
}

function switched(said: Said): Setting {
  return {
    ...described(said),
    value: "",
    right: "true or false",
    read: (word) => {
      if (/^(1|true|yes|on)$/i.test(word)) return true;
      return /^(0|false|no|off)$/i.test(word) ? false : undefined;
    },
    problem: (value) => (typeof value === "boolean" ? undefined : ""),
  };
}

function described({ variable, ...said }: Said): Said & { variable: string } {
  const name = said.flag.slice(2).toUpperCase().replaceAll("-", "_");
  return { ...said, variable: variable ?? `ARENA_${name}` };
}

function certificatesProblem(path: unknown): string | undefined {
  if (path === "") return undefined;
  let pem: string;
  try {
    pem = readFileSync(String(path), "utf8");
  } catch (error) {
    return `which cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
  try {
    new X509Certificate(pem);
    return undefined;
  } catch {
    return "which holds no certificate";
  }
}

const ADDRESS = /^((unix|ipv4|ipv6|dns):.+|(\[[^\]]+\]|[^:/\s]+):[0-9]+)$/;

/** All of them, in the order of the help. */
export const SETTINGS: readonly Setting[] = [
  {
    ...described({
      option: "address",
      flag: "--address",
      help: "the referee: host:port, unix:PATH, or ipv4:HOST:PORT,HOST:PORT for several (default: 127.0.0.1:5757)",
    }),
    value: "ADDRESS",
    right: "host:port, e.g. 127.0.0.1:5757, or unix:PATH",
    read: text,
    problem: (address) => (ADDRESS.test(String(address)) ? undefined : ""),
  },
  {
    ...described({
      option: "tlsCa",
      flag: "--tls-ca",
      help: "PEM file with certificates to trust (default: no TLS)",
    }),
    value: "FILE",
    right: "a PEM file with certificates to trust",
    read: text,
    problem: certificatesProblem,
  },
  named(
    {
      option: "name",
      flag: "--name",
      variable: "ARENA_BOT_NAME",
      help: "the bot's public name (default: the name of its class or program)",
    },
    "NAME",
  ),
  {
    ...described({
      option: "token",
      flag: "",
      variable: "ARENA_TOKEN",
      help: "proves who the bot is; has no flag, because others can read flags",
    }),
    value: "TOKEN",
    right: "one word of ASCII letters, digits and signs",
    read: text,
    problem: (token) =>
      token === "" || isToken(String(token)) ? undefined : "",
  },
  {
    ...described({
      option: "games",
      flag: "--games",
      help: "games to play, separated by commas (default: all that the bot plays)",
    }),
    value: "GAMES",
    right: "names of games",
    read: (word) =>
      word
        .split(",")
        .map((game) => game.trim())
        .filter((game) => game !== ""),
  },
  numbered(
    {
      option: "maxMatches",
      flag: "--max-matches",
      help: "most matches at once (default: 1)",
    },
    "N",
    "a whole number, at least 1",
    (number) => Number.isInteger(number) && number >= 1 && number < 2 ** 32,
  ),
  named(
    {
      option: "instance",
      flag: "--instance",
      help: "name of this process among those of the bot (default: none)",
    },
    "NAME",
  ),
  switched({
    option: "oneMatch",
    flag: "--one-match",
    help: "play one match, then end (default: off)",
  }),
  switched({
    option: "replace",
    flag: "--replace",
    help: "take the place of the connected process of this name and instance (default: off)",
  }),
  numbered(
    {
      option: "leaveWithin",
      flag: "--leave-within",
      help: "seconds that matches may take to end after SIGTERM or SIGINT (default: 600)",
    },
    "SECONDS",
    "a number of seconds, 0 or more",
    (number) => number >= 0,
  ),
  {
    ...described({
      option: "tokenFile",
      flag: "--token-file",
      help: "file that keeps the session, so that a restarted bot goes on (default: none)",
    }),
    value: "FILE",
    right: "a path",
    read: text,
  },
  numbered(
    {
      option: "giveUpAfter",
      flag: "--give-up-after",
      help: "seconds without a connection after which to give up (default: 60)",
    },
    "SECONDS",
    "a number of seconds, 0 or more",
    (number) => number >= 0,
  ),
  {
    ...described({
      option: "logLevel",
      flag: "--log-level",
      help: `what to log to stderr: ${LEVELS.join(", ")} (default: info)`,
    }),
    value: "LEVEL",
    right: LEVELS.join(", "),
    read: text,
    problem: (level) => (LEVELS.includes(level as Level) ? undefined : ""),
  },
];
