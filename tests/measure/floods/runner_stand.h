// What bots of a runner can reach, in a process without their sandboxes.
#ifndef TESTS_MEASURE_FLOODS_RUNNER_STAND_H_
#define TESTS_MEASURE_FLOODS_RUNNER_STAND_H_

#include <string>

namespace arena::floods {

// The socket of a bot, in the folder of the stand.
std::string SocketOf(const std::string& folder, int bot);

// The play proxies of some bots, bot-0-0, bot-1-0 and so on, and a gateway for
// their pods. Says where the gateway listens and the keys of all, and stays
// until it is killed. A bot that floods is followed by another one at once, as
// if it were started again.
int RunRunnerStand(const std::string& folder, const std::string& referee,
                   const std::string& token, int bots);

}  // namespace arena::floods

#endif  // TESTS_MEASURE_FLOODS_RUNNER_STAND_H_
