#include "referee/store/competitions.h"

#include <limits>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "google/protobuf/util/message_differencer.h"
#include "referee/store/bot_faults.h"
#include "referee/store/matches/match_query.h"
#include "referee/store/sql/stored_values.h"

namespace arena::referee {
namespace {

using google::protobuf::util::MessageDifferencer;

constexpr char kSelectCompetitions[] =
    "SELECT number, name, state, spec, benched, judged, quarantine, departed,"
    " stopped, created, ended FROM competitions WHERE deleted <> 1 AND ";

// Values of the column `stopped`.
constexpr int kSomebodyStoppedIt = 1;
constexpr int kHasRunner = 2;

// Microseconds, if there are any.
std::optional<absl::Time> TimeOf(const Query& query, int column) {
  if (query.IsNull(column)) return std::nullopt;
  return absl::FromUnixMicros(SoundMicros(query.Int(column)));
}

// Reads the present row of a query that begins with kSelectCompetitions.
CompetitionRow ReadCompetition(const Query& query) {
  CompetitionRow row;
  row.number = query.Int(0);
  row.state = static_cast<v1::Competition::State>(query.Int(2));
  row.judged = query.Int(5);
  row.quarantine = query.Bytes(6);
  row.stopped = query.Int(8) == kSomebodyStoppedIt;
  row.has_runner = query.Int(8) == kHasRunner;
  row.created = TimeOf(query, 9);
  row.ended = TimeOf(query, 10);
  const std::string name = query.Bytes(1);
  if (!row.spec.ParseFromString(query.Bytes(3)) || row.spec.name() != name ||
      !v1::Competition::State_IsValid(row.state) ||
      !SplitIndices(query.Bytes(4), row.benched) ||
      !SplitIndices(query.Bytes(7), row.departed)) {
    row.damage = "its row in the store is damaged";
    row.spec.Clear();
    row.spec.set_name(name);
  }
  return row;
}

std::vector<CompetitionRow> ReadAll(Query& query) {
  std::vector<CompetitionRow> rows;
  while (query.Next()) rows.push_back(ReadCompetition(query));
  return rows;
}

absl::Status NoCompetition(absl::string_view name) {
  return absl::NotFoundError(
      absl::StrCat("no competition has the name ", Shortened(name)));
}

absl::StatusOr<CompetitionRow> FindCompetition(SqlConnection& sql,
                                               absl::string_view name) {
  static const std::string text =
      absl::StrCat(kSelectCompetitions, "name = $1");
  Query query(sql, text, name);
  if (!query.Next()) return NoCompetition(name);
  return ReadCompetition(query);
}

absl::StatusOr<int64_t> NumberOf(SqlConnection& sql, absl::string_view name) {
  Query query(sql,
              "SELECT number FROM competitions WHERE name = $1 AND deleted <> 1",
              name);
  if (!query.Next()) return NoCompetition(name);
  return query.Int(0);
}

// The present row of ReadResults, without its seat. DATA_LOSS.
absl::StatusOr<v1::CompetitionMatch> ReadResult(absl::string_view competition,
                                                const Query& query) {
  v1::CompetitionMatch match;
  match.set_set(static_cast<uint32_t>(query.Int(1)));
  match.set_match(static_cast<uint32_t>(query.Int(2)));
  match.set_attempt(static_cast<uint32_t>(query.Int(3)));
  match.set_match_id(query.Bytes(6));
  match.set_moves_sha256(query.Bytes(7));
  std::vector<uint32_t> entrants;
  if (!SplitIndices(query.Bytes(4), entrants) ||
      !match.mutable_result()->ParseFromString(query.Bytes(5))) {
    return absl::DataLossError(
        absl::StrCat("competition ", competition, ": the result of match ",
                     match.match_id(), " is damaged in the store"));
  }
  match.mutable_entrants()->Add(entrants.begin(), entrants.end());
  return match;
}

bool Same(const CompetitionRow& a, const CompetitionRow& b) {
  return a.state == b.state && a.benched == b.benched &&
         a.departed == b.departed && a.judged == b.judged &&
         a.has_runner == b.has_runner &&
         a.quarantine == b.quarantine && a.damage == b.damage &&
         MessageDifferencer::Equals(a.spec, b.spec);
}

}  // namespace

absl::StatusOr<CompetitionRow> Competitions::Insert(
    const v1::CompetitionSpec& spec, bool has_runner) {
  if (spec.name().empty()) {
    return absl::InvalidArgumentError("a competition needs a name");
  }
  return database_.Write(
      Repeat::kHarmless,
      [&](SqlConnection& sql) -> absl::StatusOr<CompetitionRow> {
        Query query(sql,
                    "INSERT INTO competitions (name, tournament, state, spec,"
                    " benched, results, created, stopped)"
                    " VALUES ($1, $2, $3, $4, '', 0, $5, $6)"
                    " ON CONFLICT (name) DO NOTHING RETURNING number, created",
                    spec.name(), spec.tournament(),
                    v1::Competition::STATE_RUNNING,
                    Blob{spec.SerializeAsString()}, sql.Now(),
                    has_runner ? kHasRunner : 0);
        if (query.Next()) {
          CompetitionRow added;
          added.created = TimeOf(query, 1);
          added.number = query.Int(0);
          added.spec = spec;
          added.has_runner = has_runner;
          return added;
        }
        absl::StatusOr<CompetitionRow> found =
            FindCompetition(sql, spec.name());
        if (absl::IsNotFound(found.status())) {
          return absl::FailedPreconditionError(
              absl::StrCat("competition ", spec.name(),
                           " is being deleted; try again in a moment"));
        }
        ARENA_ASSIGN_OR_RETURN(const CompetitionRow first, std::move(found));
        v1::CompetitionSpec wanted = spec;
        if (wanted.seed().empty()) wanted.set_seed(first.spec.seed());
        // Entrants that have joined a ladder later were not in the request.
        v1::CompetitionSpec asked_for = first.spec;
        while (asked_for.entrants_size() > wanted.entrants_size()) {
          asked_for.mutable_entrants()->RemoveLast();
        }
        if (MessageDifferencer::Equals(wanted, asked_for)) return first;
        return absl::AlreadyExistsError(
            absl::StrCat("another competition has the name ", spec.name(),
                         "; choose another name"));
      });
}

absl::StatusOr<CompetitionRow> Competitions::Get(absl::string_view name) {
  return database_.Read(
      [&](SqlConnection& sql) { return FindCompetition(sql, name); });
}

absl::StatusOr<std::vector<CompetitionRow>> Competitions::List(
    absl::string_view tournament, int limit, int64_t before) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  const std::string text = absl::StrCat(
      kSelectCompetitions, tournament.empty() ? "$1 = ''" : "tournament = $1",
      " AND number < $2 ORDER BY number DESC LIMIT $3");
  const int64_t bound =
      before == 0 ? std::numeric_limits<int64_t>::max() : before;
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<CompetitionRow>> {
        Query query(sql, text, tournament, bound, limit);
        return ReadAll(query);
      });
}

