#include "referee/access/permissions.h"

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "referee/access/caller.h"

namespace arena::referee {
namespace {

constexpr uint32_t kAdmin = Bit(v1::ROLE_ADMIN);
constexpr uint32_t kAuthors = kAdmin | Bit(v1::ROLE_AUTHOR);
constexpr uint32_t kRunners = kAdmin | Bit(v1::ROLE_RUNNER);
constexpr uint32_t kReaders =
    kAuthors | Bit(v1::ROLE_BOT) | Bit(v1::ROLE_SPECTATOR);
// And the public, where it may watch.
constexpr uint32_t kWatchers = kReaders | kPublic;

// The roles that may call a method at all; each method checks which bots,
// matches and tokens a caller may touch. What is costly, or tells who is there
// now, is not for the public. Health and reflection are gRPC's own
// services and open to all: load balancers and tools call them without a token,
// and they tell nothing that is not in the schema. The catalogue is open, too,
// because it is the same in every referee of a build.
constexpr Permission kPermissions[] = {
    {"BotService.ActivateVersion", kAuthors},
    {"BotService.CreateToken", kAuthors, /*counted=*/true, /*proven=*/true},
    {"BotService.GetBot", kWatchers},
    {"BotService.GetVersion", kAuthors},
    {"BotService.ListBots", kWatchers},
    {"BotService.ListSessions", kReaders},
    {"BotService.ListSeatReports", kAuthors},
    {"BotService.ListTokens", kAuthors},
    {"BotService.ListVersions", kAuthors},
    {"BotService.RegisterBot", kAuthors, /*counted=*/true, /*proven=*/true},
    // Without a token its caller shows that of the session (see MatchHost).
    {"BotService.ReportCrash", kBots},
    {"BotService.RetireVersion", kAuthors},
    {"BotService.RevokeToken", kAuthors},
    {"BotService.SetBotStatus", kAuthors},
    {"BotService.SubmitVersion", kAuthors},
    {"BotService.UpdateBot", kAuthors},
    {"CatalogueService.ListGames", kEverybody},
    {"CompetitionService.ChangeCompetition", kAdmin},
    {"CompetitionService.CreateCompetition", kAdmin},
    {"CompetitionService.EnterCompetition", kAuthors},
    {"CompetitionService.GetCompetition", kWatchers},
    {"CompetitionService.GetStandings", kWatchers},
    {"CompetitionService.LeaveCompetition", kAuthors},
    {"CompetitionService.ListCompetitions", kWatchers},
    {"CompetitionService.ListResults", kWatchers},
    {"CompetitionService.DeleteCompetition", kAdmin},
    {"CompetitionService.RetryCompetition", kAdmin},
    {"CompetitionService.StopCompetition", kAdmin},
    {"CompetitionService.WatchCompetition", kWatchers},
    {"MatchService.CancelMatch", kAuthors},
    {"MatchService.RetryMatch", kAdmin},
    {"MatchService.VoidMatch", kAdmin},
    {"MatchService.CreateMatch", kAuthors},
    {"MatchService.GetMatch", kWatchers},
    {"MatchService.ListMatches", kWatchers},
    {"MatchService.WatchMatch", kWatchers},
    // A bot without bidirectional streams makes this call for every decision;
    // its session counts the calls.
    {"PlayService.Submit", kBots, /*counted=*/false},
    {"PlayService.Play", kBots},
    {"PlayService.Receive", kBots},
    {"ReplayService.GetRecord", kWatchers},
    {"ReplayService.ReplayMatch", kWatchers},
    {"ReplayService.ListNotes", kAuthors},
    {"ReplayService.VerifyRecord", kReaders},
    {"RunnerService.ListRunners", kAdmin},
    // Its stream says how often a runner may call.
    {"RunnerService.ReadArchive", kRunners, /*counted=*/false},
    {"RunnerService.Work", kRunners},
    {"RunnerService.WriteBuild", kRunners, /*counted=*/false},
};

}  // namespace

absl::Span<const Permission> Permissions() { return kPermissions; }

const Permission* FindPermission(absl::string_view method) {
  for (const Permission& permission : kPermissions) {
    if (permission.method == method) return &permission;
  }
  return nullptr;
}

std::string RoleNames(uint32_t roles) {
  std::vector<std::string> names;
  for (int role = v1::Role_MIN + 1; role <= v1::Role_MAX; ++role) {
    if (roles & (1u << role)) {
      names.push_back(RoleName(static_cast<v1::Role>(role)));
    }
  }
  return absl::StrJoin(names, " or ");
}

}  // namespace arena::referee
