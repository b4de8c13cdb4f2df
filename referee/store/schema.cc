#include "referee/store/schema.h"

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

constexpr const char* kSteps[] = {
    // Version 1. Times are microseconds since 1970; a state is the number of
    // v1.Match.State; protocol messages are kept as they are serialised.
    R"sql(
CREATE TABLE matches (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  match_id TEXT NOT NULL UNIQUE,
  request_id TEXT UNIQUE,  -- NULL where the request had none
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  game TEXT NOT NULL,
  rules_version INTEGER NOT NULL,
  options TEXT NOT NULL,
  clock BLOB,  -- v1.Clock; NULL: no limits
  max_faults INTEGER NOT NULL,
  seed BLOB NOT NULL CHECK (length(seed) = 32),
  label TEXT NOT NULL,
  result BLOB,  -- v1.MatchResult
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
)sql",
    // Version 2: competitions, bots, tokens, and several referees.
    R"sql(
-- A referee on this store, for as long as its process lives: the next one of
-- that name has another number, so that what the old one holds is known.
CREATE TABLE referees (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  lease_until INTEGER NOT NULL
) STRICT;

CREATE TABLE competitions (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  tournament TEXT NOT NULL,
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  spec BLOB NOT NULL,  -- v1.CompetitionSpec
  benched TEXT NOT NULL,  -- indices of entrants, separated by commas
  results INTEGER NOT NULL,  -- the highest result_number
  driver INTEGER  -- number of the referee that drives it
) STRICT;
CREATE INDEX competitions_by_tournament ON competitions (tournament, number);

-- Number of the referee that it belongs to; NULL: nobody.
ALTER TABLE matches ADD COLUMN referee INTEGER;
-- The place in a competition; all NULL: a match on its own.
ALTER TABLE matches ADD COLUMN competition INTEGER
  REFERENCES competitions (number);
ALTER TABLE matches ADD COLUMN set_index INTEGER;
ALTER TABLE matches ADD COLUMN match_index INTEGER;
ALTER TABLE matches ADD COLUMN attempt INTEGER;
-- Indices of entrants by seat, separated by commas.
ALTER TABLE matches ADD COLUMN entrants TEXT;
-- Counts the ends of matches in a competition, from 1.
ALTER TABLE matches ADD COLUMN result_number INTEGER;
CREATE UNIQUE INDEX matches_by_place
  ON matches (competition, set_index, match_index, attempt);
CREATE UNIQUE INDEX matches_by_result ON matches (competition, result_number)
  WHERE result_number IS NOT NULL;
CREATE INDEX unfinished_by_referee ON matches (referee) WHERE state <> 3;
CREATE INDEX unfinished_by_competition ON matches (competition)
  WHERE state <> 3;

-- Unfinished matches of version 1 belong to the referee of the default name.
INSERT INTO referees (number, name, lease_until)
  SELECT 0, 'referee', 0 WHERE EXISTS (SELECT 1 FROM matches);
UPDATE matches SET referee = 0 WHERE state <> 3;

-- The hash of the token of the session that a seat belongs to, from the
-- beginning of the match; NULL before that, and for built-in players. In
-- matches of version 1 it is the latest session of the bot.
ALTER TABLE seats ADD COLUMN session BLOB
  CHECK (session IS NULL OR length(session) = 32);
UPDATE seats SET session =
  (SELECT token_sha256 FROM sessions WHERE sessions.bot = seats.bot
   ORDER BY last_seen DESC LIMIT 1)
  WHERE bot IS NOT NULL
  AND match IN (SELECT number FROM matches WHERE state = 2);

CREATE TABLE bots (
  name TEXT NOT NULL PRIMARY KEY,
  author TEXT NOT NULL,
  games TEXT NOT NULL,  -- separated by commas
  status INTEGER NOT NULL CHECK (status BETWEEN 1 AND 3),  -- v1.Bot.Status
  status_reason TEXT NOT NULL,
  status_by TEXT,  -- both NULL since it was registered
  status_time INTEGER,
  created INTEGER NOT NULL,
  matches INTEGER NOT NULL,
  faults INTEGER NOT NULL
) STRICT;
CREATE INDEX bots_by_author ON bots (author, name);

CREATE TABLE bot_versions (
  bot TEXT NOT NULL REFERENCES bots (name),
  version TEXT NOT NULL,
  language TEXT NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  PRIMARY KEY (bot, version, language)
) STRICT, WITHOUT ROWID;

CREATE TABLE bot_faults (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  bot TEXT NOT NULL REFERENCES bots (name),
  match INTEGER NOT NULL REFERENCES matches (number),
  fault BLOB NOT NULL  -- v1.Fault
) STRICT;
CREATE INDEX bot_faults_by_bot ON bot_faults (bot, number);

CREATE TABLE tokens (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  token_id TEXT NOT NULL UNIQUE,
  secret_sha256 BLOB NOT NULL UNIQUE CHECK (length(secret_sha256) = 32),
  role INTEGER NOT NULL,  -- v1.Role
  owner TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_by_owner ON tokens (owner, number);
)sql",
    // Version 3: what ladders have against bots, and who is there.
    R"sql(
-- Microseconds; NULL: none.
ALTER TABLE bot_faults ADD COLUMN charged INTEGER;

-- Results up to this one have been judged: whom they benched is in the column
-- benched or has returned.
ALTER TABLE competitions ADD COLUMN judged INTEGER NOT NULL DEFAULT 0;
UPDATE competitions SET judged = results;

CREATE TABLE bench_reports (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  bot TEXT NOT NULL REFERENCES bots (name),
  competition INTEGER NOT NULL REFERENCES competitions (number),
  result_number INTEGER NOT NULL,  -- the result that benched it
  report BLOB NOT NULL,  -- v1.BenchReport
  UNIQUE (bot, competition, result_number)
) STRICT;

-- Which bots are connected to which referee (its number).
CREATE TABLE presence (
  referee INTEGER NOT NULL,
  bot TEXT NOT NULL,
  PRIMARY KEY (referee, bot)
) STRICT, WITHOUT ROWID;
)sql",
    // Version 4: SQLite's journals are in a folder beside the database.
    R"sql(
-- One row, once there is such a folder.
CREATE TABLE journal_folder (
  id INTEGER NOT NULL,  -- stands in its files, too
  begun INTEGER NOT NULL  -- 1: what the table journal had is there
) STRICT;
)sql",
};

}  // namespace

absl::Span<const char* const> SchemaSteps() { return kSteps; }

absl::Status Migrate(SqlConnection& connection,
                     absl::Span<const char* const> steps) {
  const int64_t newest = steps.size();
  int64_t found = 0;
  do {
    const auto step = [&](SqlConnection&) -> absl::Status {
      ARENA_ASSIGN_OR_RETURN(found, connection.SchemaVersion());
      if (found < newest) {
        connection.Execute(steps[found]);
        connection.SetSchemaVersion(++found);
      }
      return absl::OkStatus();
    };
    ARENA_RETURN_IF_ERROR(Write(connection, /*repeatable=*/true, step));
  } while (found < newest);
  if (found == newest) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(connection.Name(), " has schema version ", found,
                   ", this referee knows versions up to ", newest,
                   "; use the newer referee that wrote it"));
}

}  // namespace arena::referee
