/**
 * A session with the referee, without the transport of its bytes:
 *
 *     for (;;) {
 *       session.open(send, cancel);
 *       for await (response of stream) session.receive(response);
 *       const pause = session.ended(code, details);
 *       if (pause === undefined) break;
 *       await session.rest(pause);
 *     }
 *     await session.close(PATIENCE);
 */
import { basename, extname } from "node:path";

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { status as Status } from "@grpc/grpc-js";

import { mayGo, proxyVariable } from "./addresses.js";
import { Backoff } from "./backoff.js";
import { checkFactory, className, hasHook, type BotFactory } from "./bot.js";
import { SessionError } from "./errors.js";
import { logToStderr, type Log } from "./log.js";
import {
  completed,
  gamesPlayed,
  type AllOptions,
  type Options,
} from "./options.js";
import {
  Capability,
  ErrorReason,
  PlayRequestSchema,
  type HelloSchema,
  type MatchEnd,
  type MatchStart,
  type PlayError,
  type PlayRequest,
  type PlayResponse,
  type Redirect,
  type Welcome,
} from "./protocol.js";
import { Seat, type Link, type RequestKind, type SeatMessage } from "./seat.js";
import { seconds, secondsText } from "./times.js";
import { readToken, writeToken } from "./token_file.js";

const script = process.argv[1] ?? "bot";

/** The name of the program that is running. */
export const PROGRAM = basename(script, extname(script));

/** Seconds to wait for bots at a normal end. */
export const PATIENCE = 10;

/** Seconds; a referee cannot demand more between two keepalive pings. */
const RAREST_KEEPALIVE = 24 * 60 * 60;

/** The codes that gRPC gives, depending on the moment, when a connection breaks. */
const LOST: readonly Status[] = [
  Status.UNAVAILABLE,
  Status.CANCELLED,
  Status.INTERNAL,
  Status.UNKNOWN,
];

/** Fatal for the stream, not for the session. */
const COME_BACK: readonly ErrorReason[] = [
  ErrorReason.DRAINING,
  ErrorReason.PONG_TIMEOUT,
];

/** The seats of one bot, and the stream that they share. */
export class Session implements Link {
  readonly options: AllOptions;
  /** Where the next connection goes. */
  address: string;
  /** Seconds between the keepalive pings of the next connection. */
  keepalive: number;
  /** Whether another process has taken the place of this one. */
  replaced = false;
  readonly log: Log;

  readonly #name: string;
  readonly #backoff: Backoff;
  readonly #seats = new Map<string, Seat>();
  #ending: Seat[] = [];
  #transmit: ((request: PlayRequest) => void) | undefined;
  #cancel: (() => void) | undefined;
  #streams = 0;
  #leaving = false;
  /** Ends a pause. */
  #wake: (() => void) | undefined;

  #resumeToken = "";
  /** In the file. */
  #keptToken = "";
  #welcomed = false;
  #fatal: PlayError | undefined;
  /** Where a redirect sends the bot; empty: nowhere. */
  #nextAddress = "";
  /** Since the last match. */
  #redirects = 0;
  /** Whether any match has begun. */
  #played = false;
  /** Whether there was any Welcome. */
  #known = false;

  constructor(
    private readonly factory: BotFactory,
    options: Options,
  ) {
    checkFactory(factory);
    this.options = completed(options);
    const { name, log, logLevel, giveUpAfter, tokenFile } = this.options;
    this.log = log ?? logToStderr(logLevel);
    this.address = this.options.address;
    this.keepalive = this.options.keepalive;
    this.#name = name || className(factory) || PROGRAM;
    this.#backoff = new Backoff(giveUpAfter);
    if (tokenFile) this.#resumeToken = readToken(tokenFile);
    this.#keptToken = this.#resumeToken;
  }

  get stream(): number {
    return this.#transmit ? this.#streams : 0;
  }

