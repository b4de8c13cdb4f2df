-- A database as schema version 2 left it. Never change this file: it stands
-- for the files that are out there.
PRAGMA application_id = 1347701838;
PRAGMA user_version = 2;
CREATE TABLE bot_faults (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  bot TEXT NOT NULL REFERENCES bots (name),
  match INTEGER NOT NULL REFERENCES matches (number),
  fault BLOB NOT NULL
) STRICT;
INSERT INTO "bot_faults" VALUES(1,'alpha',1,X'10011803');
CREATE TABLE bot_versions (
  bot TEXT NOT NULL REFERENCES bots (name),
  version TEXT NOT NULL,
  language TEXT NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  PRIMARY KEY (bot, version, language)
) STRICT, WITHOUT ROWID;
CREATE TABLE bots (
  name TEXT NOT NULL PRIMARY KEY,
  author TEXT NOT NULL,
  games TEXT NOT NULL,
  status INTEGER NOT NULL CHECK (status BETWEEN 1 AND 3),
  status_reason TEXT NOT NULL,
  status_by TEXT,
  status_time INTEGER,
  created INTEGER NOT NULL,
  matches INTEGER NOT NULL,
  faults INTEGER NOT NULL
) STRICT;
INSERT INTO "bots" VALUES('alpha','ann','octrix',1,'',NULL,NULL,5000000,1,1);
CREATE TABLE competitions (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  tournament TEXT NOT NULL,
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  spec BLOB NOT NULL,
  benched TEXT NOT NULL,
  results INTEGER NOT NULL,
  driver INTEGER
) STRICT;
INSERT INTO "competitions" VALUES(1,'cup','',1,X'0A03637570','1',7,NULL);
CREATE TABLE journal (
  match INTEGER NOT NULL REFERENCES matches (number),
  sequence INTEGER NOT NULL,
  entry BLOB NOT NULL,
  PRIMARY KEY (match, sequence)
) STRICT, WITHOUT ROWID;
INSERT INTO "journal" VALUES(2,0,X'61');
INSERT INTO "journal" VALUES(2,1,X'62');
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
  result BLOB, referee INTEGER, competition INTEGER
  REFERENCES competitions (number), set_index INTEGER, match_index INTEGER, attempt INTEGER, entrants TEXT, result_number INTEGER,
  CHECK ((result IS NOT NULL) = (state = 3))
) STRICT;
INSERT INTO "matches" VALUES(1,'m1',NULL,3,'octrix',1,'',NULL,3,X'0000000000000000000000000000000000000000000000000000000000000000','',X'0801',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "matches" VALUES(2,'m2','q2',2,'ordo',1,'variant=x',NULL,3,X'0000000000000000000000000000000000000000000000000000000000000000','',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE records (
  match INTEGER PRIMARY KEY REFERENCES matches (number),
  record_id TEXT NOT NULL UNIQUE,
  sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
  bytes BLOB NOT NULL
) STRICT;
INSERT INTO "records" VALUES(1,'r1',X'0000000000000000000000000000000000000000000000000000000000000000',X'7265636F7264');
CREATE TABLE referees (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  lease_until INTEGER NOT NULL
) STRICT;
INSERT INTO "referees" VALUES(0,'referee',0);
CREATE TABLE seats (
  match INTEGER NOT NULL REFERENCES matches (number),
  seat INTEGER NOT NULL,
  bot TEXT,
  built_in TEXT, session BLOB
  CHECK (session IS NULL OR length(session) = 32),
  PRIMARY KEY (match, seat),
  CHECK ((bot IS NULL) <> (built_in IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,'alpha',NULL,NULL);
INSERT INTO "seats" VALUES(1,1,NULL,'random',NULL);
INSERT INTO "seats" VALUES(2,0,'alpha',NULL,X'6161616161616161616161616161616161616161616161616161616161616161');
INSERT INTO "seats" VALUES(2,1,'beta',NULL,NULL);
CREATE TABLE sessions (
  token_sha256 BLOB PRIMARY KEY CHECK (length(token_sha256) = 32),
  bot TEXT NOT NULL,
  last_seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "sessions" VALUES(X'6161616161616161616161616161616161616161616161616161616161616161','alpha',1700000000000000);
CREATE TABLE tokens (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  token_id TEXT NOT NULL UNIQUE,
  secret_sha256 BLOB NOT NULL UNIQUE CHECK (length(secret_sha256) = 32),
  role INTEGER NOT NULL,
  owner TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX matches_by_state ON matches (state, number);
CREATE INDEX matches_by_game ON matches (game, number);
CREATE INDEX sessions_by_last_seen ON sessions (last_seen);
CREATE INDEX competitions_by_tournament ON competitions (tournament, number);
CREATE UNIQUE INDEX matches_by_place
  ON matches (competition, set_index, match_index, attempt);
CREATE UNIQUE INDEX matches_by_result ON matches (competition, result_number)
  WHERE result_number IS NOT NULL;
CREATE INDEX unfinished_by_referee ON matches (referee) WHERE state <> 3;
CREATE INDEX unfinished_by_competition ON matches (competition)
  WHERE state <> 3;
CREATE INDEX bots_by_author ON bots (author, name);
CREATE INDEX bot_faults_by_bot ON bot_faults (bot, number);
CREATE INDEX tokens_by_owner ON tokens (owner, number);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('matches',2);
INSERT INTO "sqlite_sequence" VALUES('referees',0);
INSERT INTO "sqlite_sequence" VALUES('bot_faults',1);
INSERT INTO "sqlite_sequence" VALUES('competitions',1);
