// What an author has handed over, as long as it is nothing but bytes.
#ifndef REFEREE_SUBMISSIONS_SUBMISSION_CHECK_H_
#define REFEREE_SUBMISSIONS_SUBMISSION_CHECK_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/player.pb.h"
#include "referee/store/versions.h"

namespace arena::referee {

// INVALID_ARGUMENT or RESOURCE_EXHAUSTED unless such an archive can be taken.
absl::Status CheckOffer(const v1::ArchiveOffer& offer);

// Unpacks the archive of an offer for a moment, starting nothing of it, and
// returns the version that its bot.toml describes. INVALID_ARGUMENT says what
// is wrong with the archive, or that a process needs more than is `given` to
// each; UNAVAILABLE that this referee has no room for it.
absl::StatusOr<VersionRow> CheckArchive(const v1::ArchiveOffer& offer,
                                        absl::string_view archive,
                                        const v1::Resources& given);

}  // namespace arena::referee

#endif  // REFEREE_SUBMISSIONS_SUBMISSION_CHECK_H_
