// A bot that tries to win without playing better. In its first match the bot
// tries everything that a program of the same user can try, and reports the
// results on stderr. With --honest it only plays. Both kinds play the first
// legal action.
#include <grpcpp/grpcpp.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "arena/v1/bot_service.grpc.pb.h"
#include "arena/v1/competition_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "arena/v1/play_service.grpc.pb.h"
#include "arena/v1/replay_service.grpc.pb.h"
#include "sdk/cpp/pentathlon.h"

namespace saboteur {
namespace {

// The result of an attack.
struct Outcome {
  // A text such as "cancel the match, with its own token".
  std::string attack;
  // Empty for a success, and otherwise the reason of the failure.
  std::string failure;
};

namespace fs = std::filesystem;
namespace v1 = arena::v1;

std::string Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string Read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

// The files below a folder whose names begin with `beginning`.
std::vector<fs::path> FilesBelow(const fs::path& folder,
                                 const std::string& beginning) {
  std::vector<fs::path> files;
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(
           folder, fs::directory_options::skip_permission_denied, error);
       !error && it != fs::end(it); it.increment(error)) {
    const std::string name = it->path().filename();
    if (name.rfind(beginning, 0) == 0) files.push_back(it->path());
  }
  return files;
}

// The folder that holds the folders of all bots.
fs::path FolderOfBots() {
  return fs::path(Variable("ARENA_TOKEN_FILE")).parent_path().parent_path();
}

// The readable sessions of all bots.
std::vector<std::string> FindSessions() {
  std::vector<std::string> sessions;
  for (const fs::path& file : FilesBelow(FolderOfBots(), "session")) {
    if (file != Variable("ARENA_TOKEN_FILE")) sessions.push_back(Read(file));
  }
  return sessions;
}

// Whether a file of the referee is below a folder that this bot was told.
bool FindsDataNearby() {
  const std::string socket = Variable("ARENA_ADDRESS").substr(5);
  return !FilesBelow(FolderOfBots(), "referee.sqlite").empty() ||
         !FilesBelow(fs::path(socket).parent_path(), "referee.sqlite").empty();
}

// Whether a file of the referee is among all temporary files.
bool FindsData() {
  const fs::path socket(Variable("ARENA_ADDRESS").substr(5));
  return !FilesBelow(socket.parent_path().parent_path(), "referee.sqlite")
              .empty();
}

// Takes away the mounts that a sandbox has laid over folders and over /proc.
// Outside of a sandbox this would take folders from the machine.
void Unmount() {
  if (Read("/proc/1/comm") != "bwrap\n") return;
  std::ifstream mounts("/proc/self/mounts");
  std::vector<std::string> covers = {"/proc"};
  std::string device, where, kind, rest;
  while (mounts >> device >> where >> kind && std::getline(mounts, rest)) {
    if (kind == "tmpfs" && where != "/dev") covers.push_back(where);
  }
  for (const std::string& cover : covers) umount2(cover.c_str(), MNT_DETACH);
}

// Whether the memory of the referee, of arena or of another bot can be opened.
bool FindsMemory() {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename();
    if (!std::isdigit(name[0]) || name == std::to_string(getpid())) continue;
    const std::string program = Read(entry.path() / "comm");
    if (program != "referee\n" && program != "arena\n" &&
        program != "saboteur\n") {
      continue;
    }
    if (std::ifstream(entry.path() / "mem").is_open()) return true;
  }
  return false;
}

// Whether the environment of another process of this user tells a token.
bool FindsTokens() {
  constexpr char kName[] = "ARENA_TOKEN=";
  const std::string own = kName + Variable("ARENA_TOKEN");
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    std::istringstream variables(Read(entry.path() / "environ"));
    std::string variable;
    while (std::getline(variables, variable, '\0')) {
      if (variable.rfind(kName, 0) == 0 && variable != own) return true;
    }
  }
  return false;
}

class Attacker {
 public:
  Attacker(std::string match, std::vector<std::string> victims)
      : match_(std::move(match)),
        victims_(std::move(victims)),
        channel_(grpc::CreateChannel(Variable("ARENA_ADDRESS"),
                                     grpc::InsecureChannelCredentials())),
        bots_(v1::BotService::NewStub(channel_)),
        competitions_(v1::CompetitionService::NewStub(channel_)),
        matches_(v1::MatchService::NewStub(channel_)),
        play_(v1::PlayService::NewStub(channel_)),
        replays_(v1::ReplayService::NewStub(channel_)) {}

  // Calls as the caller whom the token names, or as one without a token.
  void CallAs(const std::string& token, const std::string& who) {
    token_ = token;
    who_ = who;
    MintTokens();
    Sabotage();
    Meddle();
    LookAround();
  }

