#include "referee/access/ownership.h"

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"

namespace arena::referee {

absl::Status CheckPlaysAs(Bots& bots, const Caller& caller,
                          absl::string_view name) {
  if (caller.role == v1::ROLE_BOT) {
    if (caller.owner == name) return absl::OkStatus();
    return absl::PermissionDeniedError(absl::StrCat(
        "the token belongs to ", caller.Account(),
        ", which plays under its own name only (hello.name, --name), not "
        "as \"",
        name, "\""));
  }
  const absl::Status found = bots.Get(name).status();
  if (absl::IsNotFound(found)) return absl::OkStatus();
  if (!found.ok()) return found;
  return absl::Status(
      caller.anonymous() ? absl::StatusCode::kUnauthenticated
                         : absl::StatusCode::kPermissionDenied,
      absl::StrCat("\"", name,
                   "\" is a registered bot and plays only with its own token; "
                   "send that (the SDKs take it from ARENA_TOKEN), or "
                   "choose another name"));
}

absl::Status CheckOwnsSeats(Bots& bots, const Caller& caller,
                            absl::Span<const v1::SeatSpec> seats) {
  if (caller.role == v1::ROLE_ADMIN) return absl::OkStatus();
  for (const v1::SeatSpec& seat : seats) {
    if (!seat.has_bot()) continue;
    const absl::StatusOr<v1::Bot> bot = bots.Get(seat.bot());
    if (!bot.ok() && !absl::IsNotFound(bot.status())) return bot.status();
    if (bot.ok() && Owns(caller, *bot)) continue;
    return absl::PermissionDeniedError(absl::StrCat(
        caller.Account(), " may name built-in players and its own bots; \"",
        seat.bot(), "\" is not registered as one of its bots"));
  }
  return absl::OkStatus();
}

absl::Status CheckEntersAs(const Caller& caller, const v1::Entrant& entrant) {
  for (const v1::SeatSpec& player : entrant.players()) {
    if (player.version().empty()) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "entrant.players: a ladder gives matches to the active version of ",
        player.bot(), "; leave version empty"));
  }
  if (caller.role == v1::ROLE_ADMIN) return absl::OkStatus();
  std::vector<std::string> names;
  for (const v1::SeatSpec& player : entrant.players()) {
    if (!player.has_bot()) {
      return absl::PermissionDeniedError(
          absl::StrCat(caller.Account(),
                       " may enter only its own bots; only admins may enter "
                       "built-in players"));
    }
    names.push_back(player.bot());
  }
  const std::string name = absl::StrJoin(names, "+");
  if (entrant.name() == name) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrCat("entrant.name is \"", entrant.name(), "\"; ",
                   caller.Account(), " enters it as \"", name, "\""));
}

bool Owns(const Caller& caller, const v1::Bot& bot) {
  return caller.role == v1::ROLE_ADMIN ||
         (caller.role == v1::ROLE_AUTHOR && caller.owner == bot.author());
}

absl::StatusOr<v1::Bot> OwnBot(Bots& bots, const Caller& caller,
                               absl::string_view name) {
  ARENA_ASSIGN_OR_RETURN(v1::Bot bot, bots.Get(name));
  if (Owns(caller, bot)) return bot;
  return absl::PermissionDeniedError(
      absl::StrCat("\"", name, "\" is a bot of \"", bot.author(),
                   "\", not one of ", caller.Account()));
}

}  // namespace arena::referee
