// The flags and environment variables of Options.
#include "sdk/cpp/options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "sdk/cpp/base/token_file.h"

namespace pentathlon {

namespace v1 = arena::v1;

namespace {

// The commands that do what flags of this SDK did once.
constexpr char kRun[] = " is gone; use arena run --instances N -- COMMAND";
constexpr char kRehearse[] = " is gone; use arena rehearse FILE -- COMMAND";

void RefuseGone(CLI::App& app) {
  const std::map<std::string, std::string> gone = {{"--instances", kRun},
                                                   {"--prompts", kRehearse}};
  for (const auto& [flag, words] : gone) {
    app.add_option_function<std::string>(
           flag,
           [told = flag + words](const std::string&) {
             throw CLI::ValidationError(told);
           })
        ->group("");
  }
}

// The mistake in a number; empty for a whole number from 1 to `most`.
std::string NumberProblem(const std::string& text, uint32_t most) {
  uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && rest == end && 1 <= number && number <= most) {
    return "";
  }
  return text + "; expected a whole number from 1 to " + std::to_string(most);
}

// The mistake in a number of seconds; empty if a wait of this length is
// possible.
std::string SecondsProblem(const std::string& text) {
  constexpr double kMost = 1e9;
  double seconds = -1;
  if (CLI::detail::lexical_cast(text, seconds) && 0 <= seconds &&
      seconds <= kMost) {
    return "";
  }
  return text + "; expected seconds, 0 or more";
}

const std::map<std::string, LogLevel>& Levels() {
  static const std::map<std::string, LogLevel> levels = {
      {"debug", LogLevel::kDebug},
      {"info", LogLevel::kInfo},
      {"warning", LogLevel::kWarning},
      {"error", LogLevel::kError}};
  return levels;
}

std::string LevelProblem(const std::string& level) {
  if (Levels().count(level) > 0) return "";
  return level + "; expected debug, info, warning or error";
}

// Binds a flag to its variable, and checks the value of either. `problem`
// returns the mistake, which begins with the value, or the empty text. CLI11
// puts the flag in front of the mistake, although the author may have set only
// the variable.
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

bool HasOnly(const std::string& text, const char* characters) {
  return !text.empty() &&
         text.find_first_not_of(characters) == std::string::npos;
}

bool IsAddress(const std::string& text) {
  for (const std::string scheme : {"unix:", "ipv4:", "ipv6:", "dns:"}) {
    if (text.rfind(scheme, 0) == 0 && text.size() > scheme.size()) {
      return text.find_first_of("\r\n") == std::string::npos;
    }
  }
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos ||
      !HasOnly(text.substr(colon + 1), "0123456789")) {
    return false;
  }
  const std::string host = text.substr(0, colon);
  if (host.rfind('[', 0) == 0) {
    return host.size() > 2 && host.find(']') == host.size() - 1;
  }
  return !host.empty() &&
         host.find_first_of(":/ \t\r\n\f\v") == std::string::npos;
}

// The mistake in an address; empty if there is none. gRPC would try a wrong
// address again and again.
std::string AddressProblem(const std::string& address) {
  if (IsAddress(address)) return "";
  return address + "; expected host:port, e.g. 127.0.0.1:5757, or unix:PATH";
}

// The mistake in a name; empty if a bot or an instance may have the name.
std::string NameProblem(const std::string& name) {
  if (name.size() <= 64 &&
      HasOnly(name,
              "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
              "._-")) {
    return "";
  }
  return "\"" + name +
         "\"; expected 1 to 64 characters of letters, digits, '.', '_' and '-'";
}

// The mistake in a switch; empty if the text turns a flag without a value on or
// off.
std::string SwitchProblem(const std::string& text) {
  try {
    CLI::detail::to_flag_value(text);
    return "";
  } catch (const std::logic_error&) {  // No number, or too large a one.
    return text + "; expected true or false";
  }
}

// The mistake in a file; empty if the file has a certificate. gRPC would only
// complain again and again that it cannot connect.
std::string CertificateProblem(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream pem;
  if (!(pem << file.rdbuf())) return path + " cannot be read";
  if (pem.str().find("CERTIFICATE-----") != std::string::npos) return "";
  return path +
         " holds no certificate; expected a PEM file with certificates to "
         "trust";
}

// The mistake in a file; empty if the file has a token, or is empty or missing.
// A file that was named by mistake would be sent to the referee and replaced.
std::string TokenFileProblem(const std::string& path) {
  if (ReadTokenFile(path).has_value()) return "";
  return path + kNoTokenIn;
}

// Empty names are left out.
std::vector<std::string> SplitAtCommas(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream rest(text);
  for (std::string part; std::getline(rest, part, ',');) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
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
    bool known = false;
    for (const v1::GameSupport& support : plays) {
      if (support.game() != game) continue;
      chosen.push_back(support);
      known = true;
    }
    // The bot may know a game that this SDK has no messages for.
    if (!known && options.plays.empty()) chosen.emplace_back().set_game(game);
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
           options.games = SplitAtCommas(names);
         },
         "games to play, separated by commas")
      ->default_str("all that the bot plays")
      ->envname("ARENA_GAMES");
  Bind(app.add_option("--max-matches", options.max_matches,
                      "most matches at once")
           ->capture_default_str(),
       "ARENA_MAX_MATCHES", [](const std::string& text) {
         return NumberProblem(text, std::numeric_limits<uint32_t>::max());
       });
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
                options.log_level = Levels().at(level);
              },
              "what to log to stderr")
           ->type_name("LEVEL")
           ->default_str("info"),
       "ARENA_LOG_LEVEL", LevelProblem);
  RefuseGone(app);
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
