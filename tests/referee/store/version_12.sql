-- A database as schema version 12 left it. Never change this file: it stands
-- for the files that are out there.
PRAGMA application_id = 1347701838;
PRAGMA user_version = 12;
CREATE TABLE archive_chunks (
  archive INTEGER NOT NULL REFERENCES archives (number),
  number INTEGER NOT NULL,
  bytes BLOB NOT NULL,  -- 1 MiB, except in the last one
  PRIMARY KEY (archive, number)
) STRICT;
CREATE TABLE archives (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
  uploader TEXT NOT NULL,  -- who hands it over; empty: the whole is kept
  size INTEGER NOT NULL,
  received INTEGER NOT NULL,  -- so many of its bytes are there
  touched INTEGER NOT NULL,  -- when it last grew or was wanted
  UNIQUE (sha256, uploader)
) STRICT;
CREATE TABLE bench_reports (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  bot TEXT NOT NULL REFERENCES bots (name),
  competition INTEGER NOT NULL REFERENCES competitions (number),
  result_number INTEGER NOT NULL,  -- the result that benched it
  report BLOB NOT NULL,  -- v1.BenchReport
  UNIQUE (bot, competition, result_number)
) STRICT;
CREATE TABLE bot_faults (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  bot TEXT NOT NULL REFERENCES bots (name),
  match INTEGER NOT NULL REFERENCES matches (number),
  fault BLOB NOT NULL  -- v1.Fault
, charged INTEGER) STRICT;
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
  games TEXT NOT NULL,  -- separated by commas
  status INTEGER NOT NULL CHECK (status BETWEEN 1 AND 3),  -- v1.Bot.Status
  status_reason TEXT NOT NULL,
  status_by TEXT,  -- both NULL since it was registered
  status_time INTEGER,
  created INTEGER NOT NULL,
  matches INTEGER NOT NULL,
  faults INTEGER NOT NULL
