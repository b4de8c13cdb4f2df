import assert from "node:assert/strict";
import { test } from "node:test";

import { create, GameSupportSchema } from "pentathlon/protocol";

import { completed, gamesPlayed } from "../dist/options.js";

test("A wrong option of the program is named", () => {
  assert.throws(
    () => completed({ maxMatches: 0 }),
    /^OptionError: maxMatches is 0; it should be a whole number/,
  );
  assert.throws(
    () => completed({ keepalive: 5 }),
    /keepalive is 5; it should be at least 10/,
  );
  assert.throws(
    () => completed({ adress: "x" }),
    /there is no option adress; there are: address,/,
  );
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
