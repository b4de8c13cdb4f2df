#include "referee/bench/store_bench.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"
#include "referee/secrets.h"
#include "referee/store/open_store.h"
#include "referee/store/postgres_connection.h"
#include "referee/store/sqlite_connection.h"

namespace arena::referee {
namespace {

// Of a match of Octrix between two; records hardly compress further.
constexpr size_t kRecordBytes = 1000;
// As a host takes them in.
constexpr int kAtOnce = 250;
constexpr int kPage = 1000;

double PerSecond(int count, absl::Duration time) {
  return count / absl::ToDoubleSeconds(time);
}

std::string RandomBytes(Rng& rng) {
  std::string bytes(kRecordBytes, '\0');
  for (char& byte : bytes) byte = static_cast<char>(rng.Below(256));
  return bytes;
}

v1::MatchResult SampleResult() {
  v1::MatchResult result;
  result.set_termination(v1::TERMINATION_NORMAL);
  result.set_reason("target");
  for (int seat = 0; seat < 2; ++seat) {
    result.add_returns(88 * seat);
    result.add_ranks(2 - seat);
  }
  result.set_plies(400);
  return result;
}

// ---- The reference ----

constexpr char kTable[] = "bench_results_of_a_bare_table";

absl::StatusOr<std::unique_ptr<SqlConnection>> ConnectBare(
    const StoreOptions& options, int round) {
  std::unique_ptr<SqlConnection> connection;
  if (options.store.empty()) {
    ARENA_ASSIGN_OR_RETURN(
        connection,
        SqliteConnection::Open(absl::StrCat(options.folder, "/bare-", round),
                               SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE));
    // As OpenSqliteStore.
    connection->Execute("PRAGMA journal_mode = WAL");
    connection->Execute("PRAGMA synchronous = NORMAL");
  } else {
    PostgresOptions postgres;
    postgres.url = options.store;
    ARENA_ASSIGN_OR_RETURN(connection, PostgresConnection::Open(postgres));
  }
  return connection;
}

// One row a result, and a transaction for each.
absl::StatusOr<double> MeasureBare(const StoreOptions& options, int round) {
  ARENA_ASSIGN_OR_RETURN(const std::unique_ptr<SqlConnection> connection,
                         ConnectBare(options, round));
  const std::string bytes_type = options.store.empty() ? "BLOB" : "BYTEA";
  connection->Execute(absl::StrCat("DROP TABLE IF EXISTS ", kTable));
  connection->Execute(absl::StrCat(
      "CREATE TABLE ", kTable, " (match_id TEXT PRIMARY KEY, result ",
      bytes_type, " NOT NULL, record ", bytes_type, " NOT NULL)"));
  ARENA_RETURN_IF_ERROR(connection->TakeError());
  const std::string insert =
      absl::StrCat("INSERT INTO ", kTable, " VALUES (?1, ?2, ?3)");
  const std::string result = SampleResult().SerializeAsString();
  Rng rng("records");
  const std::string record = RandomBytes(rng);
  const absl::Time began = absl::Now();
  for (int i = 0; i < options.results; ++i) {
    ARENA_RETURN_IF_ERROR(Write(
        *connection, /*repeatable=*/false,
        [&](SqlConnection& rows) -> absl::Status {
          Query(rows, insert, RandomName(), Blob{result}, Blob{record}).Run();
          return absl::OkStatus();
        }));
  }
  const double rate = PerSecond(options.results, absl::Now() - began);
  connection->Execute(absl::StrCat("DROP TABLE ", kTable));
  ARENA_RETURN_IF_ERROR(connection->TakeError());
  return rate;
}

// ---- The store ----

struct Rates {
  // Ends of matches alone, and with all that comes before.
  double ends = 0;
  double whole = 0;
  // Results read again.
  double read = 0;
};

std::vector<MatchRow> PlannedMatches(const std::string& competition, int first,
                                     int count) {
  std::vector<MatchRow> rows;
  for (int i = first; i < first + count; ++i) {
    MatchRow& row = rows.emplace_back();
    row.match_id = RandomName();
    row.game = "octrix";
    row.rules_version = 1;
    row.seats.resize(2);
    row.seats[0].set_built_in("random");
    row.seats[1].set_built_in("greedy");
    row.label = competition;
    row.place = CompetitionPlace{.competition = competition,
                                 .set = static_cast<uint32_t>(i / 2),
                                 .match = static_cast<uint32_t>(i % 2),
                                 .attempt = 0,
                                 .entrants = {0, 1}};
  }
  return rows;
}

v1::CompetitionSpec NewCompetition() {
  v1::CompetitionSpec spec;
  spec.set_name(absl::StrCat("bench-", RandomName()));
  spec.set_game("octrix");
  spec.set_seed(std::string(sizeof(Seed), 'b'));
  for (const char* name : {"random", "greedy"}) {
    spec.add_entrants()->set_name(name);
  }
  return spec;
}

absl::StatusOr<absl::Duration> FinishAll(Store& store,
                                         absl::Span<const MatchRow> matches,
                                         Rng& rng) {
  FinishedMatch finished{.match_id = "",
                         .result = SampleResult(),
                         .fault_times = {},
                         .record_id = "",
                         .record = RandomBytes(rng),
                         .record_sha256 = ""};
  finished.record_sha256 = Sha256(finished.record);
  const absl::Time began = absl::Now();
  for (const MatchRow& match : matches) {
    finished.match_id = match.match_id;
    finished.record_id = RandomName();
    ARENA_RETURN_IF_ERROR(store.matches().Finish(finished));
  }
  return absl::Now() - began;
}

absl::StatusOr<absl::Duration> ReadAll(Store& store,
                                       const std::string& competition,
                                       int count) {
  const absl::Time began = absl::Now();
  int64_t last = 0;
  while (last < count) {
    ARENA_ASSIGN_OR_RETURN(
        const ResultPage page,
        store.competitions().ReadResults(competition, last, kPage));
    ARENA_CHECK(!page.matches.empty(), last);
    last = page.last;
  }
  return absl::Now() - began;
}

absl::StatusOr<Rates> MeasureRates(const StoreOptions& options, int round) {
  const std::string name =
      options.store.empty()
          ? absl::StrCat("sqlite:", options.folder, "/store-", round)
          : options.store;
  ARENA_ASSIGN_OR_RETURN(const std::unique_ptr<Store> store,
                         OpenStore(name, "bench"));
  ARENA_RETURN_IF_ERROR(store->referees().RenewLease(absl::Minutes(10)));
  const v1::CompetitionSpec spec = NewCompetition();
  ARENA_RETURN_IF_ERROR(store->competitions().Insert(spec).status());
  Rng rng("records");
  absl::Duration ends;
  const absl::Time began = absl::Now();
  for (int done = 0; done < options.results; done += kAtOnce) {
    const int count = std::min(kAtOnce, options.results - done);
    ARENA_RETURN_IF_ERROR(store->matches()
                              .Plan(PlannedMatches(spec.name(), done, count))
                              .status());
    ARENA_ASSIGN_OR_RETURN(const std::vector<MatchRow> claimed,
                           store->matches().Claim({}, count));
    for (const MatchRow& match : claimed) {
      ARENA_RETURN_IF_ERROR(store->matches().Start(match.match_id, {"", ""}));
    }
    ARENA_ASSIGN_OR_RETURN(const absl::Duration time,
                           FinishAll(*store, claimed, rng));
    ends += time;
  }
  const absl::Duration whole = absl::Now() - began;
  ARENA_ASSIGN_OR_RETURN(const absl::Duration read,
                         ReadAll(*store, spec.name(), options.results));
  return Rates{.ends = PerSecond(options.results, ends),
               .whole = PerSecond(options.results, whole),
               .read = PerSecond(options.results, read)};
}

}  // namespace

absl::StatusOr<std::vector<Measurement>> MeasureStore(
    const StoreOptions& options) {
  std::vector<double> bare, ends, whole, read;
  for (int round = 0; round < options.rounds; ++round) {
    ARENA_ASSIGN_OR_RETURN(bare.emplace_back(), MeasureBare(options, round));
    ARENA_ASSIGN_OR_RETURN(const Rates rates, MeasureRates(options, round));
    ends.push_back(rates.ends);
    whole.push_back(rates.whole);
    read.push_back(rates.read);
  }
  const std::string kind = options.store.empty() ? "SQLite" : "PostgreSQL";
  const std::string against = absl::StrCat(", against bare rows in ", kind);
  return std::vector<Measurement>{
      Measured(absl::StrCat("results with records kept", against), "1/s", ends,
               bare),
      Measured(
          absl::StrCat("matches planned, claimed, started and kept", against),
          "1/s", whole, bare),
      Measured(absl::StrCat("results read again", against), "1/s", read, bare)};
}

}  // namespace arena::referee
