// The flags and environment variables of Options.
#include "sdk/cpp/options.h"

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "sdk/cpp/base/token_file.h"

namespace pentathlon {

namespace v1 = arena::v1;

namespace {

// The commands that do what flags of this SDK did once.
constexpr char kRun[] = " is gone; use arena run --instances N -- COMMAND";
constexpr char kRehearse[] = " is gone; use arena rehearse FILE -- COMMAND";

void RefuseGone(CLI::App& app, const char* flag, const char* words) {
  app.add_option_function<std::string>(
         flag,
         [=](const std::string&) {
           throw CLI::ValidationError(std::string(flag) + words);
         })
      ->group("");
}

// The functions below return the mistake in a value, which begins with the
// value, or the empty text.

std::string NumberProblem(const std::string& text) {
  uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end && number > 0) return "";
  return text + "; expected a whole number from 1 to 4294967295";
}

// A wait must be possible.
std::string SecondsProblem(const std::string& text) {
  double seconds = -1;
  if (CLI::detail::lexical_cast(text, seconds) && 0 <= seconds &&
      seconds <= 1e9) {
    return "";
  }
  return text + "; expected seconds, 0 or more";
}

// The names of LogLevel.
constexpr std::array<const char*, 4> kLevels = {"debug", "info", "warning",
                                                "error"};

std::string LevelProblem(const std::string& level) {
  if (absl::c_linear_search(kLevels, level)) return "";
  return level + "; expected debug, info, warning or error";
}

// gRPC would try a wrong address again and again.
std::string AddressProblem(const std::string& address) {
  static const auto& form = *new std::regex(
      R"((unix|ipv4|ipv6|dns):[^\r\n]+|(\[[^\]]+\]|[^\[:/\s][^:/\s]*):[0-9]+)");
  // Matching longer ones would take too much of the stack.
  if (address.size() <= 4096 && std::regex_match(address, form)) return "";
  return address + "; expected host:port, e.g. 127.0.0.1:5757, or unix:PATH";
}

std::string NameProblem(const std::string& name) {
  static const auto& form = *new std::regex("[A-Za-z0-9._-]{1,64}");
  if (std::regex_match(name, form)) return "";
  return "\"" + name +
         "\"; expected 1 to 64 characters of letters, digits, '.', '_' and '-'";
}

std::string SwitchProblem(const std::string& text) {
  try {
    CLI::detail::to_flag_value(text);
    return "";
  } catch (const std::logic_error&) {  // No number, or too large a one.
    return text + "; expected true or false";
  }
}

// gRPC would only complain again and again that it cannot connect.
std::string CertificateProblem(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream pem;
  if (!(pem << file.rdbuf())) return path + " cannot be read";
  if (absl::StrContains(pem.str(), "CERTIFICATE-----")) return "";
  return path +
         " holds no certificate; expected a PEM file with certificates to "
         "trust";
}

// A file that was named by mistake would be sent to the referee and replaced.
std::string TokenFileProblem(const std::string& path) {
  if (ReadTokenFile(path).has_value()) return "";
  return path + kNoTokenIn;
}

// Binds a flag to its variable, and checks the value of either. CLI11 puts the
// flag in front of the mistake, although the author may have set only the
// variable.
void Bind(CLI::Option* flag, const char* variable,
          const std::function<std::string(const std::string&)>& problem) {
  flag->envname(variable)->check([=](const std::string& value) {
    const std::string what = problem(value);
    const char* const set = std::getenv(variable);
    const bool names_it = !what.empty() && set != nullptr && value == set;
    return names_it ? std::string(variable) + "=" + what : what;
  });
}

CLI::Option* AddSeconds(CLI::App& app, const std::string& flag,
                        std::chrono::milliseconds& time,
                        const std::string& meaning) {
  return app
      .add_option_function<double>(
          flag,
          [&time](const double& seconds) {
            time =
                std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
          },
          meaning)
      ->default_str(std::to_string(time.count() / 1000));
}

}  // namespace

