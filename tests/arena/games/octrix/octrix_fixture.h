// A small language for tests of Octrix: deal these hands, play these cards.
#ifndef TESTS_ARENA_GAMES_OCTRIX_OCTRIX_FIXTURE_H_
#define TESTS_ARENA_GAMES_OCTRIX_OCTRIX_FIXTURE_H_

#include <functional>
#include <string>
#include <vector>

#include "arena/games/octrix/octrix.h"
#include "arena/v1/observation.pb.h"

namespace arena::octrix {

// ---- Matches ----

inline const std::string kClubs = "C1 C2 C3 C4 C5 C6 C7 C8";
inline const std::string kSpades = "S1 S2 S3 S4 S5 S6 S7 S8";
inline const std::string kDiamonds = "D1 D2 D3 D4 D5 D6 D7 D8";
inline const std::string kHearts = "H1 H2 H3 H4 H5 H6 H7 H8";
inline const std::vector<std::string> kSuits = {kClubs, kSpades, kDiamonds,
                                                kHearts};

absl::StatusOr<State> TryMatch(int seats, absl::string_view options);
State NewMatch(int seats, absl::string_view options);

// ---- Dealing ----

// The cards of a text such as "C8 S7", in that order.
std::vector<Card> CardsOf(absl::string_view text);

void ApplyChance(State& state, Action action);

// Deals these hands, one card at a time from the dealer's left.
void Deal(State& state, const std::vector<std::string>& hands);

// Applies chance outcomes until a choice: the first of the list, or drawn by
// `rng`.
void DealAny(State& state, Rng* rng = nullptr);

// A match in which seat 0 has dealt these hands.
State Dealt(const std::vector<std::string>& hands,
            absl::string_view options = "");

// ---- Playing ----

// Plays one trick; the cards stand in the order of the seats.
void PlayTrick(State& state, absl::string_view text);

using Policy = std::function<Action(const State&, Seat)>;
// The action that the state suggests.
Action Adapt(const State& state, Seat seat);
Action AlwaysHighest(const State& state, Seat seat);
Action AlwaysLowest(const State& state, Seat seat);

// Plays one ply by the policy.
void PlayBy(State& state, const Policy& policy);

// Applies one ply at random.
void PlayLegal(State& state, Rng& rng);

// Plays until the next deal, or the end.
void PlayDeal(State& state, const Policy& policy = AlwaysLowest);

std::vector<Action> Legal(const State& state, Seat seat);

// Calls `wanted` with every joint ply of the decision until it returns true.
bool AnyPly(const State& state, const std::function<bool(Ply)>& wanted,
            Ply ply = {});

// The winner of the trick that led from one state to the other.
Seat WinnerBetween(const State& before, const State& after);

// Finds cards that make these seats win the next tricks, and plays them. The
// match must have auto_last_trick=false.
bool PlayWinners(State& state, absl::Span<const Seat> winners);

// ---- Seeing ----

// The message of an INVALID_ARGUMENT.
std::string ErrorOf(const absl::Status& status);

v1::Observation Seen(const State& state, Seat seat = 0);
absl::StatusOr<State> SampleOf(int seats, absl::string_view options,
                               const v1::Observation& observation);

// A match with these totals before the fourth deal.
State AtTotals(const std::vector<uint32_t>& totals, absl::string_view options);

}  // namespace arena::octrix

#endif  // TESTS_ARENA_GAMES_OCTRIX_OCTRIX_FIXTURE_H_
