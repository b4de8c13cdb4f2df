#include "referee/store/referees.h"

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/store/json_array.h"

namespace arena::referee {
namespace {

// A new referee must renew its lease within this time.
constexpr absl::Duration kFirstLease = absl::Seconds(30);

// Gives a referee what no known referee has: what an earlier one of its name
// had, and what a process added before it knew that it had been replaced.
// Planned matches become unclaimed, because their bots may come back elsewhere
// or never. On a shared store, bots may have moved to another referee: matches
// under way become left, and the referee that has their bots takes them over.
void TakeWhatIsLeft(SqlConnection& sql, int64_t referee, bool shared) {
  if (shared) {
    Query(sql,
          "UPDATE matches SET referee = NULL, left_since = $1 WHERE state = 2"
          " AND referee NOT IN (SELECT number FROM referees)",
          sql.Now())
        .Post();
  }
  Query(sql,
        "UPDATE matches SET referee = CASE WHEN state = 1"
        "  AND competition IS NOT NULL THEN NULL ELSE $1 END"
        " WHERE state <> 3 AND referee IS NOT NULL"
        " AND referee NOT IN (SELECT number FROM referees)",
        referee)
      .Post();
  Query(sql,
        "UPDATE competitions SET driver = $1 WHERE driver IS NOT NULL"
        " AND driver NOT IN (SELECT number FROM referees)",
        referee)
      .Post();
}

}  // namespace

absl::StatusOr<int64_t> Referees::Enter(Database& database,
                                        absl::string_view name) {
  if (name.empty()) {
    return absl::InvalidArgumentError("a referee needs a name");
  }
  return database.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::StatusOr<int64_t> {
        Query earlier(sql,
                      "SELECT number, lease_until FROM referees WHERE name = $1"
                      " {for update}",
                      name);
        const bool exists = earlier.Next();
        const int64_t now = sql.Now();
        if (exists && database.shared() && earlier.Int(1) > now) {
          return absl::FailedPreconditionError(absl::StrCat(
              "a referee with the name ", name, " uses ", sql.Name(),
              " and has its lease until ",
              absl::FormatTime(absl::FromUnixMicros(earlier.Int(1))),
              "; stop it, wait, or choose another name"));
        }
        if (exists) {
          Query(sql, "DELETE FROM referees WHERE number = $1", earlier.Int(0))
              .Post();
          Query(sql, "DELETE FROM presence WHERE referee = $1", earlier.Int(0))
              .Post();
        }
        Query insert(sql,
                     "INSERT INTO referees (name, lease_until) VALUES ($1, $2)"
                     " RETURNING number",
                     name, now + absl::ToInt64Microseconds(kFirstLease));
        insert.Next();
        const int64_t number = insert.Int(0);
        TakeWhatIsLeft(sql, number, database.shared());
        return number;
      });
}

absl::Status Referees::Leave() {
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    Query(sql, "UPDATE referees SET lease_until = $2 WHERE number = $1", self_,
          sql.Now())
        .Post();
    return absl::OkStatus();
  });
}

absl::Status Referees::RenewLease(absl::Duration time) {
  return database_.Keep([&](SqlConnection& sql) -> absl::Status {
    const int changed =
        Query(sql, "UPDATE referees SET lease_until = $2 WHERE number = $1",
              self_, sql.Now() + absl::ToInt64Microseconds(time))
            .Run();
    if (changed == 1) return absl::OkStatus();
    return absl::FailedPreconditionError(
        absl::StrCat("the lease ran out, and another process has opened ",
                     sql.Name(), " under the name of this referee"));
  });
}

absl::Status Referees::Advertise(absl::string_view address) {
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    Query(sql, "UPDATE referees SET address = $2 WHERE number = $1", self_,
          address)
        .Post();
    return absl::OkStatus();
  });
}

absl::Status Referees::SetPresent(const PresentSession& session) {
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    Query(sql,
          "INSERT INTO presence"
          " (referee, bot, instance, session, moves, fresh)"
          " VALUES ($1, $2, $3, $4, $5, $6)"
          " ON CONFLICT (referee, bot, instance) DO UPDATE"
          " SET session = $4, moves = $5, fresh = $6",
          self_, session.bot, session.instance, Blob{session.token_sha256},
          int64_t{session.moves}, int64_t{session.fresh})
        .Post();
    return absl::OkStatus();
  });
}

absl::Status Referees::SetAbsent(absl::string_view bot,
                                 absl::string_view instance) {
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    Query(sql,
          "DELETE FROM presence WHERE referee = $1 AND bot = $2"
          " AND instance = $3",
          self_, bot, instance)
        .Post();
    return absl::OkStatus();
  });
}

absl::StatusOr<std::vector<std::string>> Referees::ListPresent(
    absl::Span<const std::string> bots) {
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<std::string>> {
        Query query(sql,
                    "SELECT DISTINCT bot FROM presence"
                    " WHERE bot IN ({texts})"
                    " AND (referee = $2 OR referee IN"
                    "  (SELECT number FROM referees WHERE lease_until > $3))"
                    " ORDER BY bot",
                    JsonArray({bots.begin(), bots.end()}), self_, sql.Now());
        std::vector<std::string> present;
        while (query.Next()) present.push_back(query.Bytes(0));
        return present;
      });
}

}  // namespace arena::referee
