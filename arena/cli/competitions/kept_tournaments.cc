#include "arena/cli/competitions/kept_tournaments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cli/base/competition_client.h"
#include "arena/cli/base/output.h"
#include "arena/cli/competitions/open_matches.h"
#include "arena/competition/report/standings_words.h"
#include "arena/core/check.h"
#include "arena/core/suggestion.h"

namespace arena::cli {
namespace {

struct KeptFlags {
  RefereeFlags referee;
  std::string name;
  bool json = false;
};

// The competitions of one tournament, oldest first; at least one.
class KeptTournament {
 public:
  explicit KeptTournament(v1::Competition first) {
    events_.push_back(std::move(first));
  }
  void Add(v1::Competition event) { events_.push_back(std::move(event)); }

  const std::string& name() const { return events_[0].spec().tournament(); }
  const std::vector<v1::Competition>& events() const { return events_; }
  // The state of the event that needs most attention.
  std::string State() const {
    for (const char* state : {"quarantined", "running", "stopped"}) {
      if (absl::c_any_of(events_, [&](const v1::Competition& event) {
            return competition::StateName(event) == state;
          })) {
        return state;
      }
    }
    return competition::StateName(events_[0]);
  }
  uint32_t matches_over() const {
    uint32_t sum = 0;
    for (const auto& event : events_) sum += event.progress().matches_over();
    return sum;
  }
  uint32_t faults() const {
    uint32_t sum = 0;
    for (const auto& event : events_) sum += event.progress().faults();
    return sum;
  }
  std::string Created() const {
    return TimeOrDash(events_[0].has_create_time(), events_[0].create_time());
  }
  // The time at which the last event was over; "-" before.
  std::string Ended() const {
    const v1::Competition* last = &events_[0];
    for (const v1::Competition& event : events_) {
      if (!event.has_end_time()) return "-";
      if (event.end_time().seconds() > last->end_time().seconds()) {
        last = &event;
      }
    }
    return TimeText(last->end_time());
  }

 private:
  std::vector<v1::Competition> events_;
};

absl::StatusOr<CompetitionClient> Connect(const KeptFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags.referee));
  return CompetitionClient(channel);
}

// All tournaments, in the order of their first events.
absl::StatusOr<std::vector<KeptTournament>> Fetch(CompetitionClient& client) {
  ARENA_ASSIGN_OR_RETURN(v1::ListCompetitionsResponse all, client.List(""));
  std::vector<KeptTournament> tournaments;
  for (v1::Competition& event : *all.mutable_competitions()) {
    const std::string& name = event.spec().tournament();
    if (name.empty()) continue;
    const auto it = absl::c_find_if(
        tournaments,
        [&](const KeptTournament& known) { return known.name() == name; });
    if (it == tournaments.end()) {
      tournaments.emplace_back(std::move(event));
    } else {
      it->Add(std::move(event));
    }
  }
  return tournaments;
}

absl::StatusOr<KeptTournament> FetchOne(CompetitionClient& client,
                                        const std::string& name) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<KeptTournament> all, Fetch(client));
  std::vector<std::string> names;
  for (const KeptTournament& tournament : all) {
    if (tournament.name() == name) return tournament;
    names.push_back(tournament.name());
  }
  return absl::NotFoundError(absl::StrCat("this referee has no tournament \"",
                                          name, "\"", DidYouMean(name, names),
                                          "; see `arena tournament list`"));
}

std::string EventNames(const KeptTournament& tournament) {
  return absl::StrJoin(tournament.events(), ", ",
                       [](std::string* out, const v1::Competition& event) {
                         absl::StrAppend(out, event.spec().name());
                       });
}

// ---- The commands ----

