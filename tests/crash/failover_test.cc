// Bots know the addresses of three referees. One referee after the other is
// killed and started again at once, and every match is played on once.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "tests/crash/bot_log.h"
#include "tests/referee/store/postgres_server.h"
#include "tests/testing/competition_client.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/program.h"

namespace arena::testing {
namespace {

using referee::PostgresServer;

constexpr absl::Duration kPatience = absl::Minutes(2);
constexpr absl::Duration kPoll = absl::Milliseconds(20);
const std::vector<std::string> kBots = {"w", "x", "y", "z"};

// Returns how often a referee is killed; an environment variable raises it.
int Kills() {
  const char* const kills = std::getenv("FAILOVER_TEST_KILLS");
  return kills == nullptr ? 3 : std::atoi(kills);
}

struct Referee {
  std::unique_ptr<Process> process;
  std::string address;
};

class FailoverTest : public ::testing::Test {
 protected:
  FailoverTest() : schema_(PostgresServer::Shared().NewSchema()) {}

  // ---- Processes ----
  void Launch(const std::string& name) {
    Referee& referee = referees_[name];
    const std::string listen =
        referee.address.empty() ? "127.0.0.1:0" : referee.address;
    referee.process = StartProgram(
        {testing::InBuild("bin/referee"), "--store",
         PostgresServer::Shared().Url(schema_), "--name", name, "--lease", "3s",
         "--listen", listen, "--advertise", listen, "--log-level", "off",
         "--clock-start", "5m", "--clock-bank", "10m"});
  }
  void StartReferees(const std::vector<std::string>& names) {
    std::vector<std::string> addresses;
    for (const std::string& name : names) {
      Launch(name);
      referees_[name].address = AwaitReady(*referees_[name].process);
      addresses.push_back(referees_[name].address);
    }
    addresses_ = absl::StrCat("ipv4:", absl::StrJoin(addresses, ","));
  }
  // Acts like a supervisor: a referee that is refused because its lease lasts
  // is started again. Returns true once the referee listens.
  bool KeepStarting(const std::string& name) {
    Process& process = *referees_[name].process;
    if (process.AwaitReady(absl::Now()).ok()) return true;
    if (process.Ended()) Launch(name);
    return false;
  }
  void StartBot(const std::string& name, const std::string& address) {
    StartInstance(name, "", address);
  }
  // Name and instance together name the process and its log, such as "w1".
  void StartInstance(const std::string& name, const std::string& instance,
                     const std::string& address) {
    const std::string process = name + instance;
    bots_[process].reset();
    std::vector<std::string> command = {testing::InBuild("bin/logging_bot"),
                                        "--name",
                                        name,
                                        "--address",
                                        address,
                                        "--max-matches",
                                        "3",
                                        "--token-file",
                                        folder_.File(process + ".token"),
                                        "--log",
                                        Log(process)};
    if (!instance.empty()) {
      command.insert(command.end(), {"--instance", instance});
    }
    bots_[process] = StartProgram(command);
  }
  // Signals both processes of a bot.
  void SignalInstances(const std::string& name, int signal) {
    for (const char* instance : {"1", "2"}) {
      bots_[name + instance]->Signal(signal);
    }
  }
  std::string Log(const std::string& process) {
    return folder_.File(process + ".log");
  }

  // ---- The database ----
  std::string Ask(const std::string& sql) {
    return PostgresServer::Shared().Execute(schema_, sql);
  }
  // Notes the matches of a referee that are under way, with their last entries.
  void NoteInterrupted(const std::string& referee) {
    Ask("DROP TABLE IF EXISTS interrupted;"
        " CREATE TABLE interrupted AS SELECT number, (SELECT max(sequence)"
        " FROM journal WHERE match = number) AS entry FROM matches"
        " WHERE state = 2 AND referee ="
        " (SELECT number FROM referees WHERE name = '" +
        referee + "')");
  }
  // Returns whether every noted match has been played on or is over.
  bool AllGoOn() {
    return Ask("SELECT count(*) FROM interrupted i JOIN matches m"
               " ON m.number = i.number WHERE m.state = 2 AND NOT EXISTS"
               " (SELECT 1 FROM journal WHERE match = i.number"
               "  AND sequence > i.entry)") == "0";
  }

