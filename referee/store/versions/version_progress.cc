// The way of a submitted version through build and validation.
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/store/versions/version_query.h"
#include "referee/store/versions/versions.h"

namespace arena::referee {
namespace {

using State = v1::SubmittedVersion::State;

// Versions that wait, or that the referee $1 can take over now ($2), at most $3
// of them.
constexpr char kWaiting[] =
    "SELECT number FROM versions WHERE state < 4"
    " AND (referee IS NULL OR (referee <> $1 AND referee NOT IN"
    "  (SELECT number FROM referees WHERE lease_until > $2)))"
    " ORDER BY number LIMIT $3";

std::string NameOf(const VersionRow& row) {
  return absl::StrCat("version ", row.message.version(), " of ",
                      row.message.bot());
}

// Keeps others from changing a version under way. FAILED_PRECONDITION if the
// version does not belong to this referee any more.
absl::StatusOr<VersionRow> HoldMine(SqlConnection& sql, int64_t referee,
                                    int64_t number) {
  ARENA_ASSIGN_OR_RETURN(const VersionRow seen, ReadVersion(sql, number));
  ARENA_RETURN_IF_ERROR(HoldVersionsOf(sql, seen.message.bot()).status());
  bool mine = false;
  {
    Query query(sql,
                "SELECT referee FROM versions WHERE number = $1 AND state < 4"
                " {for update}",
                number);
    mine = query.Next() && !query.IsNull(0) && query.Int(0) == referee;
  }
  ARENA_ASSIGN_OR_RETURN(VersionRow row, ReadVersion(sql, number));
  if (mine) return row;
  return absl::FailedPreconditionError(
      absl::StrCat(NameOf(row), " ", StateWords(row.message.state()),
                   " and does not belong to this referee any more"));
}

absl::StatusOr<VersionRow> HoldMine(SqlConnection& sql, int64_t referee,
                                    int64_t number, State state) {
  ARENA_ASSIGN_OR_RETURN(VersionRow row, HoldMine(sql, referee, number));
  if (row.message.state() == state) return row;
  return absl::FailedPreconditionError(
      absl::StrCat(NameOf(row), " ", StateWords(row.message.state())));
}

void SetVersionState(SqlConnection& sql, int64_t number, State state) {
  Query(sql,
        "UPDATE versions SET state = $2, state_time = $3, change = $4"
        " WHERE number = $1",
        number, state, sql.Now(), NextChange(sql))
      .Post();
}

void SetVersionDetails(SqlConnection& sql, const VersionRow& row) {
  Query(sql, "UPDATE versions SET details = $2 WHERE number = $1", row.number,
        Blob{DetailsOf(row.message)})
      .Post();
}

void SetBuildLog(SqlConnection& sql, int64_t number, absl::string_view log) {
  if (log.empty()) return;
  Query(sql, "UPDATE versions SET build_log = $2 WHERE number = $1", number,
        log)
      .Post();
}

void GiveUpVersion(SqlConnection& sql, int64_t number) {
  Query(sql, "UPDATE versions SET referee = NULL WHERE number = $1", number)
      .Post();
}

absl::Status CheckKept(SqlConnection& sql, absl::string_view sha256) {
  Query query(sql, "SELECT 1 FROM archives WHERE sha256 = $1 AND uploader = ''",
              Blob{sha256});
  if (query.Next()) return absl::OkStatus();
  return absl::NotFoundError("the archive of the build is not in the store");
}

}  // namespace

absl::StatusOr<std::vector<VersionRow>> Versions::FindWork(
    int limit, const std::set<int64_t>& not_these) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  // Referees look often, and seldom find anything.
  ARENA_ASSIGN_OR_RETURN(
      const bool any, database_.Read([&](SqlConnection& sql) {
        return absl::StatusOr<bool>(
            Query(sql, kWaiting, referee_, sql.Now(), 1).Next());
      }));
  if (!any) return std::vector<VersionRow>();
  return database_.Write(
      Repeat::kHarmful,
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<VersionRow>> {
        std::vector<int64_t> numbers;
        {
          static const std::string text =
              absl::StrCat(kWaiting, " {skip locked}");
          Query query(sql, text, referee_, sql.Now(),
                      limit + static_cast<int64_t>(not_these.size()));
          while (static_cast<int>(numbers.size()) < limit && query.Next()) {
            if (!not_these.contains(query.Int(0))) {
              numbers.push_back(query.Int(0));
            }
          }
        }
        std::vector<VersionRow> rows;
        for (const int64_t number : numbers) {
          Query(sql, "UPDATE versions SET referee = $2 WHERE number = $1",
                number, referee_)
              .Run();
          ARENA_ASSIGN_OR_RETURN(VersionRow row, ReadVersion(sql, number));
          rows.push_back(std::move(row));
        }
        return rows;
      });
}

