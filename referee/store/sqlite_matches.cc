#include "referee/store/sqlite_matches.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

constexpr size_t kSha256Bytes = 32;

// ---- Reading ----

constexpr char kSelectMatches[] =
    "SELECT m.number, m.match_id, m.request_id, m.state, m.game,"
    " m.rules_version, m.options, m.clock, m.max_faults, m.seed, m.label,"
    " m.result, r.record_id, r.sha256"
    " FROM matches m LEFT JOIN records r ON r.match = m.number ";

absl::Status Damaged(const MatchRow& row, absl::string_view what) {
  return absl::DataLossError(absl::StrCat("match ", row.match_id, ": its ",
                                          what, " in the store is damaged"));
}

// Reads an optional message; false if the bytes are none.
template <typename Message>
bool ReadMessage(const Query& query, int column, std::optional<Message>& out) {
  if (query.IsNull(column)) return true;
  return out.emplace().ParseFromString(query.Bytes(column));
}

void ReadSeats(SqliteConnection& connection, MatchRow& row) {
  Query query(connection,
              "SELECT bot, built_in FROM seats WHERE match = ?1 ORDER BY seat",
              row.number);
  while (query.Next()) {
    v1::SeatSpec& seat = row.seats.emplace_back();
    if (query.IsNull(0)) {
      seat.set_built_in(query.Bytes(1));
    } else {
      seat.set_bot(query.Bytes(0));
    }
  }
}

// Reads the present row of a query that begins with kSelectMatches.
absl::StatusOr<MatchRow> ReadMatch(SqliteConnection& connection,
                                   const Query& query) {
  MatchRow row;
  row.number = query.Int(0);
  row.match_id = query.Bytes(1);
  row.request_id = query.Bytes(2);
  row.state = static_cast<v1::Match::State>(query.Int(3));
  row.game = query.Bytes(4);
  row.rules_version = static_cast<uint32_t>(query.Int(5));
  row.options = query.Bytes(6);
  if (!ReadMessage(query, 7, row.clock)) return Damaged(row, "clock");
  row.max_faults = static_cast<uint32_t>(query.Int(8));
  const std::string seed = query.Bytes(9);
  if (seed.size() != row.seed.size()) return Damaged(row, "seed");
  std::copy(seed.begin(), seed.end(), row.seed.begin());
  row.label = query.Bytes(10);
  if (!ReadMessage(query, 11, row.result)) return Damaged(row, "result");
  row.record_id = query.Bytes(12);
  row.record_sha256 = query.Bytes(13);
  ReadSeats(connection, row);
  return row;
}

absl::StatusOr<std::vector<MatchRow>> ReadMatches(SqliteConnection& connection,
                                                  Query& query) {
  std::vector<MatchRow> rows;
  while (query.Next()) {
    ARENA_ASSIGN_OR_RETURN(MatchRow row, ReadMatch(connection, query));
    rows.push_back(std::move(row));
  }
  return rows;
}

// ---- Writing ----

absl::Status CheckNewMatch(const MatchRow& match) {
  if (match.match_id.empty()) {
    return absl::InvalidArgumentError("a match needs an id");
  }
  if (match.state != v1::Match::STATE_PENDING &&
      match.state != v1::Match::STATE_RUNNING) {
    return absl::InvalidArgumentError(absl::StrCat(
        "match ", match.match_id, ": a new match is pending or running, not ",
        static_cast<int>(match.state)));
  }
  for (size_t seat = 0; seat < match.seats.size(); ++seat) {
    if (match.seats[seat].player_case() == v1::SeatSpec::PLAYER_NOT_SET) {
      return absl::InvalidArgumentError(absl::StrCat(
          "match ", match.match_id, ": nobody sits in seat ", seat));
    }
  }
  return absl::OkStatus();
}

int64_t InsertRows(SqliteConnection& connection, const MatchRow& match) {
  const std::string clock =
      match.clock.has_value() ? match.clock->SerializeAsString() : "";
  const absl::string_view seed(reinterpret_cast<const char*>(match.seed.data()),
                               match.seed.size());
  Query(connection,
        "INSERT INTO matches (match_id, request_id, state, game,"
        " rules_version, options, clock, max_faults, seed, label)"
        " VALUES (?1, nullif(?2, ''), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        match.match_id, match.request_id, match.state, match.game,
        match.rules_version, match.options,
        match.clock.has_value() ? Blob{clock} : Blob{}, match.max_faults,
        Blob{seed}, match.label)
      .Run();
  const int64_t number = connection.database().getLastInsertRowid();
  for (size_t seat = 0; seat < match.seats.size(); ++seat) {
    const v1::SeatSpec& spec = match.seats[seat];
    Query(connection,
          spec.has_bot()
              ? "INSERT INTO seats (match, seat, bot) VALUES (?1, ?2, ?3)"
              : "INSERT INTO seats (match, seat, built_in) VALUES (?1, ?2, ?3)",
          number, seat, spec.has_bot() ? spec.bot() : spec.built_in())
        .Run();
  }
  return number;
}

