#include "arena/cli/competitions/competition_changes.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cli/base/match_flags.h"
#include "arena/cli/base/output.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/command_line/values.h"
#include "arena/competition/course/differences.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/change_text.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/report/standings_words.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"
#include "arena/core/secrets.h"
#include "arena/match/player.h"

namespace arena::cli {
namespace {

using Changes = std::vector<v1::CompetitionChange>;

struct ChangeFlags {
  RefereeFlags referee;
  std::string name;
  std::string entrant;
  std::vector<std::string> opponents;
  std::string reason;
  v1::CompetitionChange::Ruling ruling = v1::CompetitionChange::RULING_DROP;
  uint32_t sets = 0;
  uint32_t rounds = 0;
  std::optional<uint32_t> max_sets;
  ClockFlags clock;
  std::vector<std::string> enter;
  std::vector<std::string> versions;
  std::vector<std::string> replay;
  bool yes = false;
  bool json = false;
};

absl::StatusOr<CompetitionClient> Connect(const ChangeFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags.referee));
  return CompetitionClient(channel);
}

std::string LinesOf(const std::string& name, const Changes& changes) {
  std::string lines;
  for (const v1::CompetitionChange& change : changes) {
    absl::StrAppend(&lines, "\n  ", name, ": ",
                    competition::ChangeText(change));
  }
  return lines;
}

constexpr char kResultsStay[] =
    "results so far are kept. For a new competition choose another name";

// Asks the person at the terminal. `stays` says what is not lost.
absl::Status Confirm(const std::string& lines, bool yes,
                     absl::string_view stays = kResultsStay) {
  if (yes) {
    PrintMessage(absl::StrCat("changes what has begun:", lines));
    return absl::OkStatus();
  }
  if (isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0) {
    return absl::FailedPreconditionError(
        absl::StrCat("this would change what has begun:", lines,
                     "\nWith --yes it is done; ", stays, "."));
  }
  PrintMessage(absl::StrCat("this changes what has begun:", lines,
                            "\nWith y it is done; ", stays,
                            ". Change it? [y/N]"));
  std::string answer;
  std::getline(std::cin, answer);
  if (answer == "y" || answer == "yes" || answer == "Y") {
    return absl::OkStatus();
  }
  return absl::CancelledError("nothing was changed");
}

// Drops the matches that have not begun, so that their sets can change.
absl::Status LetRest(CompetitionClient& client,
                     const v1::Competition& competition) {
  if (IsOver(competition)) return absl::OkStatus();
  v1::CompetitionSpec as_it_is = competition.spec();
  as_it_is.clear_changes();
  return client.Interrupt(as_it_is);
}

}  // namespace

absl::Status ChangeTo(CompetitionClient& client,
                      absl::Span<const v1::CompetitionSpec> wanted, bool yes) {
  std::vector<std::pair<v1::Competition, Changes>> all;
  std::string lines;
  for (const v1::CompetitionSpec& spec : wanted) {
    const absl::StatusOr<v1::Competition> known = client.Get(spec.name());
    if (!known.ok() || !known->quarantine().empty()) continue;
    ARENA_ASSIGN_OR_RETURN(Changes changes,
                           competition::Differences(known->spec(), spec));
    if (changes.empty()) continue;
    absl::StrAppend(&lines, LinesOf(spec.name(), changes));
    all.emplace_back(*known, std::move(changes));
  }
  if (all.empty()) return absl::OkStatus();
  ARENA_RETURN_IF_ERROR(Confirm(lines, yes));
  for (const auto& [known, changes] : all) {
    ARENA_RETURN_IF_ERROR(LetRest(client, known));
    ARENA_RETURN_IF_ERROR(client.Change(known.spec().name(), changes).status());
  }
  return absl::OkStatus();
}