absl::StatusOr<std::vector<CompetitionRow>> Competitions::ListUnfinished() {
  static const std::string text =
      absl::StrCat(kSelectCompetitions, "state <> $1 ORDER BY number");
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<CompetitionRow>> {
        Query query(sql, text, v1::Competition::STATE_FINISHED);
        return ReadAll(query);
      });
}

absl::StatusOr<bool> Competitions::Drive(absl::string_view name) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::StatusOr<bool> {
        const int changed =
            Query(sql,
                  "UPDATE competitions SET driver = $2 WHERE name = $1"
                  " AND (driver IS NULL OR driver = $2 OR driver NOT IN"
                  "  (SELECT number FROM referees WHERE lease_until > $3))",
                  name, referee_, sql.Now())
                .Run();
        if (changed == 1) return true;
        ARENA_RETURN_IF_ERROR(FindCompetition(sql, name).status());
        return false;
      });
}

absl::Status Competitions::TakeOver(absl::string_view name) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::Status {
        const int changed =
            Query(sql, "UPDATE competitions SET driver = $2 WHERE name = $1",
                  name, referee_)
                .Run();
        return changed == 1 ? absl::OkStatus() : NoCompetition(name);
      });
}

absl::Status Competitions::Update(const CompetitionRow& before,
                                  const CompetitionRow& after,
                                  absl::Span<const BenchedBot> benched) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::Status {
        static const std::string text =
            absl::StrCat(kSelectCompetitions, "name = $1 {for update}");
        const std::string& name = before.spec.name();
        Query query(sql, text, name);
        if (!query.Next()) return NoCompetition(name);
        const CompetitionRow stored = ReadCompetition(query);
        if (!Same(stored, before) && !Same(stored, after)) {
          return absl::FailedPreconditionError(absl::StrCat(
              "competition ", name, " has changed; read it again"));
        }
        Query(sql,
              "UPDATE competitions SET state = $2, spec = $3, benched = $4,"
              " judged = $5, departed = $6,"
              " stopped = CASE WHEN $8 > 0 THEN $8 WHEN $2 = 2 THEN 1"
              "  ELSE stopped END,"
              " ended = CASE WHEN $2 = 3 THEN coalesce(ended, $7)"
              "  ELSE NULL END WHERE number = $1",
              stored.number, after.state, Blob{after.spec.SerializeAsString()},
              JoinIndices(after.benched), after.judged,
              JoinIndices(after.departed), sql.Now(),
              after.has_runner ? kHasRunner : 0)
            .Post();
        for (const BenchedBot& bot : benched) {
          BenchBot(sql, stored.number, bot);
        }
        return absl::OkStatus();
      });
}

// ---- Quarantined ----

absl::StatusOr<bool> Competitions::Quarantine(absl::string_view name,
                                              absl::string_view reason) {
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::StatusOr<bool> {
        return Query(sql,
                     "UPDATE competitions SET quarantine = $2 WHERE name = $1"
                     " AND driver = $3 AND quarantine IS NULL",
                     name, Printable(reason), referee_)
                   .Run() == 1;
      });
}

