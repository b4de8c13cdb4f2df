// The SQL of every schema version.
#include "referee/store/sql/schema.h"

namespace arena::referee {
namespace {

constexpr SchemaStep kSteps[] = {
    // Version 1. Times are microseconds since 1970; a state is the number of
    // v1.Match.State; protocol messages are kept as they are serialised.
    {R"sql(
CREATE TABLE matches (
  number {key},
  match_id {text} NOT NULL UNIQUE,
  request_id {text} UNIQUE,  -- NULL where the request had none
  state {int} NOT NULL CHECK (state BETWEEN 1 AND 3),
  game {text} NOT NULL,
  rules_version {int} NOT NULL,
  options {text} NOT NULL,
  clock {bytes},  -- v1.Clock; NULL: no limits
  max_faults {int} NOT NULL,
  seed {bytes} NOT NULL CHECK (length(seed) = 32),
  label {text} NOT NULL,
  result {bytes},  -- v1.MatchResult
  CHECK ((result IS NOT NULL) = (state = 3))
) {table};
CREATE INDEX matches_by_state ON matches (state, number);
CREATE INDEX matches_by_game ON matches (game, number);

CREATE TABLE seats (
  match {int} NOT NULL REFERENCES matches (number),
  seat {int} NOT NULL,
  bot {text},
  built_in {text},
  PRIMARY KEY (match, seat),
  CHECK ((bot IS NULL) <> (built_in IS NULL))
) {keyed table};

CREATE TABLE journal (
  match {int} NOT NULL REFERENCES matches (number),
  sequence {int} NOT NULL,
  entry {bytes} NOT NULL,
  PRIMARY KEY (match, sequence)
) {keyed table};

CREATE TABLE records (
  match {int} PRIMARY KEY REFERENCES matches (number),
  record_id {text} NOT NULL UNIQUE,
  sha256 {bytes} NOT NULL CHECK (length(sha256) = 32),
  bytes {bytes} NOT NULL
) {table};

CREATE TABLE sessions (
  token_sha256 {bytes} PRIMARY KEY CHECK (length(token_sha256) = 32),
  bot {text} NOT NULL,
  last_seen {int} NOT NULL
) {keyed table};
CREATE INDEX sessions_by_last_seen ON sessions (last_seen);
)sql"},
    // Version 2: competitions, bots, tokens, and several referees.
    {R"sql(
-- A referee on this store, for as long as its process lives: the next one of
-- that name has another number, so that what the old one holds is known.
CREATE TABLE referees (
  number {key},
  name {text} NOT NULL UNIQUE,
  lease_until {int} NOT NULL
) {table};

CREATE TABLE competitions (
  number {key},
  name {text} NOT NULL UNIQUE,
  tournament {text} NOT NULL,
  state {int} NOT NULL CHECK (state BETWEEN 1 AND 3),
  spec {bytes} NOT NULL,  -- v1.CompetitionSpec
  benched {text} NOT NULL,  -- indices of entrants, separated by commas
  results {int} NOT NULL,  -- the highest result_number
  driver {int}  -- number of the referee that drives it
) {table};
CREATE INDEX competitions_by_tournament ON competitions (tournament, number);

-- Number of the referee that it belongs to; NULL: nobody.
ALTER TABLE matches ADD COLUMN referee {int};
-- The place in a competition; all NULL: a match on its own.
ALTER TABLE matches ADD COLUMN competition {int}
  REFERENCES competitions (number);
ALTER TABLE matches ADD COLUMN set_index {int};
ALTER TABLE matches ADD COLUMN match_index {int};
ALTER TABLE matches ADD COLUMN attempt {int};
-- Indices of entrants by seat, separated by commas.
ALTER TABLE matches ADD COLUMN entrants {text};
-- Counts the ends of matches in a competition, from 1.
ALTER TABLE matches ADD COLUMN result_number {int};
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
ALTER TABLE seats ADD COLUMN session {bytes}
  CHECK (session IS NULL OR length(session) = 32);
UPDATE seats SET session =
  (SELECT token_sha256 FROM sessions WHERE sessions.bot = seats.bot
   ORDER BY last_seen DESC LIMIT 1)
  WHERE bot IS NOT NULL
  AND match IN (SELECT number FROM matches WHERE state = 2);

CREATE TABLE bots (
  name {text} NOT NULL PRIMARY KEY,
  author {text} NOT NULL,
  games {text} NOT NULL,  -- separated by commas
  status {int} NOT NULL CHECK (status BETWEEN 1 AND 3),  -- v1.Bot.Status
  status_reason {text} NOT NULL,
  status_by {text},  -- both NULL since it was registered
  status_time {int},
  created {int} NOT NULL,
  matches {int} NOT NULL,
  faults {int} NOT NULL
) {table};
CREATE INDEX bots_by_author ON bots (author, name);

CREATE TABLE bot_versions (
  bot {text} NOT NULL REFERENCES bots (name),
  version {text} NOT NULL,
  language {text} NOT NULL,
  first_seen {int} NOT NULL,
  last_seen {int} NOT NULL,
  PRIMARY KEY (bot, version, language)
) {keyed table};

CREATE TABLE bot_faults (
  number {key},
  bot {text} NOT NULL REFERENCES bots (name),
  match {int} NOT NULL REFERENCES matches (number),
  fault {bytes} NOT NULL  -- v1.Fault
) {table};
CREATE INDEX bot_faults_by_bot ON bot_faults (bot, number);

CREATE TABLE tokens (
  number {key},
  token_id {text} NOT NULL UNIQUE,
  secret_sha256 {bytes} NOT NULL UNIQUE CHECK (length(secret_sha256) = 32),
  role {int} NOT NULL,  -- v1.Role
  owner {text} NOT NULL,
  created {int} NOT NULL
) {table};
CREATE INDEX tokens_by_owner ON tokens (owner, number);
)sql"},
    // Version 3: reports on benched bots, and the bots that are connected.
    {R"sql(
-- Microseconds; NULL: none.
ALTER TABLE bot_faults ADD COLUMN charged {int};

-- Results up to this one have been judged: whom they benched is in the column
-- benched or has returned.
ALTER TABLE competitions ADD COLUMN judged {int} NOT NULL DEFAULT 0;
UPDATE competitions SET judged = results;

CREATE TABLE bench_reports (
  number {key},
  bot {text} NOT NULL REFERENCES bots (name),
  competition {int} NOT NULL REFERENCES competitions (number),
  result_number {int} NOT NULL,  -- the result that benched it
  report {bytes} NOT NULL,  -- v1.BenchReport
  UNIQUE (bot, competition, result_number)
) {table};

-- Which bots are connected to which referee (its number).
CREATE TABLE presence (
  referee {int} NOT NULL,
  bot {text} NOT NULL,
  PRIMARY KEY (referee, bot)
) {keyed table};
)sql"},
    // Version 4: quarantined matches and competitions, left matches, addresses
    // of referees, and SQLite's journals in a folder beside the database.
    {R"sql(
-- Why a match is quarantined, with its state before; NULL: it is not.
ALTER TABLE matches ADD COLUMN quarantine {text};
CREATE INDEX matches_in_quarantine ON matches (number)
  WHERE quarantine IS NOT NULL;
-- The same for a competition.
ALTER TABLE competitions ADD COLUMN quarantine {text};

-- When the referee that played it was gone or gave it away, in microseconds:
-- it is nobody's until it is taken over. NULL: it was not left.
ALTER TABLE matches ADD COLUMN left_since {int};
CREATE INDEX matches_left ON matches (number) WHERE left_since IS NOT NULL;

-- Where bots reach it, as its admin advertises it; NULL: nowhere.
ALTER TABLE referees ADD COLUMN address {text};
-- 1: the bot goes where a Redirect sends it.
ALTER TABLE presence ADD COLUMN moves {int} NOT NULL DEFAULT 0;

-- One row, once there is such a folder.
CREATE TABLE journal_folder (
  id {int} NOT NULL,  -- stands in its files, too
  begun {int} NOT NULL  -- 1: what the table journal had is there
) {table};
)sql"},
    // Version 5: several processes of a bot, and the isolation of matches.
    {R"sql(
-- Which process of the bot it is, as it named itself, and whether it plays one
-- match only; then the end of that match deletes it.
ALTER TABLE sessions ADD COLUMN instance {text} NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN one_match {int} NOT NULL DEFAULT 0;

-- v1.Isolation. Matches of earlier versions go on without any.
ALTER TABLE matches ADD COLUMN isolation {int} NOT NULL DEFAULT 1
  CHECK (isolation BETWEEN 1 AND 3);

-- Which sessions are connected to which referee (its number). A referee that
-- begins has none, so what stood there is of no use.
DROP TABLE presence;
CREATE TABLE presence (
  referee {int} NOT NULL,
  bot {text} NOT NULL,
  instance {text} NOT NULL,
  session {bytes} NOT NULL,  -- the hash of its token
  moves {int} NOT NULL,  -- 1: it goes where a Redirect sends it
  fresh {int} NOT NULL,  -- 1: it is to play one match, and has had none
  PRIMARY KEY (referee, bot, instance)
) {keyed table};
)sql"},
    // Version 6: times and players of matches, and ways to find matches.
    {R"sql(
-- NULL where a match is older than these columns, or has not come so far.
ALTER TABLE matches ADD COLUMN created {int};
ALTER TABLE matches ADD COLUMN started {int};
ALTER TABLE matches ADD COLUMN ended {int};
CREATE INDEX matches_by_creation ON matches (created, number);
CREATE INDEX matches_by_competition ON matches (competition, number)
  WHERE competition IS NOT NULL;

-- 1: nobody is told who plays until it is over.
ALTER TABLE matches ADD COLUMN anonymous {int} NOT NULL DEFAULT 0;

-- What the bot said of itself when the match began; NULL before, and for
-- built-in players.
ALTER TABLE seats ADD COLUMN version {text};
ALTER TABLE seats ADD COLUMN language {text};
CREATE INDEX seats_by_bot ON seats (bot, match) WHERE bot IS NOT NULL;
CREATE INDEX seats_by_built_in ON seats (built_in, match)
  WHERE built_in IS NOT NULL;

-- Which faults there were in matches that are over; earlier ones are not here.
CREATE TABLE match_faults (
  match {int} NOT NULL REFERENCES matches (number),
  seat {int} NOT NULL,
  kind {int} NOT NULL,  -- v1.v1::FaultKind
  PRIMARY KEY (match, seat, kind)
) {keyed table};
CREATE INDEX match_faults_by_kind ON match_faults (kind, match);

-- When it becomes useless; NULL: never.
ALTER TABLE tokens ADD COLUMN expires {int};
-- The request that made it, where that may be repeated; NULL: none, or long
-- ago.
ALTER TABLE tokens ADD COLUMN request {text};
CREATE UNIQUE INDEX tokens_by_request ON tokens (request)
  WHERE request IS NOT NULL;
ALTER TABLE bots ADD COLUMN request {text};
ALTER TABLE bots ADD COLUMN description {text} NOT NULL DEFAULT '';

-- Entrants of a ladder that have left it: indices, separated by commas.
ALTER TABLE competitions ADD COLUMN departed {text} NOT NULL DEFAULT '';
)sql"},
    // Version 7: notes of bots about their decisions.
    {R"sql(
CREATE TABLE notes (
  match {int} NOT NULL REFERENCES matches (number),
  decision {int} NOT NULL,
  seat {int} NOT NULL,
  note {bytes} NOT NULL,
  PRIMARY KEY (match, decision, seat)
) {keyed table};
)sql"},
    // Version 8: the games of connected sessions.
    {R"sql(
-- A referee that begins has no sessions, so what stood there is of no use.
DROP TABLE presence;
CREATE TABLE presence (
  referee {int} NOT NULL,
  bot {text} NOT NULL,
  instance {text} NOT NULL,
  session {bytes} NOT NULL,  -- the hash of its token
  moves {int} NOT NULL,  -- 1: it goes where a Redirect sends it
  fresh {int} NOT NULL,  -- 1: it is to play one match, and has had none
  takes {int} NOT NULL,  -- 1: it takes new matches
  max_matches {int} NOT NULL,  -- at once
  plays {bytes} NOT NULL,  -- v1.Welcome with nothing but `plays`
  plays_sha256 {bytes} NOT NULL,
  PRIMARY KEY (referee, bot, instance)
) {keyed table};
)sql"},
    // Version 9: the ends of competitions.
    {R"sql(
-- 1: somebody stopped it. 2: it is played only while its runner is there.
ALTER TABLE competitions ADD COLUMN stopped {int} NOT NULL DEFAULT 0;
UPDATE competitions SET stopped = 1 WHERE state = 2;
-- NULL where it is older than these columns, or not over.
ALTER TABLE competitions ADD COLUMN created {int};
ALTER TABLE competitions ADD COLUMN ended {int};
-- 1: it is being deleted, and exists for nobody any more.
ALTER TABLE competitions ADD COLUMN deleted {int} NOT NULL DEFAULT 0;
CREATE INDEX competitions_deleted ON competitions (number) WHERE deleted = 1;
)sql"},
    // Version 10: the identity by which an SQLite database is recognised.
    {R"sql(
-- One row, once a referee has opened it; see database_witness.h.
CREATE TABLE identity (
  id {text} NOT NULL,  -- stands in the file beside it, too
  position {int} NOT NULL  -- counts the transactions
) {table};

-- Records are removed when they are old; then they have no bytes.
CREATE INDEX records_kept ON records (match) WHERE length(bytes) > 0;
)sql"},
    // Version 11: the hash by which equal games are recognised.
    {R"sql(
-- See ActionsSha256; NULL or empty: the match is equal to no other.
ALTER TABLE matches ADD COLUMN actions_sha256 {bytes};
)sql"},
    // Version 12: submitted bots.
    {R"sql(
-- Archives of submitted bots, and of what was built from them.
CREATE TABLE archives (
  number {key},
  sha256 {bytes} NOT NULL CHECK (length(sha256) = 32),
  uploader {text} NOT NULL,  -- who hands it over; empty: the whole is kept
  size {int} NOT NULL,
  received {int} NOT NULL,  -- so many of its bytes are there
  touched {int} NOT NULL,  -- when it last grew or was wanted
  UNIQUE (sha256, uploader)
) {table};
CREATE INDEX archives_by_uploader ON archives (uploader, touched);

CREATE TABLE archive_chunks (
  archive {int} NOT NULL REFERENCES archives (number),
  number {int} NOT NULL,
  bytes {bytes} NOT NULL,  -- 1 MiB, except in the last one
  PRIMARY KEY (archive, number)
) {table};

CREATE TABLE versions (
  number {key},
  bot {text} NOT NULL REFERENCES bots (name),
  version {text} NOT NULL,
  -- v1.SubmittedVersion.State
  state {int} NOT NULL CHECK (state BETWEEN 1 AND 7),
  archive_sha256 {bytes} NOT NULL CHECK (length(archive_sha256) = 32),
  build_sha256 {bytes}  -- NULL before it is built
    CHECK (build_sha256 IS NULL OR length(build_sha256) = 32),
  runtime {text} NOT NULL,
  start_budget {int} NOT NULL,  -- microseconds
  memory {int} NOT NULL,
  cores {int} NOT NULL,
  keep_inactive {int} NOT NULL,
  -- v1.SubmittedVersion with what has no column
  details {bytes} NOT NULL,
  build_log {text} NOT NULL DEFAULT '',
  submitted {int} NOT NULL,
  state_time {int} NOT NULL,
  -- The referee that builds or validates it; NULL: none.
  referee {int},
  -- The version that played for the bot before this one was chosen: its number.
  predecessor {int},
  -- Of its matches that are over.
  matches {int} NOT NULL DEFAULT 0,
  wins {int} NOT NULL DEFAULT 0,
  faults {int} NOT NULL DEFAULT 0
) {table};
-- A version that has failed may be handed over again.
CREATE UNIQUE INDEX versions_by_name ON versions (bot, version)
  WHERE state <> 6;
CREATE UNIQUE INDEX versions_that_play ON versions (bot) WHERE state = 4;
CREATE INDEX versions_by_bot ON versions (bot, number);
CREATE INDEX versions_under_way ON versions (number) WHERE state < 4;
CREATE INDEX versions_by_archive ON versions (archive_sha256);
CREATE INDEX versions_by_build ON versions (build_sha256)
  WHERE build_sha256 IS NOT NULL;

CREATE TABLE seat_reports (
  number {key},
  bot {text} NOT NULL REFERENCES bots (name),
  version {text} NOT NULL,
  match_id {text} NOT NULL,  -- empty: the process had no match
  seat {int} NOT NULL,
  ended_well {int} NOT NULL,  -- 0: its process crashed
  report {bytes} NOT NULL  -- v1.SeatReport without faults
) {table};
CREATE INDEX seat_reports_by_bot ON seat_reports (bot, number);
CREATE INDEX seat_reports_by_match ON seat_reports (match_id);

-- One row, once a referee needs it: all tokens of processes come from it.
CREATE TABLE process_secret (
  number {int} PRIMARY KEY CHECK (number = 1),
  secret {bytes} NOT NULL CHECK (length(secret) = 32)
) {table};

-- For how many sessions a row stands: processes that can be started count.
ALTER TABLE presence ADD COLUMN places {int} NOT NULL DEFAULT 1;
-- v1.SeatSpec.version; NULL: whichever is there.
ALTER TABLE seats ADD COLUMN wanted {text};
)sql"},
    // Version 13: several versions of the program on one database, and numbered
    // changes of versions of bots.
    {R"sql(
-- One row, written by Migrate: the oldest schema version whose programs can go
-- on with the database.
CREATE TABLE schema_support (works_with {int} NOT NULL) {table};
-- The newest schema version that the referee knows; NULL: 12.
ALTER TABLE referees ADD COLUMN schema_version {int};

-- One row, locked by whatever changes which versions can play, so that changes
-- become visible in the order of their numbers.
CREATE TABLE version_changes (
  number {int} PRIMARY KEY CHECK (number = 1),
  last {int} NOT NULL
) {table};
INSERT INTO version_changes (number, last) VALUES (1, 0);
-- The last change; 0: none since this column exists.
ALTER TABLE versions ADD COLUMN change {int} NOT NULL DEFAULT 0;
CREATE INDEX versions_by_change ON versions (change);

-- For names that differ in the case of letters only.
CREATE INDEX bots_by_lower_name ON bots (lower(name));
)sql",
     /*works_with=*/12},
};

}  // namespace

absl::Span<const SchemaStep> SchemaSteps() { return kSteps; }

}  // namespace arena::referee