std::string ProgramOf(absl::Span<const std::string> words) {
  constexpr size_t kBytes = 8;
  const std::string hash =
      Sha256(absl::StrJoin(words, absl::string_view("\0", 1)));
  const auto* const bytes = reinterpret_cast<const uint8_t*>(hash.data());
  return ToHex(absl::MakeConstSpan(bytes, kBytes));
}

namespace {

// ---- The commands ----

// Makes changes that take results of these entrants out of the table.
absl::StatusOr<int> Rule(const ChangeFlags& flags,
                         const std::vector<std::string>& entrants,
                         const Changes& changes) {
  ARENA_ASSIGN_OR_RETURN(CompetitionClient client, Connect(flags));
  ARENA_ASSIGN_OR_RETURN(const v1::Competition competition,
                         client.Get(flags.name));
  for (const std::string& entrant : entrants) {
    if (competition::EntrantNamed(competition.spec(), entrant)) continue;
    return absl::NotFoundError(
        absl::StrCat("competition ", flags.name, " has no entrant ", entrant));
  }
  ARENA_RETURN_IF_ERROR(
      Confirm(LinesOf(flags.name, changes), flags.yes,
              "matches and records are kept, and nothing brings it back"));
  ARENA_RETURN_IF_ERROR(client.Change(flags.name, changes).status());
  for (const v1::CompetitionChange& change : changes) {
    PrintText(absl::StrCat(competition::ChangeText(change), "\n"));
  }
  PrintText(absl::StrCat(
      "The matches and their records are kept. See `arena standings ",
      flags.name, "`.\n"));
  return kSuccess;
}

absl::StatusOr<int> RunDisqualify(const ChangeFlags& flags) {
  v1::CompetitionChange change;
  change.set_reason(flags.reason);
  change.mutable_disqualified()->set_entrant(flags.entrant);
  change.mutable_disqualified()->set_ruling(flags.ruling);
  return Rule(flags, {flags.entrant}, {change});
}

absl::StatusOr<int> RunStrike(const ChangeFlags& flags) {
  std::vector<std::string> entrants = {flags.entrant};
  Changes changes;
  for (const std::string& opponent : flags.opponents) {
    entrants.push_back(opponent);
    v1::CompetitionChange& change = changes.emplace_back();
    change.set_reason(flags.reason);
    change.mutable_struck()->set_entrant(flags.entrant);
    change.mutable_struck()->set_opponent(opponent);
  }
  return Rule(flags, entrants, changes);
}

v1::CompetitionChange NumberChange(const char* key, uint32_t before,
                                   uint32_t after) {
  v1::CompetitionChange change;
  change.mutable_number()->set_key(key);
  change.mutable_number()->set_before(before);
  change.mutable_number()->set_after(after);
  return change;
}

// "NAME=VERSION" as a change of the entrant NAME.
absl::StatusOr<v1::CompetitionChange> VersionChange(
    const v1::CompetitionSpec& spec, const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--version-of is \"", text, "\"; expected ENTRANT=VERSION"));
  }
  const std::string name = text.substr(0, equals);
  const auto index = competition::EntrantNamed(spec, name);
  if (!index.has_value()) {
    return absl::NotFoundError(
        absl::StrCat("competition ", spec.name(), " has no entrant ", name));
  }
  v1::CompetitionChange change;
  auto& replaced = *change.mutable_replaced();
  *replaced.mutable_before() = spec.entrants(static_cast<int>(*index));
  *replaced.mutable_after() = replaced.before();
  for (v1::SeatSpec& player : *replaced.mutable_after()->mutable_players()) {
    player.set_version(text.substr(equals + 1));
  }
  return change;
}