absl::StatusOr<int> RunList(const KeptFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(CompetitionClient client, Connect(flags));
  ARENA_ASSIGN_OR_RETURN(const std::vector<KeptTournament> all, Fetch(client));
  Json out = Json::array();
  Columns columns({"tournament", "state", "matches", "faults", "created",
                   "ended", "events"});
  for (const KeptTournament& tournament : all) {
    Json events = Json::array();
    for (const v1::Competition& event : tournament.events()) {
      events.push_back(JsonOf(event));
    }
    out.push_back({{"name", tournament.name()},
                   {"state", tournament.State()},
                   {"matchesOver", tournament.matches_over()},
                   {"faults", tournament.faults()},
                   {"events", std::move(events)}});
    columns.AddRow({tournament.name(), tournament.State(),
                    absl::StrCat(tournament.matches_over()),
                    absl::StrCat(tournament.faults()), tournament.Created(),
                    tournament.Ended(), EventNames(tournament)});
  }
  PrintEither(
      flags.json, out,
      all.empty() ? "This referee has no tournaments.\n" : columns.ToString());
  return kSuccess;
}

absl::StatusOr<int> RunStop(const KeptFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(CompetitionClient client, Connect(flags));
  ARENA_ASSIGN_OR_RETURN(const KeptTournament tournament,
                         FetchOne(client, flags.name));
  for (const v1::Competition& event : tournament.events()) {
    v1::Competition now = event;
    if (!IsOver(event)) {
      ARENA_ASSIGN_OR_RETURN(now, client.Stop(event.spec().name()));
    }
    Print(absl::StrCat("event ", now.spec().name(), " is ",
                       competition::StateName(now), "\n"));
  }
  return kSuccess;
}

// Deletes all events or none: half a tournament would be of no use.
absl::StatusOr<int> RunDelete(const KeptFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags.referee));
  CompetitionClient client(channel);
  ARENA_ASSIGN_OR_RETURN(const KeptTournament tournament,
                         FetchOne(client, flags.name));
  for (const v1::Competition& event : tournament.events()) {
    if (IsOver(event) || event.stopped()) continue;
    return absl::FailedPreconditionError(absl::StrCat(
        "tournament ", flags.name, " is not over (", tournament.State(),
        "); first end it with `arena tournament stop ", flags.name, "`"));
  }
  for (const v1::Competition& event : tournament.events()) {
    ARENA_RETURN_IF_ERROR(CheckMayBeDeleted(channel, event));
  }
  for (const v1::Competition& event : tournament.events()) {
    ARENA_RETURN_IF_ERROR(client.Delete(event.spec().name()));
  }
  Print(absl::StrCat("tournament ", flags.name, " is deleted\n"));
  return kSuccess;
}

CLI::App& AddOne(Commands& commands, CLI::App& parent, const std::string& name,
                 const std::string& summary, const std::string& example,
                 const std::shared_ptr<KeptFlags>& flags,
                 absl::StatusOr<int> (*run)(const KeptFlags&)) {
  CLI::App& command = commands.AddBelow(parent, name, summary, example);
  AddRefereeFlags(command, flags->referee)->capture_default_str();
  commands.OnChosen(command, [flags, run] { return run(*flags); });
  return command;
}

}  // namespace

void AddKeptTournamentCommands(Commands& commands, CLI::App& tournament) {
  const auto flags = std::make_shared<KeptFlags>();
  AddOne(commands, tournament, "list",
         "Lists the tournaments of a running referee",
         "arena tournament list --address 127.0.0.1:5757", flags, &RunList)
      .add_flag("--json", flags->json, "Print JSON");
  AddOne(commands, tournament, "stop",
         "Ends all events of a tournament after the matches that are under way",
         "arena tournament stop cup", flags, &RunStop)
      .add_option("NAME", flags->name, "The tournament")
      ->required();
  AddOne(commands, tournament, "delete",
         "Deletes a tournament that is over, with its matches and records; "
         "nothing brings them back",
         "arena tournament delete cup", flags, &RunDelete)
      .add_option("NAME", flags->name, "The tournament")
      ->required();
}

}  // namespace arena::cli
