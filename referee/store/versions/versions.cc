#include "referee/store/versions/versions.h"

#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/core/text.h"
#include "referee/store/sql/stored_values.h"
#include "referee/store/versions/version_query.h"

namespace arena::referee {
namespace {

// A limit, because an author may fail as often as it likes.
constexpr int kFailedKept = 20;

// The versions under way of all bots of this bot's author.
int CountUnderWay(SqlConnection& sql, absl::string_view bot) {
  Query query(sql,
              "SELECT count(*) FROM versions WHERE state < 4 AND bot IN"
              " (SELECT name FROM bots WHERE author ="
              "  (SELECT author FROM bots WHERE name = $1))",
              bot);
  return query.Next() ? static_cast<int>(query.Int(0)) : 0;
}

// OK if the author may have one more version under way.
absl::Status CheckUnderWay(SqlConnection& sql, absl::string_view bot,
                           int most) {
  if (most == 0 || CountUnderWay(sql, bot) < most) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      most, " versions of the author of ", bot,
      " are being built or validated, which is the limit; submit this one when "
      "one of them is done, or retire one"));
}

void ForgetFailures(SqlConnection& sql, absl::string_view bot) {
  Query(sql,
        "DELETE FROM versions WHERE bot = $1 AND state = 6 AND number <"
        " (SELECT min(number) FROM"
        "  (SELECT number FROM versions WHERE bot = $1 AND state = 6"
        "   ORDER BY number DESC LIMIT $2) newest)",
        bot, kFailedKept)
      .Post();
}

absl::StatusOr<int64_t> InsertVersionRow(SqlConnection& sql,
                                         const VersionRow& row) {
  const v1::SubmittedVersion& message = row.message;
  Query query(sql,
              "INSERT INTO versions (bot, version, state, archive_sha256,"
              " runtime, start_budget, memory, cores, keep_inactive, details,"
              " submitted, state_time)"
              " VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $10)"
              " RETURNING number",
              message.bot(), message.version(), Blob{message.archive_sha256()},
              message.runtime(), absl::ToInt64Microseconds(row.start_budget),
              row.memory, row.cores, int64_t{row.keep_inactive},
              Blob{DetailsOf(message)}, sql.Now());
  if (query.Next()) return query.Int(0);
  return absl::InternalError("the version was not inserted");
}

// The version of this name, unless it may be handed over again.
absl::StatusOr<std::optional<VersionRow>> FindEarlier(SqlConnection& sql,
                                                      const VersionRow& row) {
  absl::StatusOr<VersionRow> found =
      FindVersion(sql, row.message.bot(), row.message.version());
  if (absl::IsNotFound(found.status())) return std::nullopt;
  ARENA_RETURN_IF_ERROR(found.status());
  if (found->message.state() == v1::SubmittedVersion::STATE_FAILED) {
    return std::nullopt;
  }
  if (found->message.archive_sha256() == row.message.archive_sha256()) {
    return *std::move(found);
  }
  return absl::AlreadyExistsError(
      absl::StrCat("version ", row.message.version(), " of ", row.message.bot(),
                   " was submitted with other contents and ",
                   StateWords(found->message.state()),
                   "; give these ones another version in bot.toml"));
}

bool CanPlay(const VersionRow& row) {
  switch (row.message.state()) {
    case v1::SubmittedVersion::STATE_VALIDATING:
    case v1::SubmittedVersion::STATE_ACTIVE:
    case v1::SubmittedVersion::STATE_INACTIVE:
      return row.damage.empty() && !row.build_sha256.empty();
    default:
      return false;
  }
}

PlayableVersion PlayableOf(const VersionRow& row) {
  const v1::SubmittedVersion& message = row.message;
  return {
      .bot = message.bot(),
      .version = message.version(),
      .author = row.author,
      .active = message.state() == v1::SubmittedVersion::STATE_ACTIVE,
      .build_sha256 = row.build_sha256,
      .plays = {message.plays().begin(), message.plays().end()},
      .start_budget = row.start_budget,
      .runtime = message.runtime(),
      .several_matches = message.isolation() == v1::ISOLATION_SEATS,
      .rehearses = message.state() == v1::SubmittedVersion::STATE_VALIDATING};
}