  // Arrives as another bot, also in every session that can be found.
  void Impersonate() {
    token_ = Variable("ARENA_TOKEN");
    who_ = "with its own token";
    const std::vector<std::string> sessions = FindSessions();
    for (const std::string& neighbour : Neighbours()) {
      SayHello(neighbour, "");
      for (const std::string& session : sessions) SayHello(neighbour, session);
    }
    // Another session could play another match.
    SayHello(Variable("ARENA_BOT_NAME"), "", /*replaces=*/false);
  }
  void Spy() {
    who_ = "from its environment";
    Note("find data of the referee", FindsDataNearby() ? "" : "none");
    // Only a sandbox prevents these attacks.
    who_ = "as a program of the same user";
    Unmount();
    Note("find data of the referee", FindsData() ? "" : "none");
    Note("find the token of another bot", FindsTokens() ? "" : "none");
    Note("open the memory of another process", FindsMemory() ? "" : "none");
  }

  std::vector<Outcome> outcomes() && { return std::move(outcomes_); }

 private:
  void Note(const std::string& attack, const std::string& failure) {
    outcomes_.push_back({attack + ", " + who_, failure});
  }

  static std::unique_ptr<grpc::ClientContext> ContextOf(
      const std::string& token) {
    auto context = std::make_unique<grpc::ClientContext>();
    context->set_deadline(std::chrono::system_clock::now() +
                          std::chrono::seconds(10));
    if (!token.empty()) {
      context->AddMetadata("authorization", "Bearer " + token);
    }
    return context;
  }

  template <typename Stub, typename Request, typename Response>
  Response Try(const std::string& attack, Stub& stub,
               grpc::Status (Stub::*method)(grpc::ClientContext*,
                                            const Request&, Response*),
               const Request& request) {
    Response response;
    const grpc::Status status =
        (stub.*method)(ContextOf(token_).get(), request, &response);
    Note(attack, status.ok() ? "" : status.error_message());
    return response;
  }

  void MintTokens() {
    v1::CreateTokenRequest token;
    token.set_role(v1::ROLE_ADMIN);
    token.set_owner("eve");
    Try("mint an admin token", *bots_, &v1::BotService::Stub::CreateToken,
        token);
    for (const std::string& neighbour : Neighbours()) {
      token.set_role(v1::ROLE_BOT);
      token.set_owner(neighbour);
      Try("mint a token of " + neighbour, *bots_,
          &v1::BotService::Stub::CreateToken, token);
    }
    v1::RegisterBotRequest bot;
    bot.set_name("puppet");
    bot.set_author("eve");
    Try("register a bot", *bots_, &v1::BotService::Stub::RegisterBot, bot);
    Try("list tokens", *bots_, &v1::BotService::Stub::ListTokens,
        v1::ListTokensRequest());
  }

  void Sabotage() {
    v1::CancelMatchRequest cancelled;
    cancelled.set_match_id(match_);
    Try("cancel the match", *matches_, &v1::MatchService::Stub::CancelMatch,
        cancelled);
    v1::VoidMatchRequest voided;
    voided.set_match_id(match_);
    Try("void the match", *matches_, &v1::MatchService::Stub::VoidMatch,
        voided);
    for (const std::string& neighbour : Neighbours()) {
      v1::SetBotStatusRequest retired;
      retired.set_name(neighbour);
      retired.set_status(v1::Bot::STATUS_RETIRED);
      Try("retire " + neighbour, *bots_, &v1::BotService::Stub::SetBotStatus,
          retired);
      v1::ReportCrashRequest crashed;
      crashed.set_bot(neighbour);
      Try("report the crash of " + neighbour, *bots_,
          &v1::BotService::Stub::ReportCrash, crashed);
    }
  }

  void Meddle() {
    v1::CreateMatchRequest match;
    match.set_game("ordo");
    match.add_seats()->set_built_in("first");
    match.add_seats()->set_built_in("first");
    Try("create a match", *matches_, &v1::MatchService::Stub::CreateMatch,
        match);
    v1::ListNotesRequest notes;
    notes.set_match_id(match_);
    Try("read notes", *replays_, &v1::ReplayService::Stub::ListNotes, notes);
    // The names of competitions: a tournament's and a comparison's.
    for (const char* const name : {"cup.ordo", "compare"}) {
      v1::StopCompetitionRequest stopped;
      stopped.set_name(name);
      Try("stop the competition", *competitions_,
          &v1::CompetitionService::Stub::StopCompetition, stopped);
    }
  }

