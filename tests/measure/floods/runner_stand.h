// The parts of a runner that bots can reach, in a process without sandboxes.
#ifndef TESTS_MEASURE_FLOODS_RUNNER_STAND_H_
#define TESTS_MEASURE_FLOODS_RUNNER_STAND_H_

#include <string>

namespace arena::floods {

// Returns the socket of a bot, in the folder of the stand.
std::string SocketOf(const std::string& folder, int bot);

// Runs play proxies for bots named bot-0-0, bot-1-0 and so on, and a gateway
// for their pods. Prints the gateway's address and the keys of all bots, and
// stays until it is killed. A bot that floods is replaced at once, as if the
// runner had started it again.
int RunRunnerStand(const std::string& folder, const std::string& referee,
                   const std::string& token, int bots);

}  // namespace arena::floods

#endif  // TESTS_MEASURE_FLOODS_RUNNER_STAND_H_
