/** The options of a bot: where, under which name, and how persistently it plays. */
import { create } from "@bufbuild/protobuf";

import { OptionError } from "./errors.js";
import { checkOptions } from "./flags.js";
import type { Level, Log } from "./log.js";
import {
  GameSupportSchema,
  ObservationSchema,
  type GameSupport,
} from "./protocol.js";

/**
 * Every option of a session. Each names its flag and environment variable, if it
 * has them. A flag overrides the variable, and the variable the value in the
 * program.
 */
export interface Options {
  /**
   * The referee: host:port, unix:PATH, or ipv4:HOST:PORT,HOST:PORT for several
   * referees. --address, ARENA_ADDRESS; 127.0.0.1:5757.
   */
  address?: string;
  /** PEM file with the certificates to trust; empty: no TLS. --tls-ca, ARENA_TLS_CA. */
  tlsCa?: string;
  /** The bot's public name; empty: the name of its class or program. --name, ARENA_BOT_NAME. */
  name?: string;
  /** The bot's own version, up to 64 characters. */
  version?: string;
  /**
   * What the bot's code can play: names of games, or GameSupport messages where
   * it is limited to some seats or options. Empty: every game of this SDK.
   */
  plays?: readonly (string | GameSupport)[];
  /** The games among `plays` that the bot does play; empty: all. --games, ARENA_GAMES. */
  games?: readonly string[];
  /** Most matches at once. --max-matches, ARENA_MAX_MATCHES; 1. */
  maxMatches?: number;
  /** Name of this process among those of the bot. --instance, ARENA_INSTANCE. */
  instance?: string;
  /** Play one match, then end. --one-match, ARENA_ONE_MATCH. */
  oneMatch?: boolean;
  /**
   * Take the place of the connected process of the same name and instance, which
   * plays its matches to their end. --replace, ARENA_REPLACE.
   */
  replace?: boolean;
  /**
   * Seconds that the matches under way may take when `main` was asked to end by
   * SIGTERM or SIGINT. --leave-within, ARENA_LEAVE_WITHIN; 600.
   */
  leaveWithin?: number;
  /** Whether prompts come with text, of the position and of each action; true. */
  text?: boolean;
  /** Whether the referee sends events; default: if the bot's class has `onEvents`. */
  events?: boolean;
  /**
   * Proves the bot's identity. ARENA_TOKEN; no flag, because other people on the
   * machine can read the flags of a process.
   */
  token?: string;
  /**
   * File that keeps the token of the session, so that a restarted bot goes on
   * with its matches; empty: not kept. --token-file, ARENA_TOKEN_FILE.
   */
  tokenFile?: string;
  /** Seconds without a connection after which to give up. --give-up-after, ARENA_GIVE_UP_AFTER; 60. */
  giveUpAfter?: number;
  /** Seconds between HTTP/2 keepalive pings, at least 10; raised if the referee demands more; 20. */
  keepalive?: number;
  /** What `main` logs to stderr. --log-level, ARENA_LOG_LEVEL; info. */
  logLevel?: Level;
  /** Takes the lines of the log; default: they go to stderr. */
  log?: Log;
}

/** Options of which every one has a value, but those without a default. */
export type AllOptions = Required<Omit<Options, Open>> & Pick<Options, Open>;

type Open = "events" | "log";

const DEFAULTS: AllOptions = {
  address: "127.0.0.1:5757",
  tlsCa: "",
  name: "",
  version: "",
  plays: [],
  games: [],
  maxMatches: 1,
  instance: "",
  oneMatch: false,
  replace: false,
  leaveWithin: 600,
  text: true,
  events: undefined,
  token: "",
  tokenFile: "",
  giveUpAfter: 60,
  keepalive: 20,
  logLevel: "info",
  log: undefined,
};

/** Returns `options` with the defaults of this SDK; throws OptionError. */
export function completed(options: Options): AllOptions {
  const given = Object.entries(options).filter(
    ([, value]) => value !== undefined,
  );
  for (const [name] of given) {
    if (Object.hasOwn(DEFAULTS, name)) continue;
    const names = Object.keys(DEFAULTS).join(", ");
    throw new OptionError(`there is no option ${name}; there are: ${names}`);
  }
  const all = { ...DEFAULTS, ...Object.fromEntries(given) } as AllOptions;
  checkOptions(all);
  if (!(all.keepalive >= 10)) {
    throw new OptionError(
      `keepalive is ${all.keepalive}; it should be at least 10 seconds, or ` +
        `servers take the pings for an attack`,
    );
  }
  return all;
}

/** The games that this SDK has messages for. */
const GAMES = ObservationSchema.oneofs[0]!.fields.map((field) => field.name);

/** Returns what the bot says that it plays: `plays`, as far as `games` names it. */
export function gamesPlayed({ plays, games }: AllOptions): GameSupport[] {
  const chosen = [...new Set(games)];
  // The bot may know a game that this SDK has no messages for.
  const known = chosen.length > 0 ? chosen : GAMES;
  const all = (plays.length > 0 ? plays : known).map((entry) =>
    typeof entry === "string"
      ? create(GameSupportSchema, { game: entry })
      : entry,
  );
  if (chosen.length === 0) return all;
  return all.filter(({ game }) => chosen.includes(game));
}