  send(kind: RequestKind): number {
    if (!this.#transmit) return 0;
    this.#transmit(create(PlayRequestSchema, { kind }));
    return this.#streams;
  }

  leave(): void {
    this.#leaving = true;
    if (this.#hasLeft) this.#wake?.();
    // No referee knows yet that the bot is there.
    if (!this.#welcomed && this.#seats.size === 0) return this.#cancel?.();
    this.send({ case: "leave", value: {} });
  }

  /** Whether the bot leaves, and no match is under way. */
  get #hasLeft(): boolean {
    return this.#leaving && this.#seats.size === 0;
  }

  /** Waits; ends at once if the bot has left. */
  async rest(pause: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause * 1000);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#hasLeft) this.#wake();
    });
    this.#wake = undefined;
  }

  /**
   * A stream begins. Its requests go to `transmit`, which must never wait; `cancel`
   * ends it.
   */
  open(transmit: (request: PlayRequest) => void, cancel: () => void): void {
    this.#welcomed = false;
    this.#fatal = undefined;
    this.#transmit = transmit;
    this.#cancel = cancel;
    this.#streams += 1;
    this.send({ case: "hello", value: this.#hello() });
    if (this.#hasLeft) cancel();
  }

  /** Takes in a message from the referee. */
  receive({ kind }: PlayResponse): void {
    switch (kind.case) {
      case "ping":
        this.send({ case: "pong", value: { nonce: kind.value.nonce } });
        return;
      case "welcome":
        return this.#onWelcome(kind.value);
      case "matchStart":
        return this.#onMatchStart(kind.value);
      case "matchEnd":
        return this.#onMatchEnd(kind.value);
      case "prompt":
      case "actAck":
      case "announceAck":
      case "events":
        return this.#post(kind);
      case "redirect":
        return this.#onRedirect(kind.value);
      case "draining": {
        const left = secondsText(seconds(kind.value.timeLeft));
        const next = "matches go on when it is back";
        return this.log("info", `the referee stops in ${left}; ${next}`);
      }
      case "error":
        return this.#onError(kind.value);
      default:
        return;
    }
  }

  /**
   * The stream is over. Returns the seconds to wait before the next one, or
   * undefined after a normal end; throws SessionError if the session failed.
   */
  ended(code: Status, details: string): number | undefined {
    this.#transmit = undefined;
    const { options } = this;
    if (this.#hasLeft) {
      const how = this.#known
        ? "the bot has left"
        : "ended without a connection";
      this.log("info", `name=${this.#name}: ${how}`);
      return undefined;
    }
    if (this.#nextAddress) return this.#goThere();
    // A redirect is for one stream only.
    const address = this.address;
    this.address = options.address;
    const why = this.#fatal?.message ?? details;
    // A referee that only another one named cannot end the session.
    if (address !== options.address && !this.#welcomed)
      return this.#tryAgain(why);
    const reason = this.#fatal?.reason ?? ErrorReason.UNSPECIFIED;
    if (reason === ErrorReason.UNKNOWN_TOKEN && this.#resumeToken) {
      // Another session would play another match.
      if (options.oneMatch && this.#played) return undefined;
      this.log("warning", "the earlier session is over; starting afresh");
      this.#resumeToken = ""; // Hence only once.
      return 0;
    }
    if (COME_BACK.includes(reason) || (!this.#fatal && LOST.includes(code))) {
      return this.#tryAgain(why);
    }
    const where = `the referee at ${address}`;
    if (this.#fatal) {
      throw new SessionError(`${where} ended the session: ${why}`, reason);
    }
    if (code !== Status.OK) throw new SessionError(`${where} refused: ${why}`);
    if (!this.#welcomed) {
      throw new SessionError(
        `${where} ended the session before it began; is it a Pentathlon referee?`,
      );
    }
    this.log("info", `name=${this.#name}: the session is over`);
    return undefined;
  }

  /**
   * Ends all seats. Waits at most `patience` seconds for bots whose match is over
   * and that are still busy, e.g. in onEnd.
   */
  async close(patience = 0): Promise<void> {
    this.#transmit = undefined;
    this.#abandon();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience * 1000);
    });
    const busy = this.#ending.filter((seat) => seat.busy);
    if (patience > 0)
      await Promise.all(busy.map((seat) => seat.join(deadline)));
    clearTimeout(timer);
  }

  #hello(): MessageInitShape<typeof HelloSchema> {
    const { options } = this;
    const capabilities: Capability[] = [];
    if (options.events ?? hasHook(this.factory, "onEvents")) {
      capabilities.push(Capability.EVENTS);
    }
    if (options.text) capabilities.push(Capability.TEXT);
    capabilities.push(Capability.REDIRECT);
    return {
      name: this.#name,
      version: options.version,
      language: language(),
      plays: gamesPlayed(options),
      maxMatches: options.maxMatches,
      instance: options.instance,
      oneMatch: options.oneMatch,
      // Later it comes back to its own session.
      replace: options.replace && !this.#known,
      resumeToken: this.#resumeToken,
      capabilities,
    };
  }

  #onWelcome(welcome: Welcome): void {
    this.#welcomed = true;
    this.#known = true;
    this.#backoff.reset();
    this.#resumeToken = welcome.sessionToken;
    this.#keepToken();
    // Takes effect with the next connection.
    const permitted = seconds(welcome.limits?.minKeepalive);
    this.keepalive = Math.max(
      this.keepalive,
      Math.min(permitted, RAREST_KEEPALIVE),
    );
    const how = welcome.resumed ? "back at" : "connected to";
    const most = welcome.limits?.maxMatches ?? 0;
    this.log(
      "info",
      `name=${this.#name}: ${how} ${this.address} (${welcome.server}), ` +
        `up to ${most} matches at once`,
    );
    const accepted = welcome.plays.map(({ game }) => game);
    const { games } = this.options;
    const missing = games.filter((game) => !accepted.includes(game)).join(", ");
    // A referee that is older than the list says nothing.
    if (accepted.length > 0 && missing) {
      this.log(
        "warning",
        `this referee has not all games of --games; it plays none of: ${missing}`,
      );
    }
    if (!welcome.resumed) this.#abandon();
    if (this.#leaving) this.leave();
  }

  #keepToken(): void {
    const { tokenFile } = this.options;
    // Only a new one: a process that has taken the place of this one may have
    // written to the file since.
    if (!tokenFile || this.#keptToken === this.#resumeToken) return;
    try {
      writeToken(tokenFile, this.#resumeToken);
      this.#keptToken = this.#resumeToken;
    } catch (error) {
      this.log("error", `the session is not kept: ${(error as Error).message}`);
    }
  }

  /** Closes all seats: their matches are over or lost. */
  #abandon(): void {
    for (const [key, seat] of this.#seats) {
      seat.close();
      this.log("warning", `${key}: left unfinished`);
    }
    this.#seats.clear();
  }

  #onMatchStart(start: MatchStart): void {
    this.#redirects = 0;
    this.#played = true;
    this.#ending = this.#ending.filter((seat) => seat.busy);
    const key = place(start);
    let seat = this.#seats.get(key);
    // Whatever a referee wants: four of each match, and those of a process before
    // this one, which may have allowed more.
    const most = 4 * (this.options.maxMatches + 32);
    if (!seat && this.#seats.size >= most) {
      const why = `this bot plays at most ${most} seats at once`;
      this.log("warning", `${key}: ignored, because ${why}`);
      return;
    }
    if (!seat) {
      const players = start.players
        .map((name) => name || "(hidden)")
        .join(", ");
      const how = start.resumed ? "goes on, a match" : "a match";
      this.log("info", `${key}: ${how} of ${start.game} with ${players}`);
      seat = new Seat(start, this.factory, this, this.log);
      this.#seats.set(key, seat);
    }
    seat.post({ case: "matchStart", value: start });
  }

  #onMatchEnd(end: MatchEnd): void {
    const key = place(end);
    const seat = this.#seats.get(key);
    if (seat) {
      const { reason = "", ranks = [] } = end.result ?? {};
      const how = `over (${reason}), ranks by seat ${ranks.join(" ")}`;
      this.log("info", `${key}: ${how}`);
      this.#seats.delete(key);
      this.#ending.push(seat);
      seat.post({ case: "matchEnd", value: end });
    } else {
      // The process before this one played it.
      this.log("info", `${key}: was over before`);
    }
    if (this.#hasLeft) this.#wake?.();
  }

  #post(message: SeatMessage): void {
    const key = place(message.value);
    const seat = this.#seats.get(key);
    if (seat) return seat.post(message);
    const kind = message.case.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
    const why = "because the match never started here";
    this.log("debug", `${key}: ignored ${kind}, ${why}`);
  }

  #onRedirect({ address, referee }: Redirect): void {
    const from = `the referee at ${this.address} sends this bot to`;
    if (!mayGo(address, this.options.address)) {
      this.log("warning", `${from} "${address}"; ignored, expected host:port`);
      return;
    }
    this.log("info", `${from} ${referee} at ${address}`);
    this.#nextAddress = address;
  }

  /**
   * Follows a redirect: the first at once, each further one after a longer pause,
   * until there is a match.
   */
  #goThere(): number {
    this.address = this.#nextAddress;
    this.#nextAddress = "";
    this.#redirects += 1;
    if (this.#redirects === 1) return 0;
    const pause = Math.min(0.1 * 2 ** Math.min(this.#redirects, 10), 5);
    const when = `going there in ${secondsText(pause)}`;
    this.log("info", `redirected again before any match; ${when}`);
    return pause;
  }

  #onError(error: PlayError): void {
    if (error.fatal) {
      this.#fatal = error;
      return;
    }
    if (error.reason === ErrorReason.SESSION_REPLACED) this.replaced = true;
    const where = error.matchId && `match=${error.matchId}: `;
    this.log("warning", `${where}the referee says: ${error.message}`);
  }

  #tryAgain(details: string): number {
    const first = !this.#backoff.failing;
    const pause = this.#backoff.failed();
    const { address, tlsCa, giveUpAfter } = this.options;
    // If only one end uses TLS, each sees a broken connection, and nothing else
    // says that there is a proxy.
    const proxy = proxyVariable(address);
    const by = proxy && `, by the HTTP proxy of ${proxy}`;
    const referee = `${address} (${tlsCa ? "with" : "without"} TLS${by})`;
    // gRPC words it for experts.
    const unknown = /name resolution failed|ENOTFOUND|EAI_AGAIN/i.test(details);
    const reason = unknown ? "this host name is not known" : details;
    const time = secondsText(giveUpAfter);
    if (pause === undefined) {
      throw new SessionError(
        `no referee at ${referee} for ${time}: ${reason}. Is it running? ` +
          `--address or ARENA_ADDRESS sets the address, --tls-ca or ` +
          `ARENA_TLS_CA turns TLS on`,
      );
    }
    if (first) {
      const how = `${reason}; trying for ${time}`;
      this.log("info", `no connection to ${referee}: ${how}`);
    }
    return pause;
  }
}

function place({ matchId, seat }: { matchId: string; seat: number }): string {
  return `match=${matchId} seat=${seat}`;
}

/** "node 20.1.0", or the other program that runs this. */
function language(): string {
  const { versions } = process;
  const program = ["bun", "deno"].find((name) => versions[name]) ?? "node";
  return `${program} ${versions[program]}`;
}
