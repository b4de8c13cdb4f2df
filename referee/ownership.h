// Whose bots are whose: what callers may do with some names and not with
// others.
#ifndef REFEREE_OWNERSHIP_H_
#define REFEREE_OWNERSHIP_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/v1/competition.pb.h"
#include "arena/v1/match_service.pb.h"
#include "referee/access.h"
#include "referee/store/bots.h"

namespace arena::referee {

// Whether the caller may play under that name: a bot under its own, and nobody
// else under a registered one. UNAUTHENTICATED or PERMISSION_DENIED.
absl::Status CheckPlaysAs(Bots& bots, const Caller& caller,
                          absl::string_view name);

// Whether the caller may create and cancel matches of these players: an author
// only with bots of its own. PERMISSION_DENIED.
absl::Status CheckOwnsSeats(Bots& bots, const Caller& caller,
                            absl::Span<const v1::SeatSpec> seats);

// Whether the caller may enter such an entrant into a ladder: an author only
// bots, under their own names ("a", or "a+b" for a pair), so that it can
// neither pass for somebody else nor fill the ladder with built-in players.
// PERMISSION_DENIED.
absl::Status CheckEntersAs(const Caller& caller, const v1::Entrant& entrant);

// Whether the caller answers for the bot, as its author or an admin.
bool Owns(const Caller& caller, const v1::Bot& bot);

}  // namespace arena::referee

#endif  // REFEREE_OWNERSHIP_H_
