// Chooses the active version of a bot.
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/store/versions/version_query.h"
#include "referee/store/versions/versions.h"

namespace arena::referee {
namespace {

absl::Status CannotPlay(const VersionRow& row) {
  return absl::FailedPreconditionError(absl::StrCat(
      "version ", row.message.version(), " of ", row.message.bot(), " ",
      StateWords(row.message.state()),
      "; only a version that was validated, and is not retired, can play"));
}

struct Link {
  bool can_play = false;
  std::optional<int64_t> predecessor;
};

std::optional<Link> ReadLink(SqlConnection& sql, int64_t number) {
  Query query(sql, "SELECT state, predecessor FROM versions WHERE number = $1",
              number);
  if (!query.Next()) return std::nullopt;
  Link link;
  link.can_play = query.Int(0) == v1::SubmittedVersion::STATE_INACTIVE;
  if (!query.IsNull(1)) link.predecessor = query.Int(1);
  return link;
}

// The number of the active version.
std::optional<int64_t> FindActive(SqlConnection& sql, absl::string_view bot) {
  Query query(sql, "SELECT number FROM versions WHERE bot = $1 AND state = 4",
              bot);
  if (!query.Next()) return std::nullopt;
  return query.Int(0);
}

// The version that was active before this one, without versions that can no
// longer play.
std::optional<int64_t> FindPredecessor(SqlConnection& sql, int64_t active) {
  std::set<int64_t> seen = {active};
  std::optional<Link> link = ReadLink(sql, active);
  while (link.has_value() && link->predecessor.has_value()) {
    const int64_t before = *link->predecessor;
    // The versions took turns, so the search would not end.
    if (!seen.insert(before).second) return std::nullopt;
    link = ReadLink(sql, before);
    if (link.has_value() && link->can_play) return before;
  }
  return std::nullopt;
}

}  // namespace

absl::StatusOr<VersionRow> Versions::Activate(absl::string_view bot,
                                              absl::string_view version) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::StatusOr<VersionRow> {
        ARENA_RETURN_IF_ERROR(HoldVersionsOf(sql, bot).status());
        ARENA_ASSIGN_OR_RETURN(const VersionRow row,
                               FindVersion(sql, bot, version));
        if (row.message.state() == v1::SubmittedVersion::STATE_ACTIVE) {
          return row;
        }
        if (row.message.state() != v1::SubmittedVersion::STATE_INACTIVE) {
          return CannotPlay(row);
        }
        NotePredecessor(sql, row);
        MakeActive(sql, row);
        return ReadVersion(sql, row.number);
      });
}

absl::StatusOr<VersionRow> Versions::RollBack(absl::string_view bot) {
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::StatusOr<VersionRow> {
        ARENA_RETURN_IF_ERROR(HoldVersionsOf(sql, bot).status());
        const std::optional<int64_t> active = FindActive(sql, bot);
        if (!active.has_value()) {
          return absl::FailedPreconditionError(
              absl::StrCat("no version of ", bot, " is active"));
        }
        const std::optional<int64_t> before = FindPredecessor(sql, *active);
        if (!before.has_value()) {
          return absl::FailedPreconditionError(
              absl::StrCat("no version of ", bot,
                           " that could play was active before this one"));
        }
        ARENA_ASSIGN_OR_RETURN(const VersionRow row, ReadVersion(sql, *before));
        MakeActive(sql, row);
        return ReadVersion(sql, row.number);
      });
}

absl::StatusOr<VersionRow> Versions::Retire(absl::string_view bot,
                                            absl::string_view version) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::StatusOr<VersionRow> {
        ARENA_RETURN_IF_ERROR(HoldVersionsOf(sql, bot).status());
        ARENA_ASSIGN_OR_RETURN(const VersionRow row,
                               FindVersion(sql, bot, version));
        if (row.message.state() == v1::SubmittedVersion::STATE_FAILED) {
          return absl::FailedPreconditionError(
              absl::StrCat("version ", row.message.version(), " of ", bot,
                           " has failed, so it plays nothing anyway"));
        }
        Query(sql,
              "UPDATE versions SET state = 7, state_time = $2, change = $3,"
              " referee = NULL WHERE number = $1 AND state <> 7",
              row.number, sql.Now(), NextChange(sql))
            .Run();
        return ReadVersion(sql, row.number);
      });
}

}  // namespace arena::referee
