// Checks that hold for every game, whatever its rules. They know a game only by
// its contract.
//
// A check returns OK, or an error with everything needed to reproduce it. All
// checks play random matches from fixed seeds and take bounded time.
#ifndef TESTS_TESTING_GAME_CHECKS_H_
#define TESTS_TESTING_GAME_CHECKS_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tests/testing/random_walk.h"

namespace arena {

// ---- The setups to check ----

// Every seat count with the defaults, with every single option at each of its
// values (integers: the least and the greatest), and with some mixtures. Leaves
// out only combinations that Create refuses with INVALID_ARGUMENT. An error if
// some value of an option is never possible, or the defaults are not.
absl::StatusOr<std::vector<GameSetup>> SetupsOf(const Game& game);

// ---- The contract ----

// The abilities declared by kInfo that matches have shown.
struct Abilities {
  bool chance = false;
  bool simultaneous = false;
  bool announcements = false;
  bool hidden = false;
};

// Matches end within max_plies; lists are ascending, unique, disjoint and
// contain substitute and suggestion; copies are independent; plies are
// deterministic; events tell which seats acted; ranks and teams agree. Adds to
// `seen`.
absl::Status CheckPlay(const GameSetup& setup, absl::string_view seed,
                       Abilities& seen);
// Actions drawn without a list are in the list; all legal actions are drawn
// with the same probability.
absl::Status CheckDraws(const GameSetup& setup, absl::string_view seed);
// The options in effect are all options of the game. A match created with them
// is the same, and has the same options in effect.
absl::Status CheckOptionsInEffect(const GameSetup& setup);
// Actions can be read back from their text and from their message.
absl::Status CheckNotation(const GameSetup& setup, absl::string_view seed);
// The same seed gives the same match, another seed other chance outcomes. A
// table gives the same match in whatever order simultaneous choices come. A
// table that is made from the entries of the match gives the same match as
// well.
absl::Status CheckReplays(const GameSetup& setup);
// Matches have shown exactly the abilities that kInfo declares.
absl::Status CheckAbilities(const GameInfo& info, const Abilities& seen);
// The game's README names the options with their defaults, and the substitutes.
absl::Status CheckReadme(const GameInfo& info, absl::string_view readme);

// ---- Secrecy ----

// A state that is sampled from the knowledge of a seat looks exactly like the
// true state to this seat and to spectators: observation, lists, seats to act,
// and all that they will see of the next ply. So an observation contains all
// that the seat needs. In a game without secrets, all see the same, and the
// future is the same too.
absl::Status CheckSamples(const GameSetup& setup, absl::string_view seed);
// A state that is drawn from a state, for what a seat knows, is the state that
// the same numbers draw from the seat's observation. So it depends on nothing
// that the seat does not know. Before outcomes of chance, where some memories
// of the rules are not in observations, it looks the same to the seat.
absl::Status CheckResamples(const GameSetup& setup, absl::string_view seed);
// A second match is played beside a match, with everything different that one
// seat cannot see: as long as the seat sees the same events, it observes the
// same. So an observation, a list and a step hold nothing that the seat may not
// know. Unobserved outcomes of chance are in no event.
absl::Status CheckTwins(const GameSetup& setup, absl::string_view seed);
// Samples of states of a game with secrets differ from each other.
absl::Status CheckVariety(const GameSetup& setup, absl::string_view seed);

// ---- Numbers of actions ----

// The number of every action, by its text.
using Numbers = std::map<std::string, uint32_t>;

// Numbers are below the action space. Actions and announcements of a seat have
// different numbers. A text has the same number at all seats, in all positions
// and with all options for which `numbers` was used.
absl::Status CheckNumbers(const GameSetup& setup, absl::string_view seed,
                          Numbers& numbers);

// ---- Input from outside ----

// Broken texts, messages, observations and positions give INVALID_ARGUMENT, or
// happen to be valid; they never break anything.
absl::Status CheckGarbage(const GameSetup& setup, absl::string_view seed);

}  // namespace arena

#endif  // TESTS_TESTING_GAME_CHECKS_H_
