#include "referee/store/referee_rows.h"

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "google/protobuf/struct.pb.h"
#include "google/protobuf/util/json_util.h"
#include "referee/store/competition_rows.h"
#include "referee/store/match_rows.h"

namespace arena::referee {
namespace {

// Texts as the JSON array that json_each(?) takes apart.
std::string JsonArray(absl::Span<const std::string> texts) {
  google::protobuf::ListValue list;
  for (const std::string& text : texts) {
    list.add_values()->set_string_value(text);
  }
  std::string json;
  ARENA_CHECK(google::protobuf::util::MessageToJsonString(list, &json).ok());
  return json;
}

// Moves everything that one referee holds to another.
void HandOver(SqlConnection& connection, int64_t from, int64_t to) {
  Query(connection,
        "UPDATE matches SET referee = ?2 WHERE referee = ?1 AND state <> 3",
        from, to)
      .Post();
  Query(connection, "UPDATE competitions SET driver = ?2 WHERE driver = ?1",
        from, to)
      .Post();
}

}  // namespace

absl::StatusOr<int64_t> EnterReferee(SqlConnection& connection,
                                     absl::string_view name, bool ended) {
  if (name.empty()) {
    return absl::InvalidArgumentError("a referee needs a name");
  }
  Query earlier(connection,
                "SELECT number, lease_until FROM referees WHERE name = ?1"
                " FOR UPDATE",
                name);
  const bool exists = earlier.Next();
  const int64_t now = connection.Now();
  if (exists && !ended && earlier.Int(1) > now) {
    return absl::FailedPreconditionError(
        absl::StrCat("a referee with the name ", name, " uses ",
                     connection.Name(), " and has its lease until ",
                     absl::FormatTime(absl::FromUnixMicros(earlier.Int(1))),
                     "; stop it, wait, or choose another name"));
  }
  if (exists) {
    Query(connection, "DELETE FROM referees WHERE number = ?1", earlier.Int(0))
        .Post();
  }
  Query insert(connection,
               "INSERT INTO referees (name, lease_until) VALUES (?1, ?2)"
               " RETURNING number",
               name, now + absl::ToInt64Microseconds(kFirstLease));
  insert.Next();
  const int64_t number = insert.Int(0);
  if (exists) HandOver(connection, earlier.Int(0), number);
  return number;
}

absl::Status LeaveReferee(SqlConnection& connection, int64_t referee) {
  Query(connection, "UPDATE referees SET lease_until = 0 WHERE number = ?1",
        referee)
      .Post();
  return absl::OkStatus();
}

absl::Status ExtendLease(SqlConnection& connection, int64_t referee,
                         absl::Duration time) {
  const int changed =
      Query(connection,
            "UPDATE referees SET lease_until = ?2 WHERE number = ?1", referee,
            connection.Now() + absl::ToInt64Microseconds(time))
          .Run();
  if (changed == 1) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("the lease ran out, and another process has opened ",
                   connection.Name(), " under the name of this referee"));
}

absl::StatusOr<std::vector<MatchRow>> Claim(SqlConnection& connection,
                                            int64_t referee,
                                            absl::Span<const std::string> bots,
                                            int limit) {
  std::vector<int64_t> numbers;
  {
    Query query(connection,
                "SELECT number FROM matches WHERE state = 1 AND referee IS NULL"
                " AND NOT EXISTS (SELECT 1 FROM seats WHERE match = number"
                "  AND bot IS NOT NULL"
                "  AND bot NOT IN (SELECT value FROM json_each(?1)))"
                " ORDER BY number LIMIT ?2 FOR UPDATE SKIP LOCKED",
                JsonArray(bots), limit);
    while (query.Next()) numbers.push_back(query.Int(0));
  }
  for (const int64_t number : numbers) {
    Query(connection, "UPDATE matches SET referee = ?2 WHERE number = ?1",
          number, referee)
        .Post();
  }
  return ReadNumbered(connection, std::move(numbers));
}

absl::StatusOr<std::vector<MatchRow>> TakeFromTheDead(SqlConnection& connection,
                                                      int64_t referee) {
  const int64_t now = connection.Now();
  Query(connection,
        "UPDATE matches SET referee = NULL WHERE state = 1"
        " AND competition IS NOT NULL AND referee <> ?1"
        " AND referee NOT IN"
        "  (SELECT number FROM referees WHERE lease_until > ?2)",
        referee, now)
      .Post();
  Query query(connection,
              "UPDATE matches SET referee = ?1 WHERE state <> 3"
              " AND referee <> ?1 AND referee NOT IN"
              "  (SELECT number FROM referees WHERE lease_until > ?2)"
              " RETURNING number",
              referee, now);
  std::vector<int64_t> numbers;
  while (query.Next()) numbers.push_back(query.Int(0));
  return ReadNumbered(connection, std::move(numbers));
}

absl::StatusOr<bool> Drive(SqlConnection& connection, int64_t referee,
                           absl::string_view competition) {
  const int changed =
      Query(connection,
            "UPDATE competitions SET driver = ?2 WHERE name = ?1"
            " AND (driver IS NULL OR driver = ?2 OR driver NOT IN"
            "  (SELECT number FROM referees WHERE lease_until > ?3))",
            competition, referee, connection.Now())
          .Run();
  if (changed == 1) return true;
  ARENA_RETURN_IF_ERROR(FindCompetition(connection, competition).status());
  return false;
}

}  // namespace arena::referee
