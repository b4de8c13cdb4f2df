// arena games and arena rules.
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "tests/arena/cli/run_arena.h"
#include "tests/testing/folders/folders.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class GamesCommandTest : public ArenaTest {};

TEST_F(GamesCommandTest, TableNamesEveryGame) {
  const Outcome outcome = Arena("games");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_THAT(outcome.output, HasSubstr("\noctrix"));
  EXPECT_THAT(outcome.output, HasSubstr("\nordo"));
}

TEST_F(GamesCommandTest, JsonHasTheOptions) {
  const nlohmann::json games = Arena("games --json").Json()["games"];
  ASSERT_TRUE(games.is_array());
  for (const auto& game : games) {
    if (game["name"] != "ordo") continue;
    EXPECT_EQ(game["options"][1]["name"], "variant");
    EXPECT_EQ(game["options"][1]["choices"], nlohmann::json({"classic", "x"}));
    return;
  }
  ADD_FAILURE() << games;
}

TEST_F(GamesCommandTest, RulesListTheOptions) {
  const Outcome outcome = Arena("rules ordo");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_THAT(outcome.output, HasSubstr("sideways_limit  0..400"));
}

TEST_F(GamesCommandTest, RulesTellWhereDefaultsDifferFromTheText) {
  const std::string output = Arena("rules octrix").output;
  EXPECT_THAT(output, HasSubstr("differ from the original text"));
  EXPECT_THAT(output, HasSubstr("finish  deal_end  immediate  the winner is"));
  const nlohmann::json rules = Arena("rules octrix --json").Json();
  ASSERT_EQ(rules["differsFromText"].size(), 1u);
  EXPECT_EQ(rules["differsFromText"][0]["text"], "immediate");
}

