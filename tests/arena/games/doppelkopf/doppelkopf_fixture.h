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
// Deals hands that begin like this, by seat, and are filled up at random; old
// ones that are not named go to seats 0 and 2.
void DealHands(State& state, std::vector<std::string> hands);
// A match whose first deal, dealt by seat 0, has these hands.
State Dealt(std::vector<std::string> hands, absl::string_view options = "");

// ---- Questions ----

Seat Asked(const State& state);
// "healthy, solo queens": what the asked seat may choose, or announce.
std::string Choices(const State& state);
std::string Offers(const State& state);
bool Can(const State& state, absl::string_view text);

// ---- Doing ----

// The asked seat chooses these in turn: words separated by ", ". Fails the
// test if one is not legal, or an announcement.
void Say(State& state, absl::string_view words);
// All seats are healthy that have not said anything.
void AllHealthy(State& state);
// Passes in windows until somebody plays a card.
void PassAll(State& state);
// Plays "CA C9 CK C9" from the seat that leads on, and passes in windows.
void Play(State& state, absl::string_view cards);
// Everybody does the least: healthy, pass, the lowest card; up to the next
// deal, or the end.
void FinishDealQuietly(State& state, Rng& rng);

// ---- Seeing ----

v1::DoppelkopfObservation Seen(const State& state, Seat seat);
// "R?K?": what the table knows of parties.
std::string Known(const State& state);
v1::SeatEvent EventOf(const State& state, Seat seat, absl::string_view action);
// What it reveals to the seat.
v1::DoppelkopfReveal RevealOf(const State& state, Seat seat,
                              absl::string_view action);
// A walk that is rarely all solos, with announcements; calls before each ply.
using Visit = std::function<void(const State&)>;
void WalkDeals(State& state, Rng& rng, const Visit& visit);

}  // namespace arena::doppelkopf

#endif  // TESTS_ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_FIXTURE_H_