  // ---- Competitions ----
  CompetitionClient At(const std::string& referee) {
    return CompetitionClient(referees_[referee].address);
  }
  void Create(const std::string& referee, const std::string& name) {
    v1::CompetitionSpec spec =
        CompetitionOf(name, "octrix", v1::FORMAT_ROUND_ROBIN,
                      {"bot:w", "bot:x", "bot:y", "bot:z"});
    spec.set_sets(6);
    At(referee).Create(spec);
  }
  // Stops bot x after some matches, so that its matches cannot end. Returns a
  // referee that has matches of x under way, or nothing if there is none.
  std::string StopInTheMiddle(const std::string& referee,
                              const std::string& name) {
    std::string found;
    At(referee).Watch(name, [&](const News& news) {
      if (news.progress().matches_over() < 6) return false;
      bots_["x"]->Signal(SIGSTOP);
      found = Ask(
          "SELECT r.name FROM matches m JOIN referees r ON r.number = m.referee"
          " JOIN seats s ON s.match = m.number AND s.bot = 'x'"
          " WHERE m.state = 2 LIMIT 1");
      if (found.empty()) bots_["x"]->Signal(SIGCONT);
      return !found.empty();
    });
    return found;
  }
  // Kills a referee and starts it again. Returns how long it took until all its
  // matches were played on.
  absl::Duration KillAndRestart(const std::string& name) {
    NoteInterrupted(name);
    referees_[name].process->Signal(SIGKILL);
    const absl::Time killed = absl::Now();
    bots_["x"]->Signal(SIGCONT);
    referees_[name].process->Wait();
    Launch(name);
    absl::Duration until = absl::InfiniteDuration();
    for (bool back = false; !back || until == absl::InfiniteDuration();) {
      if (absl::Now() > killed + kPatience) {
        ADD_FAILURE() << "still waiting; restarted: " << back;
        break;
      }
      if (!back) back = KeepStarting(name);
      if (until == absl::InfiniteDuration() && AllGoOn()) {
        until = absl::Now() - killed;
      }
      absl::SleepFor(kPoll);
    }
    return until;
  }

  const std::string schema_;
  referee::TemporaryFolder folder_;
  std::map<std::string, Referee> referees_;
  std::string addresses_;
  std::map<std::string, std::unique_ptr<Process>> bots_;
};

TEST_F(FailoverTest, NothingIsVoidWhicheverRefereeIsKilledAndRestarted) {
  StartReferees({"a", "b", "c"});
  for (const std::string& bot : kBots) StartBot(bot, addresses_);
  std::vector<absl::Duration> times;
  std::string survivor = "a";
  for (int kill = 0; kill < Kills(); ++kill) {
    const std::string name = absl::StrCat("cup", kill);
    Create(survivor, name);
    const std::string victim = StopInTheMiddle(survivor, name);
    ASSERT_NE(victim, "") << "nothing to interrupt in " << name;
    times.push_back(KillAndRestart(victim));
    // Bot z goes to the first address, wherever the other bots are by now.
    StartBot("z", addresses_);
    survivor = victim == "c" ? "a" : "c";
    At(survivor).AwaitEnd(name);
    At(survivor).ExpectEachPlayedOnce(name);
    for (const auto& [referee, program] : referees_) {
      ASSERT_FALSE(program.process->Ended())
          << referee << ": " << program.process->LastLines();
    }
  }
  std::sort(times.begin(), times.end());
  std::cout << times.size() << " kills; until all matches went on: median "
            << times[times.size() / 2] << ", longest " << times.back() << "\n";
}

TEST_F(FailoverTest, InstancesKeepTheirSeatsAtTheNextReferee) {
  StartReferees({"a", "b"});
  const std::vector<std::string> instances = {"1", "2"};
  for (const std::string bot : {"w", "x"}) {
    for (const std::string& i : instances) StartInstance(bot, i, addresses_);
  }
  v1::CompetitionSpec spec =
      CompetitionOf("cup", "ordago", v1::FORMAT_ROUND_ROBIN,
                    {"bot:w", "bot:x"});
  (*spec.mutable_options())["signs"] = "full";
  spec.set_seats(4);
  spec.set_sets(10);
  At("a").Create(spec);
  bool found = false;
  At("a").Watch("cup", [&](const News& news) {
    if (news.progress().matches_over() < 3) return false;
    // No match can end while x stands still.
    SignalInstances("x", SIGSTOP);
    found = Ask("SELECT count(*) FROM matches WHERE state = 2") != "0";
    if (!found) SignalInstances("x", SIGCONT);
    return found;
  });
  ASSERT_TRUE(found) << "nothing to take over";
  referees_["a"].process->Signal(SIGKILL);
  SignalInstances("x", SIGCONT);
  referees_["a"].process->Wait();
  At("b").AwaitEnd("cup");
  At("b").ExpectEachPlayedOnce("cup");
  for (const char* process : {"w1", "w2", "x1", "x2"}) {
    ExpectOneSeatOfEachMatch(Log(process));
  }
}

TEST_F(FailoverTest, BotsThatWereGivenDifferentAddressesMeet) {
  StartReferees({"a", "b"});
  for (const std::string& bot : kBots) {
    StartBot(bot, referees_[bot < "y" ? "a" : "b"].address);
  }
  Create("a", "cup");
  At("b").AwaitEnd("cup");
  At("a").ExpectEachPlayedOnce("cup");
}

}  // namespace
}  // namespace arena::testing