absl::StatusOr<Changes> ChangesOf(const ChangeFlags& flags,
                                  const v1::CompetitionSpec& spec) {
  Changes changes;
  if (flags.rounds > 0) {
    changes.push_back(NumberChange("rounds", spec.rounds(), flags.rounds));
  }
  if (flags.sets > 0) {
    changes.push_back(NumberChange("sets", spec.sets(), flags.sets));
  }
  if (flags.max_sets.has_value()) {
    changes.push_back(
        NumberChange("max_sets", spec.max_sets(), *flags.max_sets));
  }
  for (const std::string& bot : flags.enter) {
    v1::Entrant& entrant = *changes.emplace_back().mutable_entered();
    *entrant.add_players() = SeatOf(bot);
    entrant.set_name(NameOfPlayer(entrant.players(0)));
  }
  for (const std::string& version : flags.versions) {
    ARENA_ASSIGN_OR_RETURN(changes.emplace_back(),
                           VersionChange(spec, version));
  }
  for (const std::string& entrant : flags.replay) {
    changes.emplace_back().set_replayed(entrant);
  }
  if (flags.clock.given()) {
    ARENA_ASSIGN_OR_RETURN(const ClockSettings clock, ReadClock(flags.clock));
    auto& change = *changes.emplace_back().mutable_clock();
    if (spec.has_clock()) *change.mutable_before() = spec.clock();
    ClockToMessage(clock, *change.mutable_after());
  }
  for (v1::CompetitionChange& change : changes) {
    change.set_reason(flags.reason);
  }
  return changes;
}

absl::StatusOr<int> RunChange(const ChangeFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(CompetitionClient client, Connect(flags));
  ARENA_ASSIGN_OR_RETURN(const v1::Competition competition,
                         client.Get(flags.name));
  ARENA_RETURN_IF_ERROR(CheckNotQuarantined(competition));
  ARENA_ASSIGN_OR_RETURN(const Changes changes,
                         ChangesOf(flags, competition.spec()));
  if (changes.empty()) {
    return absl::InvalidArgumentError(
        "no flag says what to change; expected e.g. --sets 4");
  }
  ARENA_RETURN_IF_ERROR(Confirm(LinesOf(flags.name, changes), flags.yes));
  ARENA_ASSIGN_OR_RETURN(const v1::Competition after,
                         client.Change(flags.name, changes));
  for (int i = competition.spec().changes_size();
       i < after.spec().changes_size(); ++i) {
    PrintText(absl::StrCat(competition::ChangeTexts(after.spec())[i], "\n"));
  }
  return kSuccess;
}

std::string ShowText(const v1::Competition& competition) {
  const v1::CompetitionSpec& spec = competition.spec();
  const v1::Progress& progress = competition.progress();
  std::string text = absl::StrCat(
      spec.name(), ": ", spec.game(), ", ", competition::FormatOf(spec).name,
      ", ", competition::StateName(competition), "; ", progress.sets_over(),
      progress.sets_total() == 0 ? ""
                                 : absl::StrCat(" of ", progress.sets_total()),
      " sets, ", progress.matches_over(), " matches\nentrants: ",
      absl::StrJoin(spec.entrants(), ", ",
                    [&](std::string* out, const v1::Entrant& entrant) {
                      absl::StrAppend(out, entrant.name(),
                                      competition::DisqualificationOf(
                                          spec, entrant.name()) == nullptr
                                          ? ""
                                          : " (disqualified)");
                    }),
      "\n");
  if (!competition.quarantine().empty()) {
    absl::StrAppend(&text, "quarantined: ", competition.quarantine(), "\n");
  }
  const std::vector<std::string> texts = competition::ChangeTexts(spec);
  for (size_t i = 0; i < texts.size(); ++i) {
    absl::StrAppend(&text, TimeText(spec.changes(static_cast<int>(i)).time()),
                    "  ", texts[i], "\n");
  }
  return text;
}

absl::StatusOr<int> RunShow(const ChangeFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(CompetitionClient client, Connect(flags));
  v1::GetCompetitionResponse response;
  ARENA_ASSIGN_OR_RETURN(*response.mutable_competition(),
                         client.Get(flags.name));
  PrintEither(flags.json, response, ShowText(response.competition()));
  return kSuccess;
}

