// The owners of bots: the names with which a caller may play, create matches
// and enter ladders.
#ifndef REFEREE_ACCESS_OWNERSHIP_H_
#define REFEREE_ACCESS_OWNERSHIP_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/v1/competition.pb.h"
#include "arena/v1/match_service.pb.h"
#include "referee/access/access.h"
#include "referee/store/bots.h"

namespace arena::referee {

// UNAUTHENTICATED or PERMISSION_DENIED unless the caller may play under that
// name: a bot only under its name, other callers under unregistered names.
absl::Status CheckPlaysAs(Bots& bots, const Caller& caller,
                          absl::string_view name);

// PERMISSION_DENIED unless the caller may create and cancel matches of these
// players: an author may do so only with bots that it owns.
absl::Status CheckOwnsSeats(Bots& bots, const Caller& caller,
                            absl::Span<const v1::SeatSpec> seats);

// PERMISSION_DENIED unless the caller may enter such an entrant into a ladder:
// an author may enter only bots, under their names ("a", or "a+b" for a pair),
// so that it can neither pass for another nor fill the ladder with built-in
// players.
absl::Status CheckEntersAs(const Caller& caller, const v1::Entrant& entrant);

// Whether the caller is responsible for the bot, as its author or an admin.
bool Owns(const Caller& caller, const v1::Bot& bot);
// A registered bot that the caller is responsible for. NOT_FOUND,
// PERMISSION_DENIED.
absl::StatusOr<v1::Bot> OwnBot(Bots& bots, const Caller& caller,
                               absl::string_view name);

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_OWNERSHIP_H_
