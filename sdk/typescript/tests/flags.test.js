import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { helpText, readCommandLine } from "../dist/flags.js";
import built from "../dist/flags_table.js";
import { completed } from "../dist/options.js";

const bytesOf = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const TABLE = bytesOf("../flags.json");
const { flags, gone } = JSON.parse(TABLE);

const read = (args, environment = {}, defaults = {}) =>
  readCommandLine(args, defaults, environment);

const refused = (args, message, environment = {}) =>
  assert.throws(() => read(args, environment), {
    name: "OptionError",
    message,
  });

test("The table of flags is that of all SDKs", () => {
  assert.equal(TABLE, bytesOf("../../tables/flags.json"));
  assert.deepEqual(built, { flags, gone });
});

test("Every flag and variable of the table sets an option with its default", () => {
  const kinds = ["address", "number", "seconds", "level"];
  for (const { flag, variable, kind, default: text } of flags) {
    if (!kinds.includes(kind)) continue;
    assert.deepEqual(completed(read([flag, text])), completed({}), flag);
    assert.deepEqual(completed(read([], { [variable]: text })), completed({}));
  }
  const word = { certificates: "", path: "/none", switch: "yes" };
  for (const { flag, variable, kind } of flags) {
    if (kinds.includes(kind)) continue;
    const text = word[kind] ?? "w";
    const options = flag
      ? read([`${flag}=${text}`])
      : read([], { [variable]: text });
    assert.doesNotThrow(() => completed(options), flag);
    assert.equal(Object.keys(options).length, 1);
  }
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

test("A flag hides its variable, even a wrong one", () => {
  const environment = { ARENA_MAX_MATCHES: "many" };
  assert.deepEqual(read(["--max-matches=2"], environment), { maxMatches: 2 });
});

test("A flag can be written with an equals sign", () => {
  assert.equal(read(["--token-file=/none/a=b"]).tokenFile, "/none/a=b");
});

test("An empty variable counts as absent", () => {
  assert.deepEqual(read([], { ARENA_BOT_NAME: "", ARENA_INSTANCES: "" }), {});
});

test("A switch needs no value as a flag", () => {
  assert.equal(read(["--one-match"]).oneMatch, true);
  assert.equal(read(["--replace=off"]).replace, false);
  assert.equal(read([], { ARENA_ONE_MATCH: "Yes" }).oneMatch, true);
});

for (const [flag, text] of [
  ["--address", "here"],
  ["--tls-ca", "/no/where"],
  ["--tls-ca", "package.json"],
  ["--name", "a b"],
  ["--max-matches", "x"],
  ["--max-matches", "0"],
  ["--max-matches", "1.5"],
  ["--instance", "a/b"],
  ["--one-match", "maybe"],
  ["--leave-within", "1 s"],
  ["--token-file", "package.json"],
  ["--token-file", "/dev/null"],
  ["--give-up-after", "-1"],
  ["--log-level", "loud"],
]) {
  test(`${flag} cannot be ${text}, nor can its variable`, () => {
    const { variable, right } = flags.find((one) => one.flag === flag);
    const words = `is "${text}"; it should be ${right}`;
    refused([`${flag}=${text}`], `${flag} ${words}`);
    refused([], `${variable} ${words}`, { [variable]: text });
  });
}

test("A token of two words is refused, and not told", () => {
  refused(
    [],
    "ARENA_TOKEN is no token; it should be one word of ASCII letters, digits and signs",
    { ARENA_TOKEN: "s3cret s3cret" },
  );
});

test("The flags of older versions name the command that does the same", () => {
  assert.equal(gone.length, 2);
  for (const { flag, variable, instead } of gone) {
    const message = `${flag} is gone; use ${instead}`;
    refused([flag, "2"], message);
    refused([`${flag}=2`], message);
    if (!variable) continue;
    refused([], message.replace(flag, variable), { [variable]: "2" });
  }
});

test("What is no flag is refused", () => {
  refused(["--gmae"], "there is no flag --gmae; --help lists the flags");
  refused(["--gmae=x"], "there is no flag --gmae; --help lists the flags");
  refused(
    ["octrix"],
    "octrix is one argument too many; --help lists the flags",
  );
  refused([""], " is one argument too many; --help lists the flags");
  refused(["--name"], "--name needs a value, e.g. --name NAME");
});

test("The help tells every flag, its variable and its default", () => {
  assert.equal(read(["--help"], { ARENA_INSTANCES: "2" }), undefined);
  const lines = helpText("my_bot").split("\n");
  for (const line of [
    "  --max-matches N [ARENA_MAX_MATCHES]",
    "      most matches at once (default: 1)",
    "  --one-match [ARENA_ONE_MATCH]",
    "  [ARENA_TOKEN]",
  ]) {
    assert.ok(lines.includes(line), line);
  }
});
