// What a bot can try against those that it plays with.
#ifndef TESTS_BOTS_SABOTEUR_ATTACKS_H_
#define TESTS_BOTS_SABOTEUR_ATTACKS_H_

#include <string>
#include <vector>

namespace saboteur {

// What has come of an attack.
struct Outcome {
  // "cancel the match, with its own token".
  std::string attack;
  // Empty if it was a success, or else why not.
  std::string failure;
};

// Tries everything, with what the environment of the process tells. `match` is
// the id of a match of this bot, `victims` are the names of other bots.
std::vector<Outcome> TryEverything(const std::string& match,
                                   const std::vector<std::string>& victims);

}  // namespace saboteur

#endif  // TESTS_BOTS_SABOTEUR_ATTACKS_H_