std::vector<v1::GameSupport> GamesPlayed(const Options& options) {
  std::vector<v1::GameSupport> plays = options.plays;
  if (plays.empty()) {
    // The games for which this SDK has messages.
    const auto& games = *v1::Observation::descriptor()->FindOneofByName("game");
    for (int i = 0; i < games.field_count(); ++i) {
      plays.emplace_back().set_game(std::string(games.field(i)->name()));
    }
  }
  if (options.games.empty()) return plays;
  std::vector<v1::GameSupport> chosen;
  for (const std::string& game : options.games) {
    const size_t before = chosen.size();
    absl::c_copy_if(
        plays, std::back_inserter(chosen),
        [&](const v1::GameSupport& entry) { return entry.game() == game; });
    // The bot may know a game that this SDK has no messages for.
    if (chosen.size() == before && options.plays.empty()) {
      chosen.emplace_back().set_game(game);
    }
  }
  return chosen;
}

void AddFlags(CLI::App& app, Options& options) {
  Bind(app.add_option("--address", options.address,
                      "the referee: host:port, unix:PATH, or "
                      "ipv4:HOST:PORT,HOST:PORT for several")
           ->capture_default_str(),
       "ARENA_ADDRESS", AddressProblem);
  Bind(app.add_option("--tls-ca", options.tls_ca,
                      "PEM file with certificates to trust"),
       "ARENA_TLS_CA", CertificateProblem);
  Bind(app.add_option("--name", options.name, "the bot's public name")
           ->capture_default_str(),
       "ARENA_BOT_NAME", NameProblem);
  // One value with commas, because a list of CLI11 would swallow the arguments
  // up to the next flag.
  app.add_option_function<std::string>(
         "--games",
         [&options](const std::string& names) {
           options.games = absl::StrSplit(names, ',', absl::SkipEmpty());
         },
         "games to play, separated by commas")
      ->default_str("all that the bot plays")
      ->envname("ARENA_GAMES");
  Bind(app.add_option("--max-matches", options.max_matches,
                      "most matches at once")
           ->capture_default_str(),
       "ARENA_MAX_MATCHES", NumberProblem);
  Bind(app.add_option("--instance", options.instance,
                      "name of this process among those of the bot"),
       "ARENA_INSTANCE", NameProblem);
  Bind(app.add_flag("--one-match", options.one_match,
                    "play one match, then end"),
       "ARENA_ONE_MATCH", SwitchProblem);
  Bind(app.add_flag("--replace", options.replace,
                    "take the place of the connected process of this name "
                    "and instance, which plays its matches to their end"),
       "ARENA_REPLACE", SwitchProblem);
  Bind(AddSeconds(
           app, "--leave-within", options.leave_within,
           "seconds that matches may take to end after SIGTERM or SIGINT"),
       "ARENA_LEAVE_WITHIN", SecondsProblem);
  Bind(app.add_option(
           "--token-file", options.token_file,
           "file that keeps the session, so that a restarted bot goes on"),
       "ARENA_TOKEN_FILE", TokenFileProblem);
  Bind(AddSeconds(app, "--give-up-after", options.give_up_after,
                  "seconds without a connection after which to give up"),
       "ARENA_GIVE_UP_AFTER", SecondsProblem);
  Bind(app.add_option_function<std::string>(
              "--log-level",
              [&options](const std::string& level) {
                options.log_level = static_cast<LogLevel>(
                    absl::c_find(kLevels, level) - kLevels.begin());
              },
              "what to log to stderr")
           ->type_name("LEVEL")
           ->default_str("info"),
       "ARENA_LOG_LEVEL", LevelProblem);
  RefuseGone(app, "--instances", kRun);
  RefuseGone(app, "--prompts", kRehearse);
  if (const char* token = std::getenv("ARENA_TOKEN")) options.token = token;
  app.parse_complete_callback([&options] {
    if (const char* number = std::getenv("ARENA_INSTANCES");
        number && *number) {
      throw CLI::ValidationError(std::string("ARENA_INSTANCES") + kRun);
    }
    if (options.token.empty() || IsToken(options.token)) return;
    // Without the value: it is a secret, even if it is wrong.
    throw CLI::ValidationError("ARENA_TOKEN", kNoToken);
  });
  app.footer(
      "Every flag can be given by its environment variable as well; "
      "ARENA_TOKEN holds the token that proves who the bot is.");
}

}  // namespace pentathlon
