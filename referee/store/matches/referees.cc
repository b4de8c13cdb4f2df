#include "referee/store/matches/referees.h"

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "referee/store/sql/schema.h"
#include "referee/store/sql/stored_values.h"

namespace arena::referee {
namespace {

// A new referee must renew its lease within this time.
constexpr absl::Duration kFirstLease = absl::Seconds(30);

// Gives a referee the rows that no known referee has: the rows of an earlier
// referee of its name, and rows that a process added before it knew that it had
// been replaced. Planned matches become unclaimed, because their bots may come
// back elsewhere or never. On a shared store, bots may have moved to another
// referee: matches under way become left, and the referee that has their bots
// takes them over.
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

void InsertSession(SqlConnection& sql, int64_t referee,
                   const PresentSession& session) {
  Query(sql,
        "INSERT INTO presence"
        " (referee, bot, instance, session, moves, fresh, takes,"
        "  max_matches, plays, plays_sha256, places)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
        " ON CONFLICT (referee, bot, instance) DO UPDATE"
        " SET session = $4, moves = $5, fresh = $6, takes = $7,"
        "  max_matches = $8, plays = $9, plays_sha256 = $10,"
        "  places = $11",
        referee, session.bot, session.instance, Blob{session.token_sha256},
        int64_t{session.moves}, int64_t{session.fresh}, int64_t{session.takes},
        session.max_matches, Blob{session.plays}, Blob{Sha256(session.plays)},
        session.places)
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
        // A referee that migrates the database must know which versions are in
        // use.
        const auto version = static_cast<int64_t>(SchemaSteps().size());
        ARENA_RETURN_IF_ERROR(HoldSchema(sql, version));
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
                     "INSERT INTO referees (name, lease_until, schema_version)"
                     " VALUES ($1, $2, $3) RETURNING number",
                     name, now + absl::ToInt64Microseconds(kFirstLease),
                     version);
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
  return SetAllPresent({session});
}

absl::Status Referees::SetAllPresent(
    const std::vector<PresentSession>& sessions) {
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    for (const PresentSession& session : sessions) {
      InsertSession(sql, self_, session);
    }
    return absl::OkStatus();
  });
}

absl::Status Referees::SetAllAbsent(const std::vector<std::string>& bots,
                                    absl::string_view instance) {
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    Query(sql,
          "DELETE FROM presence WHERE referee = $2 AND instance = $3"
          " AND bot IN ({texts})",
          JsonArray({bots.begin(), bots.end()}), self_, instance)
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

absl::StatusOr<Referees::AbleSessions> Referees::FindSessionsOf(
    absl::Span<const std::string> bots) {
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<AbleSessions> {
        Query query(sql,
                    "SELECT bot, referee, session, fresh, takes, max_matches,"
                    " plays_sha256, places"
                    " FROM presence WHERE bot IN ({texts})"
                    " AND (referee = $2 OR referee IN"
                    "  (SELECT number FROM referees WHERE lease_until > $3))",
                    JsonArray({bots.begin(), bots.end()}), self_, sql.Now());
        AbleSessions sessions;
        while (query.Next()) {
          sessions[query.Bytes(0)].push_back(
              {.referee = query.Int(1),
               .token_sha256 = query.Bytes(2),
               .fresh = query.Int(3) != 0,
               .takes = query.Int(4) != 0,
               .max_matches = static_cast<int>(query.Int(5)),
               .places = static_cast<int>(query.Int(7)),
               .plays_sha256 = query.Bytes(6)});
        }
        return sessions;
      });
}

absl::StatusOr<std::string> Referees::ReadPlays(
    absl::string_view plays_sha256) {
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<std::string> {
    Query query(sql,
                "SELECT plays FROM presence WHERE plays_sha256 = $1 LIMIT 1",
                Blob{plays_sha256});
    if (query.Next()) return query.Bytes(0);
    return absl::NotFoundError("no session plays exactly this any more");
  });
}

absl::StatusOr<std::map<std::string, int>> Referees::CountMatchesOf(
    absl::Span<const std::string> bots) {
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::map<std::string, int>> {
        Query query(sql,
                    "SELECT s.session, count(DISTINCT s.match)"
                    " FROM matches m JOIN seats s ON s.match = m.number"
                    " WHERE m.state = 2 AND s.bot IN ({texts})"
                    " AND s.session IS NOT NULL GROUP BY s.session",
                    JsonArray({bots.begin(), bots.end()}));
        std::map<std::string, int> matches;
        while (query.Next()) {
          matches[query.Bytes(0)] = static_cast<int>(query.Int(1));
        }
        return matches;
      });
}

}  // namespace arena::referee