CLI::App& AddOne(Commands& commands, CLI::App& parent, const std::string& name,
                 const std::string& summary, const std::string& example,
                 const std::shared_ptr<ChangeFlags>& flags,
                 absl::StatusOr<int> (*run)(const ChangeFlags&)) {
  CLI::App& command = commands.AddBelow(parent, name, summary, example);
  AddRefereeFlags(command, flags->referee)->capture_default_str();
  command.add_option("NAME", flags->name, "The competition")->required();
  commands.OnChosen(command, [flags, run] { return run(*flags); });
  return command;
}

// A command that takes results of an entrant out of the table.
CLI::App& AddRuling(Commands& commands, CLI::App& parent,
                    const std::string& name, const std::string& summary,
                    const std::string& example,
                    const std::shared_ptr<ChangeFlags>& flags,
                    absl::StatusOr<int> (*run)(const ChangeFlags&)) {
  CLI::App& command =
      AddOne(commands, parent, name, summary, example, flags, run);
  command.add_option("ENTRANT", flags->entrant, "Its name in tables")
      ->required();
  command
      .add_option("--reason", flags->reason,
                  "The reason, which everybody can read")
      ->required();
  command.add_flag("--yes", flags->yes, "Do not ask");
  return command;
}

void AddRulings(Commands& commands, CLI::App& parent) {
  const auto out = std::make_shared<ChangeFlags>();
  command_line::AddChoice<v1::CompetitionChange::Ruling>(
      AddRuling(
          commands, parent, "disqualify",
          "Takes an entrant out of the table for good; its records are kept",
          "arena competition disqualify cup.octrix mallory --reason \"two "
          "instances shared their cards\"",
          out, &RunDisqualify),
      "--results", out->ruling,
      {{"drop", v1::CompetitionChange::RULING_DROP},
       {"forfeit", v1::CompetitionChange::RULING_FORFEIT}},
      "The ruling on its results: drop (they count for nothing; the default) "
      "or forfeit (it has lost all its matches)");
  const auto struck = std::make_shared<ChangeFlags>();
  AddRuling(commands, parent, "strike",
            "Takes the sets of an entrant against others out of the table for "
            "good; their records are kept",
            "arena competition strike cup.octrix mallory bob eve --reason "
            "\"both lose to it on purpose\"",
            struck, &RunStrike)
      .add_option("OPPONENT", struck->opponents, "Their names in tables")
      ->required();
}

void AddChange(Commands& commands, CLI::App& parent) {
  const auto flags = std::make_shared<ChangeFlags>();
  CLI::App& command =
      AddOne(commands, parent, "change",
             "Changes a competition that has begun; results so far are kept",
             "arena competition change cup.octrix --sets 4", flags, &RunChange);
  command.add_option("--sets", flags->sets,
                     "Sets of every encounter; in Swiss and knockout from the "
                     "next round on");
  command.add_option("--rounds", flags->rounds, "Rounds of a Swiss");
  command.add_option("--max-sets", flags->max_sets,
                     "Sets after which a ladder ends; 0: never");
  command.add_option("--enter", flags->enter,
                     "One more entrant: a bot, or built-in:NAME");
  command.add_option("--version-of", flags->versions,
                     "ENTRANT=VERSION: the submitted version with which it "
                     "plays on");
  command.add_option("--replay", flags->replay,
                     "Play all matches of this entrant again");
  AddClockFlags(command, flags->clock);
  command.add_option("--reason", flags->reason,
                     "The reason, which everybody can read");
  command.add_flag("--yes", flags->yes, "Do not ask");
}

}  // namespace

void AddChangeCommands(Commands& commands, CLI::App& competition) {
  const auto show = std::make_shared<ChangeFlags>();
  AddOne(commands, competition, "show",
         "Shows a competition with its entrants and changes",
         "arena competition show cup.octrix", show, &RunShow)
      .add_flag("--json", show->json, "Print JSON");
  AddChange(commands, competition);
  AddRulings(commands, competition);
}

}  // namespace arena::cli
