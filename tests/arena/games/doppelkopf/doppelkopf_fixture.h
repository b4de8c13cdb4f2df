// A small language for tests of Doppelkopf: deal these hands, say these words,
// play these cards.
#ifndef TESTS_ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_FIXTURE_H_
#define TESTS_ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_FIXTURE_H_

#include <functional>
#include <string>
#include <vector>

#include "arena/games/doppelkopf/doppelkopf.h"
#include "arena/v1/observation.pb.h"

namespace arena::doppelkopf {

// ---- Matches ----

State NewMatch(absl::string_view options = "");
// Deals at random up to the first question.
void DealAny(State& state, Rng& rng);
// Deals hands, by seat, that begin like this and are filled up at random. Old
// ones that no hand names go to seats 0 and 2.
void DealHands(State& state, std::vector<std::string> hands);
// A match whose first deal has these hands; seat 0 deals.
State Dealt(std::vector<std::string> hands, absl::string_view options = "");

// ---- Questions ----

Seat Asked(const State& state);
// The choices of the asked seat, and its announcements, as "healthy, solo
// queens".
std::string Choices(const State& state);
std::string Offers(const State& state);
bool Can(const State& state, absl::string_view text);

// ---- Doing ----

// The asked seat chooses or announces these words in turn; ", " separates them.
// The test fails if a word is neither legal nor an announcement.
void Say(State& state, absl::string_view words);
// All seats that have not said anything are healthy.
void AllHealthy(State& state);
// Passes in windows until a seat is asked for a card.
void PassAll(State& state);
// Plays "CA C9 CK C9" from the leading seat on, and passes in windows.
void Play(State& state, absl::string_view cards);
// Every seat does the least (healthy, pass, the lowest card) up to the next
// deal or the end.
void FinishDealQuietly(State& state, Rng& rng);

// ---- Seeing ----

v1::DoppelkopfObservation Seen(const State& state, Seat seat);
// The table's knowledge of parties, as "R?K?".
std::string Known(const State& state);
v1::SeatEvent EventOf(const State& state, Seat seat, absl::string_view action);
// The part of the event that the action reveals to the seat.
v1::DoppelkopfReveal RevealOf(const State& state, Seat seat,
                              absl::string_view action);
// A random walk with few solos and with announcements. The walk calls `visit`
// before each ply.
using Visit = std::function<void(const State&)>;
void WalkDeals(State& state, Rng& rng, const Visit& visit);

}  // namespace arena::doppelkopf

#endif  // TESTS_ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_FIXTURE_H_
