// New bots: which bots may be registered, and for whom.
#ifndef REFEREE_SUBMISSIONS_BOT_REGISTRATION_H_
#define REFEREE_SUBMISSIONS_BOT_REGISTRATION_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/v1/bot_service.pb.h"
#include "referee/access/access.h"
#include "referee/store/bots.h"

namespace arena::referee {

// INVALID_ARGUMENT unless the text can be the description of a bot. It may have
// several lines.
absl::Status CheckDescription(absl::string_view description);

// The bot that a request registers. INVALID_ARGUMENT, PERMISSION_DENIED.
absl::StatusOr<v1::Bot> NewBot(const Caller& caller,
                               const v1::RegisterBotRequest& request);

// Adds a bot of NewBot, unless the request of this key has added it (empty: the
// request is not repeated). ALREADY_EXISTS; RESOURCE_EXHAUSTED if the caller
// has registered too many bots.
absl::Status AddBot(const Quotas& quotas, Bots& bots, const Caller& caller,
                    const v1::Bot& bot, const std::string& key);

}  // namespace arena::referee

#endif  // REFEREE_SUBMISSIONS_BOT_REGISTRATION_H_
