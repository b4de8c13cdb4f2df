// A small language for tests of Ordago: deal these hands, say these words.
#ifndef TESTS_ARENA_GAMES_ORDAGO_ORDAGO_FIXTURE_H_
#define TESTS_ARENA_GAMES_ORDAGO_ORDAGO_FIXTURE_H_

#include <array>
#include <string>
#include <vector>

#include "arena/games/ordago/ordago.h"
#include "arena/v1/observation.pb.h"

namespace arena::ordago {

// The hands of four places, such as "KK74".
using HandTexts = std::array<std::string, kPlaces>;

// ---- Matches ----

absl::StatusOr<State> TryMatch(int seats, absl::string_view options);
// A match in which place 3 deals, so that place 0 starts, and there are no
// signs, unless the options say otherwise.
State NewMatch(absl::string_view options = "", int seats = 4);
// A match in which these hands have been dealt.
State Dealt(const HandTexts& hands, absl::string_view options = "",
            int seats = 4);
// The same match after place 0 has said keep.
State Betting(const HandTexts& hands, absl::string_view options = "",
              int seats = 4);

// The match of Dealt with this score.
State AtScore(int a, int b, const HandTexts& hands,
              absl::string_view options = "", int seats = 4);

// The message of an INVALID_ARGUMENT.
std::string ErrorOf(const absl::Status& status);

// ---- Plies ----

Cards CardsOf(absl::string_view text);
// Applies one action of a seat, or of chance, by its text.
void Ply1(State& state, Seat seat, absl::string_view text);
// Deals four hands, one card at a time.
void Deal(State& state, const HandTexts& hands);
// Deals these cards in this order.
void DealCards(State& state, absl::string_view cards);
// Deals any cards until a seat decides or the match is over.
void DealAny(State& state);
// Says the words of "0 wait, 1 bid 2". Each place must be the next one.
void Say(State& state, absl::string_view words);
// Every asked place waits, until the bets of this hand are over.
void WaitToTheEnd(State& state);
// All seats that act choose these texts, by seat.
void Together(State& state, const std::vector<std::string>& texts);

// ---- Looking ----

std::vector<std::string> LegalTexts(const State& state, Seat seat);
std::vector<std::string> AnnouncementTexts(const State& state, Seat seat);
// The score of both teams, as "28:12".
std::string ScoreText(const State& state);
std::string SetsText(const State& state);
// The score at the end of the last hand.
std::string LastScore(const State& state);
// The points of both teams for a hand without bids, as "8:1"; place 0 starts.
std::string PointsOf(const HandTexts& hands, absl::string_view options = "");
v1::OrdagoObservation Seen(const State& state, Seat seat);
v1::PlyEvent EventOf(const State& state, Seat viewer, Seat actor,
                     absl::string_view text);
// All signs that a seat sees, as "seat 2: s3", joined by commas.
std::string SignsSeen(const State& state, Seat seat);
}  // namespace arena::ordago

#endif  // TESTS_ARENA_GAMES_ORDAGO_ORDAGO_FIXTURE_H_
