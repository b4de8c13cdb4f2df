// Values of Doppelkopf as messages, and messages as values.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_MESSAGES_VIEW_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_MESSAGES_VIEW_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "arena/games/doppelkopf/doppelkopf_actions.h"
#include "arena/games/doppelkopf/doppelkopf_deal.h"
#include "arena/games/doppelkopf/doppelkopf_scoring.h"
#include "arena/v1/doppelkopf.pb.h"

namespace arena::doppelkopf {

// The error for a broken observation or action message, made of `parts`.
template <typename... Parts>
absl::Status Wrong(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat("doppelkopf: ", parts...));
}

// Checks that a number of a message is in its range.
absl::Status CheckRange(const char* what, int64_t value, int64_t min,
                        int64_t max);

// ---- Enums: in messages zero is "unspecified" ----

inline v1::DoppelkopfParty MessageOf(Party party) {
  return static_cast<v1::DoppelkopfParty>(1 + static_cast<int>(party));
}
inline v1::DoppelkopfContract MessageOf(Contract contract) {
  return static_cast<v1::DoppelkopfContract>(1 + static_cast<int>(contract));
}
inline v1::DoppelkopfReason MessageOf(Reason reason) {
  return static_cast<v1::DoppelkopfReason>(1 + static_cast<int>(reason));
}
// Level::kNone becomes unspecified, and so does Naming::kNone.
inline v1::DoppelkopfLevel MessageOf(Level level) {
  return static_cast<v1::DoppelkopfLevel>(level);
}
inline v1::DoppelkopfNaming MessageOf(Naming naming) {
  return static_cast<v1::DoppelkopfNaming>(naming);
}
// Requires: a declaration.
inline v1::DoppelkopfDeclaration DeclarationOf(Action action) {
  return static_cast<v1::DoppelkopfDeclaration>(1 + action - kHealthy);
}
// Requires: pass, an announcement, accept or decline.
v1::DoppelkopfWord WordOf(Action action);

// ---- Cards ----

// Ascending; a card is listed twice if both copies are there.
std::vector<Card> ListOf(const Cards& cards);

template <typename Field>
void AddCards(const Cards& cards, Field& field) {
  for (const Card card : ListOf(cards)) field.Add(card);
}

// INVALID_ARGUMENT for a number that is no card, or a card more than twice.
absl::StatusOr<Cards> CardsOf(
    const google::protobuf::RepeatedField<uint32_t>& cards);

// ---- Actions ----

// INVALID_ARGUMENT if the message names no action.
absl::StatusOr<Action> ActionOf(const v1::DoppelkopfAction& message);

// ---- Results ----

// INVALID_ARGUMENT for a reason, party, announcer or points out of range.
absl::StatusOr<ScoreItem> ItemOf(const v1::DoppelkopfItem& line);
void FillResult(const DealResult& result, v1::DoppelkopfResult& message);
// A deal of the score sheet in one line: contract, winner, reasons, points.
std::string ResultText(const v1::DoppelkopfResult& result);

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_MESSAGES_VIEW_H_
