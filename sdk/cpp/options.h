// The options of a session: where, under which name, and how persistently it
// plays.
#ifndef SDK_CPP_OPTIONS_H_
#define SDK_CPP_OPTIONS_H_

#include <grpcpp/channel.h>
#include <grpcpp/security/credentials.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/v1/play_service.pb.h"
#include "sdk/cpp/base/log.h"

namespace CLI {
class App;
}  // namespace CLI

namespace pentathlon {

// Every option of a session, with its flag and environment variable, if any. A
// flag overrides the variable.
struct Options {
  // The referee: host:port or unix:PATH. --address, ARENA_ADDRESS.
  std::string address = "127.0.0.1:5757";
  // PEM file with the certificates to trust; empty: no TLS. --tls-ca,
  // ARENA_TLS_CA.
  std::string tls_ca;

  // The bot's public name; if it is empty, Run uses the program's name.
  // --name, ARENA_BOT_NAME.
  std::string name;
  // The version of the bot.
  std::string version;
  // Language and SDK.
  std::string language = "c++";
  // The games that the bot's code can play. Empty: every game of this SDK, with
  // all seats and options.
  std::vector<arena::v1::GameSupport> plays;
  // The names of the games among `plays` that the bot plays now; empty: all.
  // --games, ARENA_GAMES (separated by commas).
  std::vector<std::string> games;
  // Most matches at the same time. --max-matches, ARENA_MAX_MATCHES.
  uint32_t max_matches = 1;
  // Names this process among those of the bot. --instance, ARENA_INSTANCE.
  std::string instance;
  // Play one match, then end. --one-match, ARENA_ONE_MATCH.
  bool one_match = false;
  // Take the place of the connected process of the same name and instance,
  // which plays its matches to their end. --replace, ARENA_REPLACE.
  bool replace = false;
  // The longest time for the matches under way after SIGTERM or SIGINT has
  // asked Run to end. --leave-within (seconds), ARENA_LEAVE_WITHIN.
  std::chrono::milliseconds leave_within{600'000};
  // Whether prompts have texts of the position and of each action, which
  // `std::cerr << prompt` shows. Without texts prompts are smaller.
  bool text = true;
  // Whether the referee sends events. Absent: with Run<MyBot> events are sent
  // if MyBot has OnEvents; with a factory events are not sent.
  std::optional<bool> events;

  // Proves the bot's identity. ARENA_TOKEN; no flag, because other people on
  // the machine can read the flags of a process.
  std::string token;
  // File that keeps the token of the session, so that a restarted bot goes on
  // with its matches. Empty: not kept. --token-file, ARENA_TOKEN_FILE.
  std::string token_file;

  // The time after which unsuccessful attempts to connect are given up.
  // --give-up-after (seconds), ARENA_GIVE_UP_AFTER.
  std::chrono::milliseconds give_up_after{60'000};
  // Pause after the first failure; each further failure doubles it. The actual
  // pause is shorter by a random part.
  std::chrono::milliseconds first_backoff{100};
  // The longest pause.
  std::chrono::milliseconds longest_backoff{5'000};
  // Time between HTTP/2 keepalive pings; raised if the referee demands more.
  std::chrono::milliseconds keepalive{20'000};

  // For embedding: opens the channel instead of `address`, e.g. in-process.
  std::function<std::shared_ptr<grpc::Channel>()> open_channel;
  // Receives each report. Empty: Run reports to stderr, a Session not at all.
  Log log;
  // The least level that Run reports to stderr. --log-level, ARENA_LOG_LEVEL.
  LogLevel log_level = LogLevel::kInfo;
};

// The games that a bot with these options offers to play: the entries of
// `plays` that `games` names.
std::vector<arena::v1::GameSupport> GamesPlayed(const Options& options);

// Adds the flags above to `app`, bound to `options`, for a program with further
// flags. `options` must outlive the parsing.
void AddFlags(CLI::App& app, Options& options);

}  // namespace pentathlon

#endif  // SDK_CPP_OPTIONS_H_