absl::StatusOr<VersionRow> InsertVersion(SqlConnection& sql,
                                         const VersionRow& row,
                                         const Upload& upload,
                                         int most_under_way) {
  const std::string& bot = row.message.bot();
  ARENA_ASSIGN_OR_RETURN(const v1::Bot::Status status,
                         HoldVersionsOf(sql, bot));
  if (status == v1::Bot::STATUS_RETIRED) {
    return absl::FailedPreconditionError(
        absl::StrCat("bot ", bot, " is retired; submit under another name"));
  }
  ARENA_ASSIGN_OR_RETURN(std::optional<VersionRow> earlier,
                         FindEarlier(sql, row));
  if (!earlier.has_value()) {
    ARENA_RETURN_IF_ERROR(CheckUnderWay(sql, bot, most_under_way));
  }
  ARENA_RETURN_IF_ERROR(KeepUpload(sql, upload));
  if (earlier.has_value()) return *std::move(earlier);
  ForgetFailures(sql, bot);
  ARENA_ASSIGN_OR_RETURN(const int64_t number, InsertVersionRow(sql, row));
  return ReadVersion(sql, number);
}

}  // namespace

absl::StatusOr<VersionRow> Versions::Insert(const VersionRow& row,
                                            const Upload& upload,
                                            int most_under_way) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::StatusOr<VersionRow> {
        return InsertVersion(sql, row, upload, most_under_way);
      });
}

absl::StatusOr<VersionRow> Versions::Find(absl::string_view bot,
                                          absl::string_view version) {
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<VersionRow> {
    ARENA_ASSIGN_OR_RETURN(VersionRow row, FindVersion(sql, bot, version));
    Query query(sql, "SELECT build_log FROM versions WHERE number = $1",
                row.number);
    if (query.Next()) row.message.set_build_log(query.Bytes(0));
    return row;
  });
}

absl::StatusOr<std::vector<VersionRow>> Versions::List(absl::string_view bot,
                                                       int limit,
                                                       int64_t before) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  static const std::string text =
      SelectVersions("bot = $1 AND number < $2 ORDER BY number DESC LIMIT $3");
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<VersionRow>> {
        Query query(sql, text, bot,
                    before == 0 ? std::numeric_limits<int64_t>::max() : before,
                    limit);
        return ReadVersions(query);
      });
}

absl::StatusOr<std::vector<VersionRow>> Versions::FindByArchive(
    absl::string_view sha256) {
  static const std::string text =
      SelectVersions("archive_sha256 = $1 ORDER BY number DESC");
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<VersionRow>> {
        Query query(sql, text, Blob{sha256});
        return ReadVersions(query);
      });
}

absl::StatusOr<PlayableChanges> Versions::ReadPlayable(int64_t last) {
  static const std::string all = SelectVersions(
      "state IN (3, 4, 5) AND build_sha256 IS NOT NULL ORDER BY number");
  static const std::string since =
      SelectVersions("change > $1 ORDER BY number");
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<PlayableChanges> {
        PlayableChanges changes;
        {
          Query query(sql, "SELECT last FROM version_changes");
          query.Next();
          changes.last = query.Int(0);
        }
        if (changes.last == last) return changes;
        // Changes that happen meanwhile are in this answer, and in the next one
        // again.
        std::vector<VersionRow> rows;
        if (last < 0) {
          Query query(sql, all);
          rows = ReadVersions(query);
        } else {
          Query query(sql, since, last);
          rows = ReadVersions(query);
        }
        for (const VersionRow& row : rows) {
          if (CanPlay(row)) {
            changes.present.push_back(PlayableOf(row));
          } else {
            changes.gone.emplace_back(row.message.bot(), row.message.version());
          }
        }
        return changes;
      });
}

absl::StatusOr<std::set<std::string>> Versions::FindActiveOf(
    absl::Span<const std::string> bots) {
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::set<std::string>> {
        Query query(sql,
                    "SELECT bot FROM versions WHERE state = 4"
                    " AND bot IN ({texts})",
                    JsonArray({bots.begin(), bots.end()}));
        std::set<std::string> active;
        while (query.Next()) active.insert(query.Bytes(0));
        return active;
      });
}

absl::StatusOr<std::string> Versions::ProcessSecret() {
  // RandomSecret has 256 random bits.
  const std::string fresh = Sha256(RandomSecret());
  return database_.Write(
      Repeat::kHarmless,
      [&](SqlConnection& sql) -> absl::StatusOr<std::string> {
        Query(sql,
              "INSERT INTO process_secret (number, secret) VALUES (1, $1)"
              " ON CONFLICT DO NOTHING",
              Blob{fresh})
            .Run();
        Query query(sql, "SELECT secret FROM process_secret");
        if (query.Next()) return query.Bytes(0);
        return absl::DataLossError("the secret of processes is gone");
      });
}

}  // namespace arena::referee
