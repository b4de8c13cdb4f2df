/**
 * A bot whose every hook asks stdin what to do: see sdk/conformance/README.md.
 * The conversations there check this SDK through it.
 */
import { createInterface } from "node:readline";

import { Decline, main } from "pentathlon";
import {
  ActAckSchema,
  AnnounceAckSchema,
  EventsSchema,
  fromBinary,
  GameActionSchema,
  MatchEndSchema,
  MatchStartSchema,
  PromptSchema,
  toBinary,
} from "pentathlon/protocol";

/** What waits for a reply, by number of the call. */
const calls = new Map();
let called = 0;

const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const reply = JSON.parse(line);
    const call = calls.get(reply.call);
    if (reply.look) {
      const { match, seat, prompt } = call;
      const open = prompt?.isOpen ?? false;
      write({ call: reply.call, hook: "look", match, seat, open });
      return;
    }
    calls.delete(reply.call);
    call.resolve(reply);
  })
  .on("close", () => process.exit(0));

class Probe {
  constructor(start, session) {
    this.start = start;
    this.session = session;
  }

  /** Asks what a hook shall do, and does it; returns its choice. */
  async ask(hook, schema, message, prompt, offered) {
    const call = ++called;
    const { matchId: match, seat } = this.start;
    const line = { call, hook, match, seat };
    line.message = Buffer.from(toBinary(schema, message)).toString("hex");
    if (prompt) {
      line.open = prompt.isOpen;
      line.seed = String(prompt.seed);
      line.draw = prompt.random.below(1000);
      line.time_left = prompt.timeLeft ?? null;
      line.round_trip = prompt.roundTrip ?? null;
    }
    const reply = await new Promise((resolve) => {
      calls.set(call, { match, seat, prompt, resolve });
      write(line);
    });
    if (reply.leave) this.session.leave();
    if (reply.throw !== undefined) throw new Error(reply.throw);
    if (reply.decline !== undefined) throw new Decline(reply.decline);
    if (reply.note !== undefined) prompt.note = reply.note;
    if (reply.offered !== undefined) return offered[reply.offered];
    if (reply.id !== undefined) return { id: reply.id };
    if (reply.action !== undefined) {
      return fromBinary(GameActionSchema, Buffer.from(reply.action, "hex"));
    }
    return reply.index ?? reply.text;
  }

  act(prompt) {
    return this.ask(
      "act",
      PromptSchema,
      prompt.message,
      prompt,
      prompt.actions,
    );
  }

  announce(prompt) {
    const { message, announcements } = prompt;
    return this.ask("announce", PromptSchema, message, prompt, announcements);
  }

  async onStart(start) {
    await this.ask("on_start", MatchStartSchema, start);
  }

  async onEvents(events) {
    await this.ask("on_events", EventsSchema, events);
  }

  async onAck(ack) {
    await this.ask("on_ack", ActAckSchema, ack);
  }

  async onAnnounceAck(ack) {
    await this.ask("on_announce_ack", AnnounceAckSchema, ack);
  }

  async onEnd(end) {
    await this.ask("on_end", MatchEndSchema, end);
  }
}

async function make(start, session) {
  const probe = new Probe(start, session);
  await probe.ask("make", MatchStartSchema, start);
  return probe;
}

// A function does not show that its bots have the hook onEvents.
await main(make, { events: true });
