-- A database as schema version 1 left it. Never change this file: it stands
-- for the files that are out there.
PRAGMA application_id = 1347701838;
PRAGMA user_version = 1;
CREATE TABLE matches (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  match_id TEXT NOT NULL UNIQUE,
  request_id TEXT UNIQUE,
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  game TEXT NOT NULL,
  rules_version INTEGER NOT NULL,
  options TEXT NOT NULL,
  clock BLOB,
  max_faults INTEGER NOT NULL,
  seed BLOB NOT NULL CHECK (length(seed) = 32),
  label TEXT NOT NULL,
  result BLOB,
  CHECK ((result IS NOT NULL) = (state = 3))
) STRICT;
CREATE INDEX matches_by_state ON matches (state, number);
CREATE INDEX matches_by_game ON matches (game, number);
CREATE TABLE seats (
  match INTEGER NOT NULL REFERENCES matches (number),
  seat INTEGER NOT NULL,
  bot TEXT,
  built_in TEXT,
  PRIMARY KEY (match, seat),
  CHECK ((bot IS NULL) <> (built_in IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE journal (
  match INTEGER NOT NULL REFERENCES matches (number),
  sequence INTEGER NOT NULL,
  entry BLOB NOT NULL,
  PRIMARY KEY (match, sequence)
) STRICT, WITHOUT ROWID;
CREATE TABLE records (
  match INTEGER PRIMARY KEY REFERENCES matches (number),
  record_id TEXT NOT NULL UNIQUE,
  sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
  bytes BLOB NOT NULL
) STRICT;
CREATE TABLE sessions (
  token_sha256 BLOB PRIMARY KEY CHECK (length(token_sha256) = 32),
  bot TEXT NOT NULL,
  last_seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_last_seen ON sessions (last_seen);

INSERT INTO matches VALUES
  (1, 'm1', NULL, 3, 'octrix', 1, '', NULL, 3, zeroblob(32), '', x'0801'),
  (2, 'm2', 'q2', 2, 'ordo', 1, 'variant=x', NULL, 3, zeroblob(32), '', NULL);
INSERT INTO seats VALUES
  (1, 0, 'alpha', NULL), (1, 1, NULL, 'random'),
  (2, 0, 'alpha', NULL), (2, 1, 'beta', NULL);
INSERT INTO journal VALUES (2, 0, x'61'), (2, 1, x'62');
INSERT INTO records VALUES (1, 'r1', zeroblob(32), x'7265636f7264');
INSERT INTO sessions VALUES
  (x'6161616161616161616161616161616161616161616161616161616161616161',
   'alpha', 1700000000000000);
