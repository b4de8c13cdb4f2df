#include "referee/submissions/bot_registration.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/games/registry.h"
#include "arena/match/bot_name.h"
#include "referee/access/ownership.h"

namespace arena::referee {
namespace {

constexpr size_t kMaxDescription = 1000;

// RESOURCE_EXHAUSTED if the author has registered too many bots.
absl::Status CheckBotQuota(const Quotas& quotas, Bots& bots,
                           const Caller& caller) {
  const int most = quotas.max_bots;
  if (!caller.limited() || most == 0) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(const std::vector<v1::Bot> registered,
                         bots.List(caller.owner, "", most));
  if (static_cast<int>(registered.size()) < most) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat(caller.Account(), " has registered ", registered.size(),
                   " bots, its limit; an admin may register more for it"));
}

}  // namespace

absl::Status CheckDescription(absl::string_view description) {
  if (description.size() > kMaxDescription) {
    return absl::InvalidArgumentError(
        absl::StrCat("description has ", description.size(),
                     " bytes; expected at most ", kMaxDescription));
  }
  for (absl::string_view line : absl::StrSplit(description, '\n')) {
    ARENA_RETURN_IF_ERROR(CheckText("description", line, kMaxDescription));
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::Bot> NewBot(const Caller& caller,
                               const v1::RegisterBotRequest& request) {
  ARENA_RETURN_IF_ERROR(CheckBotName("name", request.name()));
  v1::Bot bot;
  bot.set_name(request.name());
  const bool author = caller.role == v1::ROLE_AUTHOR;
  bot.set_author(author && request.author().empty() ? caller.owner
                                                    : request.author());
  // A bot belongs to a person, and an admin's token does not say which.
  ARENA_RETURN_IF_ERROR(CheckName("author (--author)", bot.author()));
  if (!Owns(caller, bot)) {
    return absl::PermissionDeniedError(
        absl::StrCat(caller.Account(), " may register only its own bots, not ",
                     "bots of \"", bot.author(), "\""));
  }
  for (const std::string& game : request.games()) {
    const absl::Status known = FindGame(game).status();
    if (!known.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("games: ", known.message()));
    }
    bot.add_games(game);
  }
  ARENA_RETURN_IF_ERROR(CheckDescription(request.description()));
  bot.set_description(request.description());
  bot.set_status(v1::Bot::STATUS_ACTIVE);
  return bot;
}

absl::Status AddBot(const Quotas& quotas, Bots& bots, const Caller& caller,
                    const v1::Bot& bot, const std::string& key) {
  ARENA_ASSIGN_OR_RETURN(const bool repeated,
                         bots.WasAddedBy(key, bot, absl::Now()));
  if (repeated) return absl::OkStatus();
  ARENA_RETURN_IF_ERROR(CheckBotQuota(quotas, bots, caller));
  return bots.Insert(bot, absl::Now(), key);
}

}  // namespace arena::referee
