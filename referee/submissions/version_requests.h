// The answers of BotService about versions of submitted bots. All of them run
// on the store's thread.
#ifndef REFEREE_SUBMISSIONS_VERSION_REQUESTS_H_
#define REFEREE_SUBMISSIONS_VERSION_REQUESTS_H_

#include "absl/status/statusor.h"
#include "arena/v1/bot_service.pb.h"
#include "referee/access/access.h"
#include "referee/store/store.h"

namespace arena::referee {

// A version as the service shows it.
v1::SubmittedVersion VersionMessage(const VersionRow& row);

// These are for the author of the bot and for admins: NOT_FOUND,
// PERMISSION_DENIED.
absl::StatusOr<v1::GetVersionResponse> GetVersion(
    Access& access, Store& store, const Caller& caller,
    const v1::GetVersionRequest& request);
absl::StatusOr<v1::ListVersionsResponse> ListVersions(
    Access& access, Store& store, const Caller& caller,
    const v1::ListVersionsRequest& request);
absl::StatusOr<v1::ActivateVersionResponse> ActivateVersion(
    Access& access, Store& store, const Caller& caller,
    const v1::ActivateVersionRequest& request);
absl::StatusOr<v1::RetireVersionResponse> RetireVersion(
    Access& access, Store& store, const Caller& caller,
    const v1::RetireVersionRequest& request);
absl::StatusOr<v1::ListSeatReportsResponse> ListSeatReports(
    Access& access, Store& store, const Caller& caller,
    const v1::ListSeatReportsRequest& request);

}  // namespace arena::referee

#endif  // REFEREE_SUBMISSIONS_VERSION_REQUESTS_H_
