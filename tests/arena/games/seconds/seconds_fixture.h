// A small language for tests of Seconds: deal these hands, play by a policy.
#ifndef TESTS_ARENA_GAMES_SECONDS_SECONDS_FIXTURE_H_
#define TESTS_ARENA_GAMES_SECONDS_SECONDS_FIXTURE_H_

#include <functional>
#include <string>
#include <vector>

#include "arena/games/seconds/seconds.h"
#include "arena/v1/observation.pb.h"

namespace arena::seconds {

// ---- Matches ----

absl::StatusOr<State> TryMatch(int seats, absl::string_view options);
State NewMatch(absl::string_view options = "first_dealer=seat0");
// The rules of these options.
Rules RulesOf(absl::string_view options);

// ---- Dealing ----

// The cards of a text such as "C8 S7", in that order.
std::vector<Card> CardsOf(absl::string_view text);
// The cards as a text such as "C8 S7".
std::string TextOf(const std::vector<Card>& cards);

void ApplyChance(State& state, Action action);

// Four hands by seat, each of one suit: clubs, diamonds, hearts, spades.
std::vector<std::string> OneSuitEach();

// Deals these hands, by seat.
void Deal(State& state, const std::vector<std::string>& hands);

// A match in which seat 0 has dealt these hands.
State Dealt(const std::vector<std::string>& hands,
            absl::string_view options = "");

// Applies chance outcomes at random until a choice or the end.
void DealAny(State& state, Rng& rng);

// ---- Playing ----

Seat ActorOf(const State& state);
std::vector<Action> Legal(const State& state, Seat seat);

void PlayCard(State& state, Card card);
// Plays these cards, in playing order.
void PlayCards(State& state, absl::string_view text);

using Policy = std::function<Card(const State&, Seat)>;
Card LowestLegal(const State& state, Seat seat);
// The highest card. Of equal ranks spades come first, then hearts, diamonds,
// clubs.
Card HighestLegal(const State& state, Seat seat);
Policy AnyLegal(Rng& rng);

// Deals and plays until the next deal is about to begin, or the end. Returns
// the chosen cards of this deal in playing order.
std::vector<Card> PlayDeal(State& state, const Policy& policy, Rng& rng);
// Deals and plays to the end. The last argument is called before each choice.
void PlayMatch(
    State& state, const Policy& policy, Rng& rng,
    const std::function<void(const State&)>& before = [](const State&) {});

// ---- Seeing ----

// The message of an INVALID_ARGUMENT.
std::string ErrorOf(const absl::Status& status);

v1::Observation Seen(const State& state, Seat seat = 0);
absl::StatusOr<State> SampleOf(
    Seat seat, const v1::Observation& observation, Rng& rng,
    absl::string_view options = "first_dealer=seat0");

}  // namespace arena::seconds

#endif  // TESTS_ARENA_GAMES_SECONDS_SECONDS_FIXTURE_H_
