#include "referee/store/match_rows.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/core/text.h"

namespace arena::referee {
namespace {

// ---- Reading ----

// A query for the matches that satisfy `which`, a condition and perhaps a
// limit; a row for every seat, in the order of the numbers.
std::string SelectMatches(absl::string_view which,
                          absl::string_view direction = "") {
  return absl::StrCat(
      "SELECT m.number, m.match_id, m.request_id, m.state, m.game,"
      " m.rules_version, m.options, m.clock, m.max_faults, m.seed, m.label,"
      " m.result, r.record_id, r.sha256, c.name, m.set_index, m.match_index,"
      " m.attempt, m.entrants, s.bot, s.built_in, s.session"
      " FROM (SELECT * FROM matches WHERE ",
      which,
      ") m"
      " LEFT JOIN records r ON r.match = m.number"
      " LEFT JOIN competitions c ON c.number = m.competition"
      " LEFT JOIN seats s ON s.match = m.number"
      " ORDER BY m.number ",
      direction, ", s.seat");
}
constexpr int kBotColumn = 19;
constexpr int kBuiltInColumn = 20;
constexpr int kSessionColumn = 21;

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

// Reads the place; false if it is damaged.
bool ReadPlace(const Query& query, std::optional<CompetitionPlace>& out) {
  constexpr int kFirst = 14;
  if (query.IsNull(kFirst)) return true;
  CompetitionPlace& place = out.emplace();
  place.competition = query.Bytes(kFirst);
  place.set = static_cast<uint32_t>(query.Int(kFirst + 1));
  place.match = static_cast<uint32_t>(query.Int(kFirst + 2));
  place.attempt = static_cast<uint32_t>(query.Int(kFirst + 3));
  return SplitIndices(query.Bytes(kFirst + 4), place.entrants);
}

// Reads the present row of such a query, without its seat.
absl::StatusOr<MatchRow> ReadMatch(const Query& query) {
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
  if (!ReadPlace(query, row.place)) return Damaged(row, "place");
  return row;
}

void ReadSeat(const Query& query, MatchRow& row) {
  if (!query.IsNull(kBotColumn)) {
    row.seats.emplace_back().set_bot(query.Bytes(kBotColumn));
  } else if (!query.IsNull(kBuiltInColumn)) {
    row.seats.emplace_back().set_built_in(query.Bytes(kBuiltInColumn));
  } else {
    return;
  }
  row.sessions.push_back(query.Bytes(kSessionColumn));
}

absl::StatusOr<std::vector<MatchRow>> ReadMatches(Query& query) {
  std::vector<MatchRow> rows;
  while (query.Next()) {
    if (rows.empty() || rows.back().number != query.Int(0)) {
      ARENA_ASSIGN_OR_RETURN(MatchRow row, ReadMatch(query));
      rows.push_back(std::move(row));
    }
    ReadSeat(query, rows.back());
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

absl::StatusOr<OptionalInt> CompetitionNumber(SqlConnection& connection,
                                              const MatchRow& match) {
  if (!match.place.has_value()) return OptionalInt{};
  Query query(connection, "SELECT number FROM competitions WHERE name = ?1",
              match.place->competition);
  if (query.Next()) return OptionalInt{query.Int(0)};
  return absl::NotFoundError(absl::StrCat("match ", match.match_id,
                                          ": no competition has the name ",
                                          match.place->competition));
}

// Adds a match; returns its number, 0 if anything unique of it is there.
absl::StatusOr<int64_t> InsertRows(SqlConnection& connection,
                                   OptionalInt referee, const MatchRow& match) {
  ARENA_ASSIGN_OR_RETURN(const OptionalInt competition,
                         CompetitionNumber(connection, match));
  const CompetitionPlace place = match.place.value_or(CompetitionPlace());
  const auto or_null = [&match](int64_t value) {
    return match.place.has_value() ? OptionalInt{value} : OptionalInt{};
  };
  const std::string clock =
      match.clock.has_value() ? match.clock->SerializeAsString() : "";
  const absl::string_view seed(reinterpret_cast<const char*>(match.seed.data()),
                               match.seed.size());
  Query query(
      connection,
      "INSERT INTO matches (match_id, request_id, state, game,"
      " rules_version, options, clock, max_faults, seed, label,"
      " referee, competition, set_index, match_index, attempt, entrants)"
      " VALUES (?1, nullif(?2, ''), ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
      " ?11, ?12, ?13, ?14, ?15, nullif(?16, ''))"
      " ON CONFLICT DO NOTHING RETURNING number",
      match.match_id, match.request_id, match.state, match.game,
      match.rules_version, match.options,
      match.clock.has_value() ? Blob{clock} : Blob{}, match.max_faults,
      Blob{seed}, match.label, referee, competition, or_null(place.set),
      or_null(place.match), or_null(place.attempt),
      JoinIndices(place.entrants));
  if (!query.Next()) return 0;
  const int64_t number = query.Int(0);
  for (size_t seat = 0; seat < match.seats.size(); ++seat) {
    const v1::SeatSpec& spec = match.seats[seat];
    Query(connection,
          spec.has_bot()
              ? "INSERT INTO seats (match, seat, bot) VALUES (?1, ?2, ?3)"
              : "INSERT INTO seats (match, seat, built_in) VALUES (?1, ?2, ?3)",
          number, seat, spec.has_bot() ? spec.bot() : spec.built_in())
        .Post();
  }
  return number;
}

bool PlaceIsTaken(SqlConnection& connection, const CompetitionPlace& place) {
  return Query(connection,
               "SELECT 1 FROM matches WHERE set_index = ?2"
               " AND match_index = ?3 AND attempt = ?4 AND competition ="
               " (SELECT number FROM competitions WHERE name = ?1)",
               place.competition, place.set, place.match, place.attempt)
      .Next();
}

absl::Status MatchIdIsTaken(absl::string_view match_id) {
  return absl::AlreadyExistsError(
      absl::StrCat("a match with the id ", match_id, " exists"));
}

}  // namespace

absl::Status NoMatch(absl::string_view match_id) {
  return absl::NotFoundError(
      absl::StrCat("no match has the id ", Shortened(match_id)));
}

absl::Status MatchIsOver(absl::string_view match_id) {
  return absl::FailedPreconditionError(
      absl::StrCat("match ", match_id, " is over"));
}

absl::Status AnothersMatch(absl::string_view match_id) {
  return absl::FailedPreconditionError(
      absl::StrCat("match ", match_id, " belongs to another referee"));
}

std::string JoinIndices(absl::Span<const uint32_t> indices) {
  return absl::StrJoin(indices, ",");
}

bool SplitIndices(absl::string_view text, std::vector<uint32_t>& indices) {
  for (absl::string_view part : absl::StrSplit(text, ',', absl::SkipEmpty())) {
    if (!absl::SimpleAtoi(part, &indices.emplace_back())) return false;
  }
  return true;
}

absl::StatusOr<MatchRow> FindMatch(SqlConnection& connection,
                                   absl::string_view match_id) {
  static const std::string sql = SelectMatches("match_id = ?1");
  Query query(connection, sql, match_id);
  ARENA_ASSIGN_OR_RETURN(std::vector<MatchRow> rows, ReadMatches(query));
  if (rows.empty()) return NoMatch(match_id);
  return std::move(rows.front());
}

absl::StatusOr<std::vector<MatchRow>> ReadPage(SqlConnection& connection,
                                               const MatchFilter& filter,
                                               int limit, int64_t before) {
  // A condition that is left out lets the database choose the right index.
  const std::string sql = SelectMatches(
      absl::StrCat("number < ?1",
                   filter.game.empty() ? " AND ?2 = ''" : " AND game = ?2",
                   filter.state == v1::Match::STATE_UNSPECIFIED
                       ? " AND ?3 = 0"
                       : " AND state = ?3",
                   " ORDER BY number DESC LIMIT ?4"),
      "DESC");
  const int64_t bound =
      before == 0 ? std::numeric_limits<int64_t>::max() : before;
  Query query(connection, sql, bound, filter.game, filter.state, limit);
  return ReadMatches(query);
}

absl::StatusOr<std::vector<MatchRow>> ReadUnfinished(SqlConnection& connection,
                                                     int64_t referee) {
  static const std::string sql = SelectMatches("referee = ?1 AND state <> 3");
  Query query(connection, sql, referee);
  return ReadMatches(query);
}

absl::StatusOr<std::vector<MatchRow>> ReadNumbered(
    SqlConnection& connection, std::vector<int64_t> numbers) {
  static const std::string sql = SelectMatches("number = ?1");
  std::sort(numbers.begin(), numbers.end());
  std::vector<MatchRow> rows;
  for (const int64_t number : numbers) {
    Query query(connection, sql, number);
    ARENA_ASSIGN_OR_RETURN(std::vector<MatchRow> found, ReadMatches(query));
    std::move(found.begin(), found.end(), std::back_inserter(rows));
  }
  return rows;
}

absl::StatusOr<MatchHold> HoldMatch(SqlConnection& connection, int64_t referee,
                                    absl::string_view match_id) {
  Query query(connection,
              "SELECT number, state, referee FROM matches WHERE match_id = ?1"
              " FOR UPDATE",
              match_id);
  if (!query.Next()) return NoMatch(match_id);
  const MatchHold hold = {.number = query.Int(0),
                          .state = static_cast<v1::Match::State>(query.Int(1))};
  if (hold.state != v1::Match::STATE_FINISHED && query.Int(2) != referee) {
    return AnothersMatch(match_id);
  }
  return hold;
}

absl::StatusOr<InsertedMatch> AddMatch(SqlConnection& connection,
                                       int64_t referee, const MatchRow& match) {
  ARENA_RETURN_IF_ERROR(CheckNewMatch(match));
  InsertedMatch inserted{.inserted = true, .row = match};
  ARENA_ASSIGN_OR_RETURN(inserted.row.number,
                         InsertRows(connection, {referee}, match));
  if (inserted.row.number != 0) return inserted;
  if (!match.request_id.empty()) {
    static const std::string sql = SelectMatches("request_id = ?1");
    Query query(connection, sql, match.request_id);
    ARENA_ASSIGN_OR_RETURN(std::vector<MatchRow> first, ReadMatches(query));
    if (!first.empty()) {
      return InsertedMatch{.inserted = false, .row = std::move(first.front())};
    }
  }
  if (match.place.has_value() && PlaceIsTaken(connection, *match.place)) {
    return absl::AlreadyExistsError(absl::StrCat(
        "match ", match.match_id, ": its place in its competition is taken"));
  }
  return MatchIdIsTaken(match.match_id);
}

absl::StatusOr<int> AddCompetitionMatches(SqlConnection& connection,
                                          absl::Span<const MatchRow> matches) {
  int added = 0;
  for (const MatchRow& match : matches) {
    ARENA_RETURN_IF_ERROR(CheckNewMatch(match));
    if (!match.place.has_value() || match.state != v1::Match::STATE_PENDING) {
      return absl::InvalidArgumentError(
          absl::StrCat("match ", match.match_id,
                       ": a match of a competition is pending at first and has"
                       " a place in it"));
    }
    ARENA_ASSIGN_OR_RETURN(const int64_t number,
                           InsertRows(connection, {}, match));
    if (number != 0) {
      ++added;
    } else if (!PlaceIsTaken(connection, *match.place)) {
      return MatchIdIsTaken(match.match_id);
    }
  }
  return added;
}

}  // namespace arena::referee
