// arena bench bots: measures the time that programs take for a decision.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/base/command.h"
#include "arena/cli/base/output.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/cli/bots/bot_sandbox.h"
#include "arena/cli/bots/private_referee.h"
#include "arena/cli/check/check_match.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/core/command_words.h"
#include "arena/process/signal_waiter.h"

namespace arena::cli {
namespace {

struct BotsBenchFlags {
  std::vector<std::string> commands;
  int rounds = 10;
  std::string game = "ordo";
  bool json = false;
};

// The times of a bot's decisions, from prompt to act, and the pace of each
// match.
struct BotTimes {
  std::vector<absl::Duration> decisions;
  std::vector<double> per_second;
};

// A program, the relay between the program and the referee, and the times of
// the program.
struct Benched {
  BotSpec spec;
  std::unique_ptr<CheckedBot> bot;
  std::unique_ptr<check::Meddler> meddler;
  std::unique_ptr<CheckMatches> table;
  // Times in the first match and in all other matches: many languages are slow
  // until they have compiled their frequent code.
  BotTimes cold;
  BotTimes warm;
};

template <typename T>
T Quantile(std::vector<T> values, double part) {
  if (values.empty()) return T();
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(part * (values.size() - 1))];
}

void AddMatch(const std::vector<check::Said>& said, BotTimes& times) {
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

// Plays a match, which must end without a fault.
absl::Status PlayMatch(Benched& benched, const std::string& game, bool first) {
  const CheckMatch match = {.game = game};
  ARENA_ASSIGN_OR_RETURN(
      const CheckMatchEnd end,
      first ? benched.table->Play(match, std::make_unique<mischief::Mischief>())
            : benched.table->PlayOn(match));
  const std::string trouble =
      !end.problem.empty() ? end.problem : FaultsText(end.match.result());
  if (!trouble.empty()) {
    return absl::AbortedError(absl::StrCat(benched.spec.name, ": ", trouble,
                                           benched.bot->SaidText()));
  }
  AddMatch(end.said, first ? benched.cold : benched.warm);
  return absl::OkStatus();
}

absl::StatusOr<std::vector<Benched>> PlayRounds(const BotsBenchFlags& flags,
                                                const BotSandbox& sandbox,
                                                const SignalWaiter& signals) {
  std::vector<std::vector<std::string>> commands;
  for (const std::string& command : flags.commands) {
    ARENA_ASSIGN_OR_RETURN(commands.emplace_back(), SplitWords(command));
  }
  ARENA_ASSIGN_OR_RETURN(const std::vector<BotSpec> specs,
                         ReadBots(commands, 0));
  // A match may be counted for a moment when it is over.
  ARENA_ASSIGN_OR_RETURN(auto referee, PrivateReferee::Start(2));
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(referee->flags()));
  ARENA_ASSIGN_OR_RETURN(const SocketFolder folder, SocketFolder::Create());
  std::vector<Benched> all;
  for (const BotSpec& spec : specs) {
    if (spec.built_in() || spec.submitted()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "\"", spec.name, "\" is no program; name commands that start bots"));
    }
    Benched& benched = all.emplace_back();
    benched.spec = spec;
    const std::string socket = absl::StrCat(folder.path(), "/", all.size());
    ARENA_ASSIGN_OR_RETURN(benched.bot, CheckedBot::Open(spec, channel, sandbox,
                                                         folder.path(), false));
    ARENA_ASSIGN_OR_RETURN(
        benched.meddler,
        check::Meddler::Open(
            socket, grpc::CreateChannel(referee->address(),
                                        grpc::InsecureChannelCredentials())));
    benched.table = std::make_unique<CheckMatches>(
        channel, *benched.meddler, absl::StrCat("unix:", socket), *benched.bot,
        spec.name, signals, absl::Minutes(2));
  }
  // In turn, so that disturbances of the machine affect all programs alike.
  for (int round = 0; round < flags.rounds; ++round) {
    for (Benched& benched : all) {
      ARENA_RETURN_IF_ERROR(PlayMatch(benched, flags.game, round == 0));
    }
  }
  for (Benched& benched : all) benched.bot->Stop();
  return all;
}

absl::StatusOr<int> RunBotsBench(const BotsBenchFlags& flags) {
  if (flags.commands.empty()) return kSuccess;
  const SignalWaiter signals;
  ARENA_ASSIGN_OR_RETURN(const auto sandbox, BotSandbox::Open({}));
  ARENA_ASSIGN_OR_RETURN(const std::vector<Benched> all,
                         PlayRounds(flags, *sandbox, signals));
  Columns columns({"bot", "decisions", "decisions/s", "ratio", "median us",
                   "p99 us", "ratio of medians", "first match us", "command"});
  Json out = Json::array();
  const auto pace = [](const Benched& benched) {
    return Quantile(benched.warm.per_second, 0.5);
  };
  const auto latency = [](const BotTimes& times, double part) {
    return absl::ToDoubleMicroseconds(Quantile(times.decisions, part));
  };
  const double reference = latency(all.front().warm, 0.5);
  for (size_t i = 0; i < all.size(); ++i) {
    const Benched& benched = all[i];
    const double median = latency(benched.warm, 0.5);
    columns.AddRow({benched.spec.name,
                    absl::StrCat(benched.warm.decisions.size()),
                    absl::StrFormat("%.0f", pace(benched)),
                    absl::StrFormat("%.2f", pace(benched) / pace(all.front())),
                    absl::StrFormat("%.0f", median),
                    absl::StrFormat("%.0f", latency(benched.warm, 0.99)),
                    absl::StrFormat("%.2f", median / reference),
                    absl::StrFormat("%.0f", latency(benched.cold, 0.5)),
                    flags.commands[i]});
    out.push_back({{"bot", benched.spec.name},
                   {"command", flags.commands[i]},
                   {"decisions", benched.warm.decisions.size()},
                   {"decisionsPerSecond", pace(benched)},
                   {"medianUs", median},
                   {"p99Us", latency(benched.warm, 0.99)},
                   {"firstMatchMedianUs", latency(benched.cold, 0.5)}});
  }
  PrintEither(flags.json, out, columns.ToFittingString());
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
      .add_option(
          "COMMAND", flags->commands,
          "Commands that start bots, each as one argument; each plays in "
          "the first seat, against random")
      ->required();
  command
      .add_option("--rounds", flags->rounds,
                  "Matches of each bot; the bots take turns, and the first "
                  "match of a program is measured separately")
      ->capture_default_str()
      ->check(command_line::WholeNumber(2, 10000));
  command.add_option("--game,-g", flags->game, "A game of two seats")
      ->capture_default_str();
  command.add_flag("--json", flags->json, "Print JSON");
  return {&command, [flags] { return RunBotsBench(*flags); }};
}

}  // namespace arena::cli
