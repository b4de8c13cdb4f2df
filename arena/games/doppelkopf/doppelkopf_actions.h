// The actions of Doppelkopf: the meaning of their bits, and their words.
//
// Layout of an action:
//   0..23   a card: played, or dealt by chance to the seat being served
//   32      pass
//   33, 34  re, kontra
//   35..38  keine 90, keine 60, keine 30, schwarz
//   40, 41  decline, accept
//   48..57  48 + contract: 48 healthy, 49 marriage, 50 poverty, 51.. solos
//   58      redeal
//   59      reservation (two steps)
//   bit 16 or 17, and bits 14..0: three cards of a poverty, laid (16) or given
//           back (17), five bits each, the largest number in the highest bits
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_ACTIONS_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_ACTIONS_H_

#include <array>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/games/base/action.h"
#include "arena/games/doppelkopf/doppelkopf_announcements.h"
#include "arena/games/doppelkopf/doppelkopf_cards.h"

namespace arena::doppelkopf {

// ---- Codes ----

inline constexpr Action kPass = 32;
inline constexpr Action kRe = 33;
inline constexpr Action kKontra = 34;
inline constexpr Action kFirstNo = 35;
inline constexpr Action kSchwarz = 38;
inline constexpr Action kDecline = 40;
inline constexpr Action kAccept = 41;
inline constexpr Action kHealthy = 48;
inline constexpr Action kRedeal = 58;
inline constexpr Action kReservation = 59;
inline constexpr Action kLay = Action{1} << 16;
inline constexpr Action kReturn = Action{1} << 17;

constexpr bool IsAnnouncement(Action action) {
  return action >= kRe && action <= kSchwarz;
}
constexpr Action AnnouncementOf(Level level, Party party) {
  if (level == Level::kCall) return party == Party::kRe ? kRe : kKontra;
  return kFirstNo + static_cast<Action>(level) -
         static_cast<Action>(Level::kNo90);
}
// Requires: an announcement.
constexpr Level LevelOf(Action action) {
  if (action < kFirstNo) return Level::kCall;
  return static_cast<Level>(action - kFirstNo +
                            static_cast<Action>(Level::kNo90));
}

constexpr Action Declare(Contract contract) {
  return kHealthy + static_cast<Action>(contract);
}
// Nothing if the action declares no contract; healthy declares a normal game.
constexpr std::optional<Contract> ContractOf(Action action) {
  if (action < kHealthy || action >= kRedeal) return std::nullopt;
  return static_cast<Contract>(action - kHealthy);
}
constexpr bool IsSoloDeclaration(Action action) {
  const std::optional<Contract> contract = ContractOf(action);
  return contract.has_value() && IsSolo(*contract);
}

inline constexpr int kPovertyCards = 3;
using ThreeCards = std::array<Card, kPovertyCards>;
constexpr bool IsThreeCards(Action action) {
  return action >= kLay && action < 2 * kReturn;
}
// Takes the cards in any order.
Action ThreeCardsAction(Action kind, ThreeCards cards);
// Requires: three cards.
ThreeCards CardsIn(Action action);
// Whether the bits are an action of this game.
bool IsAction(Action action);

// ---- Numbers, as the README lists them ----

inline constexpr uint32_t kFirstLay = 45;
// Three cards of 24; the 24 with three alike stay unused.
inline constexpr uint32_t kThrees = 26 * 25 * 24 / 6;
inline constexpr uint32_t kFirstReturn = kFirstLay + kThrees;
inline constexpr int kActionSpace = kFirstReturn + kThrees;

// Requires: an action.
uint32_t NumberOf(Action action);

// ---- Words ----

// "CQ", "solo queens", "keine 90", "lay CQ SJ H9"; "?" if it is no action.
std::string ActionText(Action action);
// Reads what ActionText writes, in lower or upper case. INVALID_ARGUMENT for
// any other text.
absl::StatusOr<Action> ReadAction(absl::string_view text);

// Whether a comes before b in this order: trumps of the normal game from the
// highest down, then clubs, spades and hearts from the ace down.
bool ComesBefore(Card a, Card b);

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_ACTIONS_H_