, request TEXT, description TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "bots" VALUES('alpha','ann','octrix',1,'',NULL,NULL,1700000000000000,0,0,NULL,'');
CREATE TABLE competitions (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  tournament TEXT NOT NULL,
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  spec BLOB NOT NULL,  -- v1.CompetitionSpec
  benched TEXT NOT NULL,  -- indices of entrants, separated by commas
  results INTEGER NOT NULL,  -- the highest result_number
  driver INTEGER  -- number of the referee that drives it
, judged INTEGER NOT NULL DEFAULT 0, quarantine TEXT, departed TEXT NOT NULL DEFAULT '', stopped INTEGER NOT NULL DEFAULT 0, created INTEGER, ended INTEGER, deleted INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE identity (
  id TEXT NOT NULL,  -- stands in the file beside it, too
  position INTEGER NOT NULL  -- counts the transactions
) STRICT;
CREATE TABLE journal (
  match INTEGER NOT NULL REFERENCES matches (number),
  sequence INTEGER NOT NULL,
  entry BLOB NOT NULL,
  PRIMARY KEY (match, sequence)
) STRICT, WITHOUT ROWID;
CREATE TABLE journal_folder (
  id INTEGER NOT NULL,  -- stands in its files, too
  begun INTEGER NOT NULL  -- 1: what the table journal had is there
) STRICT;
CREATE TABLE match_faults (
  match INTEGER NOT NULL REFERENCES matches (number),
  seat INTEGER NOT NULL,
  kind INTEGER NOT NULL,  -- v1.FaultKind
  PRIMARY KEY (match, seat, kind)
) STRICT, WITHOUT ROWID;
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
  result BLOB, referee INTEGER, competition INTEGER
  REFERENCES competitions (number), set_index INTEGER, match_index INTEGER, attempt INTEGER, entrants TEXT, result_number INTEGER, quarantine TEXT, left_since INTEGER, isolation INTEGER NOT NULL DEFAULT 1
  CHECK (isolation BETWEEN 1 AND 3), created INTEGER, started INTEGER, ended INTEGER, anonymous INTEGER NOT NULL DEFAULT 0, actions_sha256 BLOB,  -- v1.MatchResult
  CHECK ((result IS NOT NULL) = (state = 3))
) STRICT;
INSERT INTO "matches" VALUES(1,'0dff039203dadc3189c0a6922ee6b1ac',NULL,3,'octrix',1,'',X'0A02080A120208011A02083C2200',3,X'EC9BC90CD96DC671A5B6FD4F574B54E442258E60D7104BC474FEC6B8DF68E8E1','',X'08011203B6010A1A020102220674617267657430463815',1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,1795449088537344,1795449088546953,1795449088563030,0,X'');
CREATE TABLE notes (
  match INTEGER NOT NULL REFERENCES matches (number),
  decision INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  note BLOB NOT NULL,
  PRIMARY KEY (match, decision, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE presence (
  referee INTEGER NOT NULL,
  bot TEXT NOT NULL,
  instance TEXT NOT NULL,
  session BLOB NOT NULL,  -- the hash of its token
  moves INTEGER NOT NULL,  -- 1: it goes where a Redirect sends it
  fresh INTEGER NOT NULL,  -- 1: it is to play one match, and has had none
  takes INTEGER NOT NULL,  -- 1: it takes new matches
  max_matches INTEGER NOT NULL,  -- at once
  plays BLOB NOT NULL,  -- v1.Welcome with nothing but `plays`
  plays_sha256 BLOB NOT NULL, places INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (referee, bot, instance)
) STRICT, WITHOUT ROWID;
CREATE TABLE process_secret (
  number INTEGER PRIMARY KEY CHECK (number = 1),
  secret BLOB NOT NULL CHECK (length(secret) = 32)
) STRICT;
INSERT INTO "process_secret" VALUES(1,X'7373737373737373737373737373737373737373737373737373737373737373');
CREATE TABLE records (
  match INTEGER PRIMARY KEY REFERENCES matches (number),
  record_id TEXT NOT NULL UNIQUE,
  sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
  bytes BLOB NOT NULL
) STRICT;
INSERT INTO "records" VALUES(1,'0dff039203dadc3189c0a6922ee6b1ac',X'86DA5036E89C19B8E31BD17E8BD1F7183C1B8DF5C0E0AE763DA805A9140D6FEC',X'89505245430D0A1A0101019E01000028B52FFD60BE00A50C0036575A3B20577301200CCFD019804C553C8AAA35603A1600EA1C13D41D92F42829E7B5272964D97DC218610A884934DA84117D908427901F6BC87D576FCD07530047004300302C1C532BB1564163CA59490EA0829D0023A58FA628A70DA98C171A68C114155BFA19AAEA421E1F52898C84869388C70808550F8ECA902CA95554930247D9D66BE61D054DFF73938E626B587DB394F77377372D2F79BBD57D125C05F35BDE5918E54C792F3B9BD572F7361F5C06F3CCA2F9FA1F47D82B87278C145DA7CEDA158E305788A23A0443B80E80880B6F7358791BBEDE760D346CC2993BC612DC84EFB96F5ED0D536A3AF05707FF6794A7711CC301439CCCEB20CF3E729DABA0BA65EBF54F36B0FC7D8744DD1EE6213453787BFE73355535A3D703FB3C3AF06B2ADD7CCAFC75D5E24342D37233596CED1130B4EC47C275E10CF030486267992A809CAE7A3E63B19B7BAD900DCD79CF2BC22703F33F33EFB8B3FED1C496E263CF7EEB6F4B3EDDA962C010F08A0CCE6012D20475730083C140E21347052CA039EA61E7BE4E80162D30F53236885A1F8804D346205DE9802016100000028B52FFD2064C50200F2051415C03DE8F6FFFFA973FF7F04EEB2244954491445495237776DECE600FC03311E905286394894C00A584406C40200FF0FFE47F8528829E80DC3929A2D52571D7BF0E1C50B138A393140A252324F490570010045286394D85DA903011400000028B52FFD202A5D000028000101000001001E200437B823A904003B0000000A1708011203B6010A1A0201022206746172676574304638151220DECC220770E2682876540A8252C9DAD7054C7019D25D060A4AF219E7880BE05959FB638F');
CREATE TABLE referees (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  lease_until INTEGER NOT NULL
, address TEXT) STRICT;
INSERT INTO "referees" VALUES(1,'referee',1795449098290651,'');
CREATE TABLE seat_reports (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  bot TEXT NOT NULL REFERENCES bots (name),
  version TEXT NOT NULL,
  match_id TEXT NOT NULL,  -- empty: the process had no match
  seat INTEGER NOT NULL,
  ended_well INTEGER NOT NULL,  -- 0: its process crashed
  report BLOB NOT NULL  -- v1.SeatReport without faults
) STRICT;
CREATE TABLE seats (
  match INTEGER NOT NULL REFERENCES matches (number),
  seat INTEGER NOT NULL,
  bot TEXT,
  built_in TEXT, session BLOB
  CHECK (session IS NULL OR length(session) = 32), version TEXT, language TEXT, wanted TEXT,
  PRIMARY KEY (match, seat),
  CHECK ((bot IS NULL) <> (built_in IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,NULL,'greedy',NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES(1,1,NULL,'random',NULL,NULL,NULL,NULL);
CREATE TABLE sessions (
  token_sha256 BLOB PRIMARY KEY CHECK (length(token_sha256) = 32),
  bot TEXT NOT NULL,
  last_seen INTEGER NOT NULL
, instance TEXT NOT NULL DEFAULT '', one_match INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE tokens (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  token_id TEXT NOT NULL UNIQUE,
  secret_sha256 BLOB NOT NULL UNIQUE CHECK (length(secret_sha256) = 32),
  role INTEGER NOT NULL,  -- v1.Role
  owner TEXT NOT NULL,
  created INTEGER NOT NULL
, expires INTEGER, request TEXT) STRICT;
CREATE TABLE versions (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  bot TEXT NOT NULL REFERENCES bots (name),
  version TEXT NOT NULL,
  -- v1.SubmittedVersion.State
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 7),
  archive_sha256 BLOB NOT NULL CHECK (length(archive_sha256) = 32),
  build_sha256 BLOB  -- NULL before it is built
    CHECK (build_sha256 IS NULL OR length(build_sha256) = 32),
  runtime TEXT NOT NULL,
  start_budget INTEGER NOT NULL,  -- microseconds
  memory INTEGER NOT NULL,
  cores INTEGER NOT NULL,
  keep_inactive INTEGER NOT NULL,
  -- v1.SubmittedVersion with what has no column
  details BLOB NOT NULL,
  build_log TEXT NOT NULL DEFAULT '',
  submitted INTEGER NOT NULL,
  state_time INTEGER NOT NULL,
  -- The referee that builds or validates it; NULL: none.
  referee INTEGER,
  -- The version that played for the bot before this one was chosen: its number.
  predecessor INTEGER,
  -- Of its matches that are over.
  matches INTEGER NOT NULL DEFAULT 0,
  wins INTEGER NOT NULL DEFAULT 0,
  faults INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO "versions" VALUES(1,'alpha','1',5,X'0101010101010101010101010101010101010101010101010101010101010101',X'0202020202020202020202020202020202020202020202020202020202020202','python',20000000,512,1,0,X'','',1700000000000000,1700000000000000,NULL,NULL,0,0,0);
INSERT INTO "versions" VALUES(2,'alpha','2',4,X'0101010101010101010101010101010101010101010101010101010101010101',X'0202020202020202020202020202020202020202020202020202020202020202','python',20000000,512,1,0,X'','',1700000000000000,1700000000000000,NULL,NULL,0,0,0);
INSERT INTO "versions" VALUES(3,'alpha','3',6,X'0101010101010101010101010101010101010101010101010101010101010101',X'0202020202020202020202020202020202020202020202020202020202020202','python',20000000,512,1,0,X'','',1700000000000000,1700000000000000,NULL,NULL,0,0,0);
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
CREATE INDEX matches_in_quarantine ON matches (number)
  WHERE quarantine IS NOT NULL;
CREATE INDEX matches_left ON matches (number) WHERE left_since IS NOT NULL;
CREATE INDEX matches_by_creation ON matches (created, number);
CREATE INDEX matches_by_competition ON matches (competition, number)
  WHERE competition IS NOT NULL;
CREATE INDEX seats_by_bot ON seats (bot, match) WHERE bot IS NOT NULL;
CREATE INDEX seats_by_built_in ON seats (built_in, match)
  WHERE built_in IS NOT NULL;
CREATE INDEX match_faults_by_kind ON match_faults (kind, match);
CREATE UNIQUE INDEX tokens_by_request ON tokens (request)
  WHERE request IS NOT NULL;
CREATE INDEX competitions_deleted ON competitions (number) WHERE deleted = 1;
CREATE INDEX records_kept ON records (match) WHERE length(bytes) > 0;
CREATE INDEX archives_by_uploader ON archives (uploader, touched);
CREATE UNIQUE INDEX versions_by_name ON versions (bot, version)
  WHERE state <> 6;
CREATE UNIQUE INDEX versions_that_play ON versions (bot) WHERE state = 4;
CREATE INDEX versions_by_bot ON versions (bot, number);
CREATE INDEX versions_under_way ON versions (number) WHERE state < 4;
CREATE INDEX versions_by_archive ON versions (archive_sha256);
CREATE INDEX versions_by_build ON versions (build_sha256)
  WHERE build_sha256 IS NOT NULL;
CREATE INDEX seat_reports_by_bot ON seat_reports (bot, number);
CREATE INDEX seat_reports_by_match ON seat_reports (match_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('referees',1);
INSERT INTO "sqlite_sequence" VALUES('matches',1);
INSERT INTO "sqlite_sequence" VALUES('versions',3);