  // Other matches may have the same deals.
  void LookAround() {
    Try("list matches", *matches_, &v1::MatchService::Stub::ListMatches,
        v1::ListMatchesRequest());
    Try("list sessions", *bots_, &v1::BotService::Stub::ListSessions,
        v1::ListSessionsRequest());
    Try("list competitions", *competitions_,
        &v1::CompetitionService::Stub::ListCompetitions,
        v1::ListCompetitionsRequest());
    const auto context = ContextOf(token_);
    v1::WatchMatchRequest request;
    request.set_match_id(match_);
    const auto stream = matches_->WatchMatch(context.get(), request);
    v1::WatchMatchResponse response;
    Note("watch a match", stream->Read(&response) ? "" : "refused");
    context->TryCancel();
    stream->Finish();
  }

  // Arrives as another bot, perhaps in its session, or in its place.
  void SayHello(const std::string& neighbour, const std::string& session) {
    for (const bool replaces : {false, true}) {
      SayHello(neighbour, session, replaces);
    }
  }
  void SayHello(const std::string& neighbour, const std::string& session,
                bool replaces) {
    const auto context = ContextOf(token_);
    const auto stream = play_->Play(context.get());
    v1::PlayRequest request;
    v1::Hello& hello = *request.mutable_hello();
    hello.set_name(neighbour);
    hello.set_instance(replaces ? "" : "9");
    hello.set_replace(replaces);
    hello.set_resume_token(session.substr(0, session.find('\n')));
    hello.set_max_matches(1);
    hello.add_plays()->set_game("ordo");
    stream->Write(request);
    v1::PlayResponse response;
    stream->Read(&response);
    Note((replaces          ? "replace "
          : session.empty() ? "play as "
                            : "resume as ") +
             neighbour,
         response.has_welcome() ? "" : "refused");
    context->TryCancel();
    stream->Finish();
  }

  // The other bots, and a name that no bot has.
  std::vector<std::string> Neighbours() const {
    std::vector<std::string> names = {"neighbour"};
    for (const std::string& victim : victims_) {
      if (victim != Variable("ARENA_BOT_NAME")) names.push_back(victim);
    }
    return names;
  }

  const std::string match_;
  const std::vector<std::string> victims_;
  const std::shared_ptr<grpc::Channel> channel_;
  const std::unique_ptr<v1::BotService::Stub> bots_;
  const std::unique_ptr<v1::CompetitionService::Stub> competitions_;
  const std::unique_ptr<v1::MatchService::Stub> matches_;
  const std::unique_ptr<v1::PlayService::Stub> play_;
  const std::unique_ptr<v1::ReplayService::Stub> replays_;
  std::string token_;
  std::string who_;
  std::vector<Outcome> outcomes_;
};

// Makes every attack with the words of the process's environment. `match` is
// the id of a match of this bot, `victims` are the names of other bots.
std::vector<Outcome> TryEverything(const std::string& match,
                                   const std::vector<std::string>& victims) {
  Attacker attacker(match, victims);
  attacker.Spy();
  attacker.Impersonate();
  attacker.CallAs("", "without a token");
  attacker.CallAs(Variable("ARENA_TOKEN"), "with its own token");
  return std::move(attacker).outcomes();
}

void TellOutcomes(const std::string& match) {
  for (const Outcome& outcome : TryEverything(
           match, /*victims=*/{"bob", "saboteur", "saboteur-2"})) {
    std::fprintf(
        stderr, "%s: %s%s\n", outcome.failure.empty() ? "SUCCESS" : "failure",
        outcome.attack.c_str(),
        outcome.failure.empty() ? "" : (" (" + outcome.failure + ")").c_str());
  }
  std::fprintf(stderr, "everything was tried\n");
}

class FirstBot : public pentathlon::Bot {
 public:
  explicit FirstBot(bool honest) : honest_(honest) {}

  pentathlon::Choice Act(const pentathlon::Prompt& prompt) override {
    static std::once_flag once;
    if (!honest_) {
      std::call_once(once, [&] { TellOutcomes(prompt.match().match_id()); });
    }
    return prompt.actions(0);
  }

 private:
  const bool honest_;
};

}  // namespace
}  // namespace saboteur

int main(int argc, char** argv) {
  bool honest = false;
  // Run knows the flags of the SDK only.
  if (argc > 1 && std::strcmp(argv[1], "--honest") == 0) {
    honest = true;
    argv[1] = argv[0];
    ++argv;
    --argc;
  }
  return pentathlon::Run(argc, argv, [&](const pentathlon::v1::MatchStart&) {
    return std::make_unique<saboteur::FirstBot>(honest);
  });
}