absl::Status CheckRecord(const FinishedMatch& finished) {
  const bool absent = finished.record_id.empty() && finished.record.empty() &&
                      finished.record_sha256.empty();
  const bool complete = !finished.record_id.empty() &&
                        !finished.record.empty() &&
                        finished.record_sha256.size() == kSha256Bytes;
  if (absent || complete) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "match ", finished.match_id,
      ": a record is an id, bytes and a hash of 32 bytes, or nothing; got ",
      finished.record_id.size(), ", ", finished.record.size(), " and ",
      finished.record_sha256.size(), " bytes"));
}

}  // namespace

absl::Status NoMatch(absl::string_view match_id) {
  return absl::NotFoundError(absl::StrCat("no match has the id ", match_id));
}

absl::Status MatchIsOver(absl::string_view match_id) {
  return absl::FailedPreconditionError(
      absl::StrCat("match ", match_id, " is over"));
}

absl::StatusOr<MatchRow> FindMatch(SqliteConnection& connection,
                                   absl::string_view match_id) {
  static const std::string sql =
      absl::StrCat(kSelectMatches, "WHERE m.match_id = ?1");
  Query query(connection, sql, match_id);
  if (!query.Next()) return NoMatch(match_id);
  return ReadMatch(connection, query);
}

absl::StatusOr<std::vector<MatchRow>> ReadPage(SqliteConnection& connection,
                                               const MatchFilter& filter,
                                               int limit, int64_t before) {
  // A condition that is left out lets SQLite choose the right index.
  const std::string sql = absl::StrCat(
      kSelectMatches, "WHERE m.number < ?1",
      filter.game.empty() ? " AND ?2 = ''" : " AND m.game = ?2",
      filter.state == v1::Match::STATE_UNSPECIFIED ? " AND ?3 = 0"
                                                   : " AND m.state = ?3",
      " ORDER BY m.number DESC LIMIT ?4");
  const int64_t bound =
      before == 0 ? std::numeric_limits<int64_t>::max() : before;
  Query query(connection, sql, bound, filter.game, filter.state, limit);
  return ReadMatches(connection, query);
}

absl::StatusOr<std::vector<MatchRow>> ReadUnfinished(
    SqliteConnection& connection) {
  static const std::string sql =
      absl::StrCat(kSelectMatches, "WHERE m.state IN (1, 2) ORDER BY m.number");
  Query query(connection, sql);
  return ReadMatches(connection, query);
}

absl::StatusOr<InsertedMatch> AddMatch(SqliteConnection& connection,
                                       const MatchRow& match) {
  ARENA_RETURN_IF_ERROR(CheckNewMatch(match));
  if (!match.request_id.empty()) {
    static const std::string sql =
        absl::StrCat(kSelectMatches, "WHERE m.request_id = ?1");
    Query query(connection, sql, match.request_id);
    if (query.Next()) {
      ARENA_ASSIGN_OR_RETURN(MatchRow first, ReadMatch(connection, query));
      return InsertedMatch{.inserted = false, .row = std::move(first)};
    }
  }
  if (FindMatch(connection, match.match_id).ok()) {
    return absl::AlreadyExistsError(
        absl::StrCat("a match with the id ", match.match_id, " exists"));
  }
  InsertedMatch inserted{.inserted = true, .row = match};
  inserted.row.number = InsertRows(connection, match);
  return inserted;
}

absl::Status EndMatch(SqliteConnection& connection,
                      const FinishedMatch& finished) {
  ARENA_RETURN_IF_ERROR(CheckRecord(finished));
  ARENA_ASSIGN_OR_RETURN(const MatchRow match,
                         FindMatch(connection, finished.match_id));
  const std::string result = finished.result.SerializeAsString();
  if (match.state == v1::Match::STATE_FINISHED) {
    const bool same = match.result->SerializeAsString() == result &&
                      match.record_id == finished.record_id &&
                      match.record_sha256 == finished.record_sha256;
    return same ? absl::OkStatus() : MatchIsOver(match.match_id);
  }
  if (!finished.record_id.empty()) {
    if (Query(connection, "SELECT 1 FROM records WHERE record_id = ?1",
              finished.record_id)
            .Next()) {
      return absl::AlreadyExistsError(
          absl::StrCat("a record with the id ", finished.record_id, " exists"));
    }
    Query(connection,
          "INSERT INTO records (match, record_id, sha256, bytes)"
          " VALUES (?1, ?2, ?3, ?4)",
          match.number, finished.record_id, Blob{finished.record_sha256},
          Blob{finished.record})
        .Run();
  }
  Query(connection,
        "UPDATE matches SET state = 3, result = ?2 WHERE number = ?1",
        match.number, Blob{result})
      .Run();
  Query(connection, "DELETE FROM journal WHERE match = ?1", match.number).Run();
  return absl::OkStatus();
}

}  // namespace arena::referee
