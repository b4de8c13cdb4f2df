// arena bench bots: how long programs take for a decision, in one run.
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/bot_list.h"
#include "arena/cli/command.h"
#include "arena/cli/output.h"
#include "arena/cli/private_referee.h"
#include "arena/cli/referee_channel.h"
#include "arena/cli/trial.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/core/command_words.h"
#include "arena/process/signal_waiter.h"
#include "arena/process/temporary_folder.h"

namespace arena::cli {
namespace {

struct BotsBenchFlags {
  std::vector<std::string> commands;
  int rounds = 5;
  std::string game = "ordo";
  bool json = false;
};

// The times of a bot's decisions, from prompt to act, and the pace of each
// round.
struct BotTimes {
  std::vector<absl::Duration> decisions;
  std::vector<double> per_second;
};

template <typename T>
T Quantile(std::vector<T> values, double part) {
  if (values.empty()) return T();
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(part * (values.size() - 1))];
}

void AddRound(const std::vector<check::Said>& said, BotTimes& times) {
  std::map<uint32_t, absl::Time> asked;
  absl::Time first = absl::InfiniteFuture();
  absl::Time last = absl::InfinitePast();
  int decided = 0;
  for (const check::Said& entry : said) {
    if (const v1::PlayResponse* const response = entry.by_referee()) {
      const v1::Prompt& prompt = response->prompt();
      if (prompt.kind() != v1::DECISION_KIND_MUST) continue;
      asked.try_emplace(prompt.decision(), entry.when);
      first = std::min(first, entry.when);
    } else if (entry.by_bot()->has_act()) {
      const auto since = asked.find(entry.by_bot()->act().decision());
      if (since == asked.end()) continue;
      times.decisions.push_back(entry.when - since->second);
      last = entry.when;
      ++decided;
    }
  }
  if (decided > 1) {
    times.per_second.push_back(decided / absl::ToDoubleSeconds(last - first));
  }
}

// The programs, and what they share.
struct Benched {
  std::vector<BotSpec> specs;
  std::vector<std::unique_ptr<CheckedBot>> programs;
  std::vector<BotTimes> times;
};

absl::StatusOr<Benched> PlayRounds(const BotsBenchFlags& flags,
                                   const SignalWaiter& signals) {
  Benched benched;
  std::vector<std::vector<std::string>> commands;
  for (const std::string& command : flags.commands) {
    ARENA_ASSIGN_OR_RETURN(commands.emplace_back(),
                           SplitWords(command));
  }
  ARENA_ASSIGN_OR_RETURN(benched.specs, ReadBots(commands, 0));
  ARENA_ASSIGN_OR_RETURN(auto referee, PrivateReferee::Start(1));
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(referee->flags()));
  ARENA_ASSIGN_OR_RETURN(const auto folder, TemporaryFolder::Create());
  const std::string socket = absl::StrCat(folder->path(), "/referee");
  ARENA_ASSIGN_OR_RETURN(
      const auto meddler,
      check::Meddler::Open(
          socket, grpc::CreateChannel(referee->address(),
                                      grpc::InsecureChannelCredentials())));
  for (const BotSpec& spec : benched.specs) {
    if (spec.built_in() || spec.submitted()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "\"", spec.name, "\" is no program; name commands that start bots"));
    }
    ARENA_ASSIGN_OR_RETURN(benched.programs.emplace_back(),
                           CheckedBot::Open(spec, channel, false));
  }
  benched.times.resize(benched.specs.size());
  // In turn, so that what disturbs the machine disturbs all alike.
  for (int round = 0; round < flags.rounds; ++round) {
    for (size_t i = 0; i < benched.specs.size(); ++i) {
      TrialTable table(channel, *meddler, absl::StrCat("unix:", socket),
                       *benched.programs[i], benched.specs[i].name, signals,
                       absl::Minutes(2));
      ARENA_ASSIGN_OR_RETURN(
          const TrialEnd end,
          table.Play({.game = flags.game},
                     std::make_unique<mischief::Mischief>()));
      const std::string trouble = !end.problem.empty()
                                      ? end.problem
                                      : FaultsText(end.match.result());
      if (!trouble.empty()) {
        return absl::AbortedError(
            absl::StrCat(benched.specs[i].name, ": ", trouble));
      }
      AddRound(end.said, benched.times[i]);
      benched.programs[i]->Stop();
    }
  }
  return benched;
}

absl::StatusOr<int> RunBotsBench(const BotsBenchFlags& flags) {
  if (flags.commands.empty()) return kSuccess;
  const SignalWaiter signals;
  ARENA_ASSIGN_OR_RETURN(const Benched benched, PlayRounds(flags, signals));
  Columns columns({"bot", "decisions", "decisions/s", "ratio", "median us",
                   "p99 us", "ratio of medians"});
  Json out = Json::array();
  const auto pace = [&](size_t i) {
    return Quantile(benched.times[i].per_second, 0.5);
  };
  const auto latency = [&](size_t i, double part) {
    return absl::ToDoubleMicroseconds(
        Quantile(benched.times[i].decisions, part));
  };
  for (size_t i = 0; i < benched.specs.size(); ++i) {
    columns.AddRow({benched.specs[i].name,
                    absl::StrCat(benched.times[i].decisions.size()),
                    absl::StrFormat("%.0f", pace(i)),
                    absl::StrFormat("%.2f", pace(i) / pace(0)),
                    absl::StrFormat("%.0f", latency(i, 0.5)),
                    absl::StrFormat("%.0f", latency(i, 0.99)),
                    absl::StrFormat("%.2f", latency(i, 0.5) / latency(0, 0.5))});
    out.push_back({{"bot", benched.specs[i].name},
                   {"decisions", benched.times[i].decisions.size()},
                   {"decisions_per_second", pace(i)},
                   {"median_us", latency(i, 0.5)},
                   {"p99_us", latency(i, 0.99)}});
  }
  PrintEither(flags.json, out, columns.ToString());
  return kSuccess;
}

}  // namespace

BenchPart AddBenchBotsCommand(Commands& commands, CLI::App& bench) {
  const auto flags = std::make_shared<BotsBenchFlags>();
  CLI::App& command = commands.AddBelow(
      bench, "bots",
      "Measures how long programs take for a decision; ratios to the first one",
      "arena bench bots build/bin/random_bot 'python3 mybot.py'");
  command
      .add_option("COMMAND", flags->commands,
                  "Commands that start bots, each as one argument; each plays in "
                  "the first seat, against random")
      ->required();
  command
      .add_option("--rounds", flags->rounds,
                  "Matches of each bot; they take turns")
      ->capture_default_str()
      ->check(command_line::WholeNumber(1, 10000));
  command.add_option("--game,-g", flags->game, "A game of two seats")
      ->capture_default_str();
  command.add_flag("--json", flags->json, "Print JSON");
  return {&command, [flags] { return RunBotsBench(*flags); }};
}

}  // namespace arena::cli
