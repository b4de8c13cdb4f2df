// Values of Ordago as messages, and messages as values.
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_MESSAGES_VIEW_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_MESSAGES_VIEW_H_

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "arena/games/ordago/ordago.h"
#include "arena/v1/observation.pb.h"

namespace arena::ordago {

// The error for a broken observation or action message, made of `parts`.
template <typename... Parts>
absl::Status Wrong(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat("ordago: ", parts...));
}

// ---- To messages ----

void ToMessage(Cards cards, v1::OrdagoCards& out);
void ToMessage(Sign sign, v1::OrdagoSign& out);
void ToMessage(const SignNote& note, v1::OrdagoSignSeen& out);
void ToMessage(const BetResult& result, v1::OrdagoBetResult& out);

constexpr v1::OrdagoRank MessageOf(Rank rank) {
  return static_cast<v1::OrdagoRank>(rank + 1);
}
constexpr v1::OrdagoPhase MessageOf(Phase phase) {
  return static_cast<v1::OrdagoPhase>(static_cast<int>(phase) + 1);
}
constexpr v1::OrdagoBet MessageOf(Bet bet) {
  return static_cast<v1::OrdagoBet>(static_cast<int>(bet) + 1);
}
// The word for an action that is a word; UNSPECIFIED for any other action.
v1::OrdagoWord WordOf(ActionKind kind);

// ---- From messages ----

absl::StatusOr<Rank> FromMessage(v1::OrdagoRank rank);
// At most four cards.
absl::StatusOr<Cards> FromMessage(const v1::OrdagoCards& message);
absl::StatusOr<Sign> FromMessage(const v1::OrdagoSign& message);
absl::StatusOr<SignNote> FromMessage(const v1::OrdagoSignSeen& message);
absl::StatusOr<BetResult> FromMessage(const v1::OrdagoBetResult& message);
absl::StatusOr<ActionKind> FromMessage(v1::OrdagoWord word);
absl::StatusOr<BetNote> FromMessage(const v1::OrdagoBetAction& message);

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_MESSAGES_VIEW_H_