absl::Status Competitions::ChangeQuarantined(absl::string_view name,
                                             const char* change) {
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::Status {
        if (Query(sql, change, name, sql.Now()).Run() == 1) {
          return absl::OkStatus();
        }
        ARENA_RETURN_IF_ERROR(FindCompetition(sql, name).status());
        return absl::FailedPreconditionError(
            absl::StrCat("competition ", name, " is not quarantined"));
      });
}

absl::Status Competitions::Retry(absl::string_view name) {
  return ChangeQuarantined(name,
                           "UPDATE competitions SET quarantine = NULL"
                           " WHERE name = $1 AND quarantine IS NOT NULL"
                           " AND $2 > 0");
}

absl::Status Competitions::GiveUp(absl::string_view name) {
  return ChangeQuarantined(name,
                           "UPDATE competitions SET state = 3, stopped = 1,"
                           " ended = coalesce(ended, $2)"
                           " WHERE name = $1 AND quarantine IS NOT NULL");
}

// ---- Matches of a competition ----

absl::StatusOr<ResultPage> Competitions::ReadResults(absl::string_view name,
                                                     int64_t after, int limit) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<ResultPage> {
    ARENA_ASSIGN_OR_RETURN(const int64_t number, NumberOf(sql, name));
    // The query has a row for every seat.
    Query query(sql,
                "SELECT m.result_number, m.set_index, m.match_index, m.attempt,"
                " m.entrants, m.result, m.match_id, m.actions_sha256,"
                " s.version"
                " FROM (SELECT number FROM matches WHERE competition = $1"
                "  AND result_number > $2 ORDER BY result_number LIMIT $3)"
                " found JOIN matches m ON m.number = found.number"
                " LEFT JOIN seats s ON s.match = m.number"
                " ORDER BY m.result_number, s.seat",
                number, after, limit);
    ResultPage page{.matches = {}, .last = after};
    while (query.Next()) {
      if (page.last != query.Int(0)) {
        page.last = query.Int(0);
        ARENA_ASSIGN_OR_RETURN(page.matches.emplace_back(),
                               ReadResult(name, query));
      }
      page.matches.back().add_versions(query.Bytes(8));
    }
    return page;
  });
}

absl::StatusOr<std::vector<CompetitionPlace>> Competitions::ReadOpen(
    absl::string_view name) {
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<CompetitionPlace>> {
        ARENA_ASSIGN_OR_RETURN(const int64_t number, NumberOf(sql, name));
        Query query(sql,
                    "SELECT set_index, match_index, attempt, entrants, match_id"
                    " FROM matches"
                    " WHERE competition = $1 AND state <> 3"
                    " ORDER BY set_index, match_index, attempt",
                    number);
        std::vector<CompetitionPlace> places;
        while (query.Next()) {
          CompetitionPlace& place = places.emplace_back();
          place.competition = std::string(name);
          place.set = static_cast<uint32_t>(query.Int(0));
          place.match = static_cast<uint32_t>(query.Int(1));
          place.attempt = static_cast<uint32_t>(query.Int(2));
          if (!SplitIndices(query.Bytes(3), place.entrants)) {
            return absl::DataLossError(
                absl::StrCat("competition ", name, ": the place of match ",
                             query.Bytes(4), " is damaged in the store"));
          }
        }
        return places;
      });
}

absl::StatusOr<std::vector<OpenMatch>> Competitions::ReadOpenMatches(
    absl::string_view name) {
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<OpenMatch>> {
        ARENA_ASSIGN_OR_RETURN(const int64_t number, NumberOf(sql, name));
        Query query(sql,
                    "SELECT match_id, entrants, state FROM matches"
                    " WHERE competition = $1 AND state <> 3"
                    " AND quarantine IS NULL",
                    number);
        std::vector<OpenMatch> matches;
        while (query.Next()) {
          OpenMatch match;
          match.match_id = query.Bytes(0);
          match.under_way = query.Int(2) != v1::Match::STATE_PENDING;
          // A damaged place is reported where the schedule needs it.
          if (SplitIndices(query.Bytes(1), match.entrants)) {
            matches.push_back(std::move(match));
          }
        }
        return matches;
      });
}

absl::StatusOr<std::vector<v1::BotFault>> Competitions::ReadFaults(
    absl::string_view bot, absl::string_view name, int64_t first, int64_t last,
    int limit) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  static const std::string text = absl::StrCat(
      kSelectFaults,
      " AND m.competition = $2 AND m.result_number BETWEEN $3 AND $4"
      " ORDER BY m.result_number DESC, f.number DESC LIMIT $5");
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<v1::BotFault>> {
        ARENA_ASSIGN_OR_RETURN(const int64_t number, NumberOf(sql, name));
        Query query(sql, text, bot, number, first, last, limit);
        return referee::ReadFaults(query);
      });
}

}  // namespace arena::referee
