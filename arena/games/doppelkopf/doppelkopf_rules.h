// The options of a Doppelkopf match as the rules use them.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_RULES_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_RULES_H_

#include <array>
#include <cstdint>

#include "absl/status/statusor.h"
#include "arena/games/base/action.h"
#include "arena/games/base/options.h"

namespace arena::doppelkopf {

inline constexpr int kSeats = 4;
inline constexpr int kMaxDeals = 1000;
inline constexpr int kMaxRedeals = 20;
// Levels that can be announced; each has a deadline.
inline constexpr int kLevels = 5;

// The contract of a deal. The first three rank alike; kQueens and all later
// ones are the declared solos.
enum class Contract : uint8_t {
  kNormal,
  kMarriage,
  kPoverty,
  kQueens,
  kJacks,
  kFleshless,
  kClubs,
  kSpades,
  kHearts,
  kDiamonds,
};
inline constexpr int kContracts = 10;
inline constexpr int kSolos = 7;
constexpr bool IsSolo(Contract contract) {
  return contract >= Contract::kQueens;
}

enum class DulleOrder : uint8_t { kFirst, kSecond, kSecondExceptLast };
enum class SoloLead : uint8_t { kCompulsoryOnly, kAlways, kNever };
enum class MarriageTrick : uint8_t { kAny, kTrump, kPlain };
enum class AnnounceWindows : uint8_t { kOwnTurn, kTrick, kCard };
enum class MissPoints : uint8_t { kPerLevel, kHighestOnly, kEvery30 };

struct Rules {
  // INVALID_ARGUMENT if seats and options do not go together.
  static absl::StatusOr<Rules> From(int seats, const GameOptions& options);
  // See HasResolve in games/base/abilities.h.
  static GameOptions Resolve(int seats, GameOptions options);

  // Whether this solo may be declared.
  constexpr bool Allows(Contract solo) const {
    return IsSolo(solo) && (solos >> static_cast<int>(solo) & 1) != 0;
  }
  constexpr bool nines() const { return hand_cards == 12; }

  int16_t deals = 24;
  // Cards dealt to a seat, and tricks of a deal: 12 or 10.
  uint8_t hand_cards = 12;
  uint8_t compulsory_solos = 1;

  bool dulle = true;
  DulleOrder dulle_order = DulleOrder::kFirst;
  // Bit c: contract c may be declared.
  uint16_t solos = 0x3F8;
  SoloLead solo_lead = SoloLead::kCompulsoryOnly;
  bool silent_solo = true;
  MarriageTrick marriage_trick = MarriageTrick::kAny;
  uint8_t marriage_limit = 3;
  bool marriage_shift = true;

  bool poverty = false;
  bool poverty_fox_free = false;
  bool poverty_tell_trumps = false;
  bool redeal_nines = false;
  uint8_t redeal_kings = 0;  // 0: never
  bool redeal_trumps = false;
  bool redeal_low_trumps = false;
  bool redeal_full = false;
  uint8_t max_redeals = kMaxRedeals;
  uint8_t reservation_steps = 1;

  AnnounceWindows announce_windows = AnnounceWindows::kTrick;
  // Cards in hand that are needed for re or kontra, keine 90, 60, 30, schwarz.
  std::array<uint8_t, kLevels> deadlines = {11, 10, 9, 8, 7};
  bool reply = true;

  bool tie_is_nobodys = false;  // 120:120 after both calls
  bool strict_calls = false;
  bool schwarz_by_augen = false;
  bool under_without_winner = true;
  MissPoints miss_points = MissPoints::kPerLevel;
  bool calls_double = false;
  bool sp_against_old = true;
  bool sp_doppelkopf = true;
  bool sp_fox = true;
  bool sp_karlchen = true;
  bool sp_karlchen_caught = false;
  bool sp_fox_last = false;
  bool sp_heart_trick = false;
  bool sp_dulle = false;

  friend bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_RULES_H_
