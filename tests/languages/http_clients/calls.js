// Calls of a referee with the official client of the Connect protocol; the same
// in Node.js and in a browser. Each check throws an error that says what is
// wrong.
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { CatalogueService } from "./generated/arena/v1/catalogue_service_pb.js";
import { MatchService, Match_State } from "./generated/arena/v1/match_service_pb.js";
import { ReplayService } from "./generated/arena/v1/replay_service_pb.js";

function expect(condition, what) {
  if (!condition) throw new Error(what);
}

// The error of a call that must fail.
async function errorOf(call) {
  try {
    await call();
  } catch (error) {
    return ConnectError.from(error);
  }
  throw new Error("the call did not fail");
}

function bearer(token) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

async function newMatch(matches, players, token) {
  const seats = players.map((player) => ({ player }));
  const { match } = await matches.createMatch({ game: "ordo", seats }, bearer(token));
  return { matchId: match.matchId };
}

const random = { case: "builtIn", value: "random" };
const nobody = { case: "bot", value: "nobody" };

const checks = {
  async unary({ catalogue }) {
    const { games } = await catalogue.listGames({});
    expect(games.length === 5, `${games.length} games`);
  },

  async "server stream"({ matches, replays, tokens }) {
    const match = await newMatch(matches, [random, random], tokens.admin);
    for await (const _ of matches.watchMatch(match, bearer(tokens.admin)));
    const { match: over } = await matches.getMatch(match, bearer(tokens.admin));
    expect(over.state === Match_State.FINISHED, `state ${over.state}`);
    let steps = 0;
    for await (const _ of replays.replayMatch(match, bearer(tokens.admin))) ++steps;
    expect(steps > 10, `${steps} steps`);
  },

  async "a stream is left"({ matches, tokens }) {
    const match = await newMatch(matches, [nobody, random], tokens.admin);
    const control = new AbortController();
    const error = await errorOf(async () => {
      const options = { ...bearer(tokens.admin), signal: control.signal };
      const stream = matches.watchMatch(match, options);
      for await (const _ of stream) control.abort();
    });
    expect(error.code === Code.Canceled, `${error}`);
    await matches.cancelMatch(match, bearer(tokens.admin));
  },

  async "an error says what is wrong"({ matches, tokens }) {
    const error = await errorOf(() =>
      matches.getMatch({ matchId: "nothing" }, bearer(tokens.admin)),
    );
    expect(error.code === Code.NotFound, `${error}`);
    expect(error.message.includes("nothing"), `${error}`);
  },

  async "a stream ends with an error"({ matches, tokens }) {
    const error = await errorOf(async () => {
      const stream = matches.watchMatch({ matchId: "nothing" }, bearer(tokens.admin));
      for await (const _ of stream);
    });
    expect(error.code === Code.NotFound, `${error}`);
  },

  async "a token is needed"({ matches }) {
    const error = await errorOf(() => matches.listMatches({}));
    expect(error.code === Code.Unauthenticated, `${error}`);
  },

  async "an error has details"({ matches, tokens }) {
    const error = await errorOf(async () => {
      for (;;) await matches.listMatches({}, bearer(tokens.spectator));
    });
    expect(error.code === Code.ResourceExhausted, `${error}`);
    const types = error.details.map((detail) => detail.type);
    expect(types.includes("google.rpc.RetryInfo"), `details: ${types}`);
  },
};

// The checks that fail, by name, with their errors. `transports` has the
// transports to check, by name.
export async function failures(transports, tokens) {
  const wrong = {};
  for (const [name, transport] of Object.entries(transports)) {
    const catalogue = createClient(CatalogueService, transport);
    const matches = createClient(MatchService, transport);
    const replays = createClient(ReplayService, transport);
    for (const [check, run] of Object.entries(checks)) {
      try {
        await run({ catalogue, matches, replays, tokens });
      } catch (error) {
        wrong[`${name}: ${check}`] = `${error}`;
      }
    }
  }
  return { wrong, checks: Object.keys(checks).length * Object.keys(transports).length };
}