absl::Status Versions::CheckMine(int64_t number) {
  return database_.Read([&](SqlConnection& sql) -> absl::Status {
    Query query(sql,
                "SELECT 1 FROM versions WHERE number = $1 AND state < 4"
                " AND referee = $2",
                number, referee_);
    if (query.Next()) return absl::OkStatus();
    return absl::FailedPreconditionError(
        "the version is not under way at this referee any more");
  });
}

absl::Status Versions::BeginBuild(int64_t number) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::Status {
        ARENA_ASSIGN_OR_RETURN(const VersionRow row,
                               HoldMine(sql, referee_, number));
        if (row.message.state() == v1::SubmittedVersion::STATE_VALIDATING) {
          return absl::FailedPreconditionError(
              absl::StrCat(NameOf(row), " is built already"));
        }
        SetVersionState(sql, number, v1::SubmittedVersion::STATE_BUILDING);
        return absl::OkStatus();
      });
}

absl::Status Versions::Release(int64_t number) {
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::Status {
        ARENA_ASSIGN_OR_RETURN(const VersionRow row,
                               HoldMine(sql, referee_, number));
        if (row.message.state() == v1::SubmittedVersion::STATE_BUILDING) {
          SetVersionState(sql, number, v1::SubmittedVersion::STATE_UPLOADED);
        }
        GiveUpVersion(sql, number);
        return absl::OkStatus();
      });
}

absl::Status Versions::FinishBuild(int64_t number,
                                   absl::string_view build_sha256,
                                   absl::string_view log,
                                   const v1::ProcessUsage& usage) {
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::Status {
        ARENA_ASSIGN_OR_RETURN(VersionRow row,
                               HoldMine(sql, referee_, number,
                                        v1::SubmittedVersion::STATE_BUILDING));
        ARENA_RETURN_IF_ERROR(CheckKept(sql, build_sha256));
        Query(sql, "UPDATE versions SET build_sha256 = $2 WHERE number = $1",
              number, Blob{build_sha256})
            .Post();
        *row.message.mutable_build_usage() = usage;
        SetVersionDetails(sql, row);
        SetBuildLog(sql, number, log);
        SetVersionState(sql, number, v1::SubmittedVersion::STATE_VALIDATING);
        return absl::OkStatus();
      });
}

absl::Status Versions::SetMatches(int64_t number,
                                  const std::vector<std::string>& match_ids) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::Status {
        ARENA_ASSIGN_OR_RETURN(
            VersionRow row, HoldMine(sql, referee_, number,
                                     v1::SubmittedVersion::STATE_VALIDATING));
        *row.message.mutable_validation_matches() = {match_ids.begin(),
                                                     match_ids.end()};
        SetVersionDetails(sql, row);
        return absl::OkStatus();
      });
}

absl::StatusOr<State> Versions::Pass(int64_t number) {
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::StatusOr<State> {
        ARENA_ASSIGN_OR_RETURN(
            const VersionRow row,
            HoldMine(sql, referee_, number,
                     v1::SubmittedVersion::STATE_VALIDATING));
        if (row.keep_inactive) {
          SetVersionState(sql, number, v1::SubmittedVersion::STATE_INACTIVE);
          GiveUpVersion(sql, number);
          return v1::SubmittedVersion::STATE_INACTIVE;
        }
        NotePredecessor(sql, row);
        MakeActive(sql, row);
        return v1::SubmittedVersion::STATE_ACTIVE;
      });
}

absl::Status Versions::Fail(int64_t number, const v1::VersionFailure& failure,
                            absl::string_view log) {
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::Status {
        ARENA_ASSIGN_OR_RETURN(VersionRow row, HoldMine(sql, referee_, number));
        *row.message.mutable_failure() = failure;
        SetVersionDetails(sql, row);
        SetBuildLog(sql, number, log);
        SetVersionState(sql, number, v1::SubmittedVersion::STATE_FAILED);
        GiveUpVersion(sql, number);
        return absl::OkStatus();
      });
}

}  // namespace arena::referee