// A text without the characters that wrapping changes.
std::string WithoutSpaces(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

TEST_F(GamesCommandTest, RulesTellHowTheTextIsReadWhateverTheOptions) {
  EXPECT_THAT(WithoutSpaces(Arena("rules ordo").output),
              HasSubstr(WithoutSpaces("- The text names no draw. A Classic "
                                      "match still ends without a winner")));
  const nlohmann::json rules = Arena("rules doppelkopf --json").Json();
  EXPECT_THAT(rules["readingsOfText"][0].get<std::string>(),
              HasSubstr("11, 10, 9, 8, 7 with 48 cards"));
}

// ---- The messages that a bot sees ----

std::vector<std::string> AllGameNames(const nlohmann::json& listed) {
  std::vector<std::string> names;
  for (const auto& game : listed["games"]) names.push_back(game["name"]);
  return names;
}

TEST_F(GamesCommandTest, ObservationsOfAllGamesAreDocumented) {
  for (const std::string& game : AllGameNames(Arena("games --json").Json())) {
    const Outcome outcome = Arena("rules " + game + " --observation");
    EXPECT_EQ(outcome.exit_status, 0) << game << outcome.errors;
    EXPECT_THAT(outcome.output, Not(HasSubstr("(undocumented)"))) << game;
    EXPECT_THAT(outcome.output,
                HasSubstr("From proto/arena/v1/" + game + ".proto"));
    EXPECT_THAT(outcome.output, HasSubstr("Observation\n"));
    EXPECT_THAT(outcome.output, HasSubstr("as seen by seat ")) << game;
    EXPECT_THAT(outcome.output, HasSubstr(" can choose:\n  0: ")) << game;
    EXPECT_THAT(outcome.output, HasSubstr(":\n\n  " + game + " {")) << game;
  }
}

TEST_F(GamesCommandTest, ObservationsHaveTheNumbersOfCardsAndSquares) {
  EXPECT_THAT(Arena("rules octrix --observation").output,
              HasSubstr("  0 H1    1 D1    2 S1    3 C1"));
  EXPECT_THAT(Arena("rules seconds --observation").output,
              HasSubstr(" 48 CA   49 DA   50 HA   51 SA"));
  EXPECT_THAT(Arena("rules doppelkopf --observation").output,
              HasSubstr("  0 C9    1 CJ    2 CQ    3 CK"));
  EXPECT_THAT(Arena("rules ordago --observation").output,
              HasSubstr("  1 A     2 4     3 5"));
  EXPECT_THAT(Arena("rules ordo --observation").output,
              HasSubstr("  0 a1    1 b1    2 c1"));
}

TEST_F(GamesCommandTest, ObservationsSayThatNumbersDifferBetweenGames) {
  const std::string output = Arena("rules seconds --observation").output;
  EXPECT_THAT(output, HasSubstr("Every game has numbers of its own"));
  EXPECT_THAT(output, HasSubstr("  octrix        0 H1   1 D1"));
}

TEST_F(GamesCommandTest, ADealIsAnExampleForOneSeat) {
  const std::string output = Arena("rules octrix --observation").output;
  EXPECT_THAT(output, HasSubstr("- deal 1: seat "));
  EXPECT_THAT(output, Not(HasSubstr("- deal 2: seat ")));
}

// The commands between "From `arena " and the next backtick.
std::vector<std::string> CommandsIn(const std::string& page) {
  std::vector<std::string> commands;
  const std::string begin = "`arena ";
  size_t at = page.find(" sees it ==");
  while ((at = page.find(begin, at)) != std::string::npos) {
    at += begin.size();
    commands.push_back(page.substr(at, page.find('`', at) - at));
  }
  return commands;
}

TEST_F(GamesCommandTest, TheExampleComesFromTheCommandsBesideIt) {
  for (const std::string& game : AllGameNames(Arena("games --json").Json())) {
    const std::string page = Arena("rules " + game + " --observation").output;
    const std::vector<std::string> commands = CommandsIn(page);
    ASSERT_EQ(commands.size(), 2u) << page;
    const std::string own = Path(game + ".rec");
    const auto here = [&](std::string command) {
      return command.replace(command.find("example.rec"), 11, own);
    };
    EXPECT_EQ(Arena(here(commands[0])).exit_status, 0) << commands[0];
    const std::string replayed = Arena(here(commands[1]), 500).output;
    const size_t begin = page.find("\n\n" + game + ", rules version") + 2;
    const size_t end = page.find("\n== A prompt");
    ASSERT_LT(begin, end) << page;
    EXPECT_EQ(replayed.substr(0, end - begin), page.substr(begin, end - begin));
  }
}

TEST_F(GamesCommandTest, RulesInFullAreTheReadme) {
  const std::string readme = testing::InSources("arena/games/ordo/README.md");
  EXPECT_EQ(WithoutSpaces(Arena("rules ordo --text").output),
            WithoutSpaces(Arena("--version >/dev/null; cat " + readme).output));
}

TEST_F(GamesCommandTest, RulesFitTheTerminal) {
  for (const char* game :
       {"doppelkopf", "octrix", "ordago", "ordo", "seconds"}) {
    const std::string rules = std::string("rules ") + game;
    EXPECT_THAT(LongLines(Arena(rules, 80).output), IsEmpty()) << game;
    // Tables and code of Markdown keep their lines.
    for (const std::string& line :
         LongLines(Arena(rules + " --text", 80).output, '|')) {
      EXPECT_THAT(line, StartsWith("    ")) << game;
    }
  }
}

TEST_F(GamesCommandTest, UnknownGameNamesThoseThereAre) {
  const Outcome outcome = Arena("rules chess");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("no game \"chess\""));
  EXPECT_THAT(outcome.errors, HasSubstr("octrix"));
}

TEST_F(GamesCommandTest, NoCommandShowsTheHelp) {
  const Outcome outcome = Arena("");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_EQ(outcome.output, Arena("--help").output);
  EXPECT_EQ(Arena("match").output, Arena("match --help").output);
}

