import assert from "node:assert/strict";
import { test } from "node:test";

import { OptionError } from "pentathlon";
import { create, GameSupportSchema } from "pentathlon/protocol";

import { helpText, readCommandLine } from "../dist/flags.js";
import { completed, gamesPlayed, mayGo } from "../dist/options.js";

const read = (args, environment = {}, defaults = {}) =>
  readCommandLine(args, defaults, environment).options;

const refused = (args, message, environment = {}) =>
  assert.throws(() => completed(read(args, environment)), {
    name: "OptionError",
    message,
  });

test("A flag overrides the variable, and that the program", () => {
  const defaults = { maxMatches: 1, name: "program", instance: "i" };
  const environment = { ARENA_MAX_MATCHES: "2", ARENA_BOT_NAME: "variable" };
  const { maxMatches, name, instance } = read(
    ["--max-matches", "3"],
    environment,
    defaults,
  );
  assert.deepEqual([maxMatches, name, instance], [3, "variable", "i"]);
});

test("A flag can be written with an equals sign", () => {
  assert.equal(read(["--token-file=a=b"]).tokenFile, "a=b");
});

test("An empty variable counts as absent", () => {
  assert.deepEqual(read([], { ARENA_BOT_NAME: "" }), {});
});

test("A switch needs no value as a flag", () => {
  assert.equal(read(["--one-match"]).oneMatch, true);
  assert.equal(read(["--replace=off"]).replace, false);
  assert.equal(read([], { ARENA_ONE_MATCH: "Yes" }).oneMatch, true);
});

test("What is wrong is named, and what would be right", () => {
  refused(
    ["--max-matches", "x"],
    '--max-matches is "x"; it should be a whole number, at least 1',
  );
  refused(
    ["--max-matches", "0"],
    "--max-matches is 0; it should be a whole number, at least 1",
  );
  refused(
    ["--name", "a b"],
    /^--name is "a b"; it should be 1 to 64 characters/,
  );
  refused(
    ["--address", "here"],
    /^--address is "here"; it should be host:port/,
  );
  refused(
    ["--give-up-after=-1"],
    "--give-up-after is -1; it should be a number of seconds, 0 or more",
  );
  refused(
    ["--log-level", "loud"],
    '--log-level is "loud"; it should be debug, info, warning, error',
  );
  refused(
    ["--tls-ca", "/no/where"],
    /^--tls-ca is "\/no\/where", which cannot be read \(ENOENT\)/,
  );
  refused(
    ["--tls-ca", import.meta.filename ?? "package.json"],
    /which holds no certificate/,
  );
  refused([], /^ARENA_ONE_MATCH is "maybe"; it should be true or false/, {
    ARENA_ONE_MATCH: "maybe",
  });
  refused(["--gmae"], "there is no flag --gmae; --help lists the flags");
  refused(
    ["octrix"],
    "octrix is one argument too many; --help lists the flags",
  );
  refused(["--name"], "--name needs a value, e.g. --name NAME");
});

test("A wrong option of the program is named", () => {
  assert.throws(
    () => completed({ maxMatches: 0 }),
    /^OptionError: maxMatches is 0;/,
  );
  assert.throws(
    () => completed({ keepalive: 5 }),
    /keepalive is 5; it should be at least 10/,
  );
  assert.throws(
    () => completed({ adress: "x" }),
    /there is no option adress; there are: address,/,
  );
  assert.ok(new OptionError("") instanceof Error);
});

test("The token does not look like two words", () => {
  refused([], /^ARENA_TOKEN is /, { ARENA_TOKEN: "a b" });
});

test("The help names every flag and variable", () => {
  const help = helpText("my_bot");
  for (const word of ["--address ADDRESS [ARENA_ADDRESS]", "[ARENA_TOKEN]"]) {
    assert.ok(help.includes(word), word);
  }
  assert.equal(readCommandLine(["--help"], {}, {}).help, true);
});

const games = (options) =>
  gamesPlayed(completed(options)).map(({ game }) => game);

test("A bot plays all games unless the program or a flag says otherwise", () => {
  assert.deepEqual(games({}), [
    "octrix",
    "ordo",
    "ordago",
    "doppelkopf",
    "seconds",
  ]);
  assert.deepEqual(games({ games: ["ordo", "chess"] }), ["ordo", "chess"]);
  assert.deepEqual(
    games({ plays: ["octrix", "ordo"], games: ["ordo", "chess"] }),
    ["ordo"],
  );
  const two = create(GameSupportSchema, { game: "octrix", seats: [2] });
  assert.deepEqual(gamesPlayed(completed({ plays: [two] })), [two]);
});

test("A redirect leads to a host and port, or from a socket to another", () => {
  assert.ok(mayGo("[::1]:5757", "127.0.0.1:1"));
  assert.ok(mayGo("unix:/b", "unix:/a"));
  assert.ok(!mayGo("unix:/b", "127.0.0.1:1"));
  assert.ok(!mayGo("dns:evil:1", "127.0.0.1:1"));
  assert.ok(!mayGo("a:1,b:2", "127.0.0.1:1"));
});
