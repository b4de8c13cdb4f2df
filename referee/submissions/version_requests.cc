#include "referee/submissions/version_requests.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/submission/manifest.h"
#include "referee/access/ownership.h"
#include "referee/access/replies.h"
#include "referee/base/log.h"

namespace arena::referee {
namespace {

// The bytes of the reports on a page; the rest of the response is small.
constexpr size_t kMostReportBytes = kMaxResponseBytes / 2;

void LogChange(const char* what, const Caller& caller, const VersionRow& row) {
  Log(what, {{"bot", row.message.bot()},
             {"version", row.message.version()},
             {"by", caller.Account()}});
}

}  // namespace

v1::SubmittedVersion VersionMessage(const VersionRow& row) {
  v1::SubmittedVersion message = row.message;
  if (message.runtime() == submission::WordOf(submission::Runtime::kImage)) {
    message.clear_runtime();
  }
  return message;
}

absl::StatusOr<v1::GetVersionResponse> GetVersion(
    Access& /*access*/, Store& store, const Caller& caller,
    const v1::GetVersionRequest& request) {
  ARENA_RETURN_IF_ERROR(
      OwnBot(store.bots(), caller, request.bot()).status());
  ARENA_ASSIGN_OR_RETURN(
      const VersionRow row,
      store.versions().Find(request.bot(), request.version()));
  v1::GetVersionResponse response;
  *response.mutable_version() = VersionMessage(row);
  return response;
}

absl::StatusOr<v1::ListVersionsResponse> ListVersions(
    Access& /*access*/, Store& store, const Caller& caller,
    const v1::ListVersionsRequest& request) {
  ARENA_RETURN_IF_ERROR(
      OwnBot(store.bots(), caller, request.bot()).status());
  const std::string list = ListOf(request);
  ARENA_ASSIGN_OR_RETURN(const int size, PageSize(request.page_size()));
  ARENA_ASSIGN_OR_RETURN(const int64_t before,
                         ReadPageNumber(list, request.page_token()));
  ARENA_ASSIGN_OR_RETURN(
      const std::vector<VersionRow> rows,
      store.versions().List(request.bot(), size + 1, before));
  v1::ListVersionsResponse response;
  PageRoom room(size);
  int64_t last = 0;
  for (const VersionRow& row : rows) {
    v1::SubmittedVersion message = VersionMessage(row);
    if (!room.Take(message)) {
      response.set_next_page_token(MakePageToken(list, absl::StrCat(last)));
      break;
    }
    *response.add_versions() = std::move(message);
    last = row.number;
  }
  return response;
}

absl::StatusOr<v1::ActivateVersionResponse> ActivateVersion(
    Access& /*access*/, Store& store, const Caller& caller,
    const v1::ActivateVersionRequest& request) {
  ARENA_RETURN_IF_ERROR(
      OwnBot(store.bots(), caller, request.bot()).status());
  ARENA_ASSIGN_OR_RETURN(
      const VersionRow row,
      request.version().empty()
          ? store.versions().RollBack(request.bot())
          : store.versions().Activate(request.bot(), request.version()));
  LogChange("version activated", caller, row);
  v1::ActivateVersionResponse response;
  *response.mutable_version() = VersionMessage(row);
  return response;
}

absl::StatusOr<v1::RetireVersionResponse> RetireVersion(
    Access& /*access*/, Store& store, const Caller& caller,
    const v1::RetireVersionRequest& request) {
  ARENA_RETURN_IF_ERROR(
      OwnBot(store.bots(), caller, request.bot()).status());
  // An empty version would mean the newest one, and retiring cannot be undone.
  if (request.version().empty()) {
    return absl::InvalidArgumentError(
        "version is empty; name the version to retire");
  }
  ARENA_ASSIGN_OR_RETURN(
      const VersionRow row,
      store.versions().Retire(request.bot(), request.version()));
  LogChange("version retired", caller, row);
  v1::RetireVersionResponse response;
  *response.mutable_version() = VersionMessage(row);
  return response;
}

absl::StatusOr<v1::ListSeatReportsResponse> ListSeatReports(
    Access& /*access*/, Store& store, const Caller& caller,
    const v1::ListSeatReportsRequest& request) {
  ARENA_RETURN_IF_ERROR(
      OwnBot(store.bots(), caller, request.bot()).status());
  const std::string list = ListOf(request);
  ARENA_ASSIGN_OR_RETURN(const int size, PageSize(request.page_size()));
  ARENA_ASSIGN_OR_RETURN(const int64_t before,
                         ReadPageNumber(list, request.page_token()));
  ARENA_ASSIGN_OR_RETURN(
      SeatReportPage page,
      store.seat_reports().List({.bot = request.bot(),
                                 .version = request.version(),
                                 .match_id = request.match_id(),
                                 .only_failures = request.only_failures()},
                                size, kMostReportBytes, before));
  v1::ListSeatReportsResponse response;
  for (v1::SeatReport& report : page.reports) {
    *response.add_reports() = std::move(report);
  }
  if (page.next != 0) {
    response.set_next_page_token(MakePageToken(list, absl::StrCat(page.next)));
  }
  return response;
}

}  // namespace arena::referee