TEST_F(GamesCommandTest, EveryHelpFitsTheTerminal) {
  // The script for a shell knows all commands.
  std::istringstream script(Arena("completion bash").output);
  int commands = 0;
  for (std::string line; std::getline(script, line) && line != "}";) {
    const size_t begin = line.find('\''), end = line.find('\'', begin + 1);
    if (end == std::string::npos) continue;
    const std::string name = line.substr(begin + 1, end - begin - 1);
    const std::string flags = name.substr(std::string("arena").size());
    EXPECT_THAT(LongLines(Arena(flags + " --help", 80).output), IsEmpty())
        << name;
    ++commands;
  }
  EXPECT_GT(commands, 40);
}

TEST_F(GamesCommandTest, MessagesFitTheTerminal) {
  for (const char* command :
       {"play --gmae octrix", "paly", "rules octirx", "match list",
        "play -g octrix -b rando", "play -g octrix -o tagret=3 -b random"}) {
    const Outcome outcome = Arena(command, 80);
    EXPECT_THAT(LongLines(outcome.errors), IsEmpty()) << command;
    EXPECT_THAT(outcome.errors, Not(IsEmpty())) << command;
  }
}

TEST_F(GamesCommandTest, MistypedNamesComeWithTheRightOnes) {
  EXPECT_THAT(Arena("rules octirx").errors, HasSubstr("mean \"octrix\"?"));
  EXPECT_THAT(Arena("play -g octrix -o tagret=3 -b random").errors,
              HasSubstr("mean \"target\"?"));
  EXPECT_THAT(Arena("play -g octrix -b rando").errors,
              HasSubstr("mean \"random\"?"));
}

TEST_F(GamesCommandTest, UnknownCommandIsNamed) {
  const Outcome outcome = Arena("tournamnt");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("no command \"tournamnt\" (did you "
                                        "mean \"tournament\"?)"));
}

TEST_F(GamesCommandTest, EveryHelpEndsWithAnExample) {
  for (const char* command :
       {"games", "rules", "play", "match create", "match show", "match list",
        "match cancel", "match watch", "replay", "verify", "export", "perft",
        "bench engine", "bench service"}) {
    const Outcome outcome = Arena(std::string(command) + " --help");
    EXPECT_EQ(outcome.exit_status, 0) << command;
    EXPECT_THAT(outcome.output,
                HasSubstr("Example: arena " + std::string(command)));
  }
}

TEST_F(GamesCommandTest, ServeIsTheReferee) {
  const Outcome outcome = Arena("serve --help");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_THAT(outcome.output, HasSubstr("Usage: referee"));
}

TEST_F(GamesCommandTest, ARefereeWithoutAnAdminSaysHowToMakeOneInItsStore) {
  const std::string store = "--store sqlite:" + Path("s.db");
  const Outcome outcome =
      Arena("serve --tokens --listen unix:" + Path("socket") + " " + store);
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("--store ... --create-admin-token"));
}

// A socket that listens on a free port.
class TakenPort {
 public:
  TakenPort() : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(descriptor_, any, size), 0);
    EXPECT_EQ(listen(descriptor_, 1), 0);
    EXPECT_EQ(getsockname(descriptor_, any, &size), 0);
    port_ = ntohs(address.sin_port);
  }
  ~TakenPort() { close(descriptor_); }
  int port() const { return port_; }

 private:
  const int descriptor_;
  int port_ = 0;
};

TEST_F(GamesCommandTest, APortThatIsTakenIsOneClearLine) {
  const TakenPort taken;
  const std::string address = "127.0.0.1:" + std::to_string(taken.port());
  const Outcome outcome =
      Arena("serve --log-level warning --data d --listen " + address);
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("--listen " + address));
  EXPECT_EQ(std::count(outcome.errors.begin(), outcome.errors.end(), '\n'), 1)
      << outcome.errors;
}

TEST_F(GamesCommandTest, AFileWithoutCertificatesIsOneClearLine) {
  Write("bad.pem", "hello");
  const Outcome outcome = Arena("match list --tls-ca bad.pem");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_EQ(outcome.errors,
            "arena: --tls-ca bad.pem holds no certificate; expected a PEM file "
            "with certificates to trust\n");
}

}  // namespace
}  // namespace arena::cli
