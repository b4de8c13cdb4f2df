#include "arena/cli/bots/bot_list.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/core/suggestion.h"
#include "arena/match/bot_name.h"
#include "arena/match/player.h"
#include "arena/process/launch.h"
#include "arena/process/processors.h"
#include "arena/process/program_name.h"
#include "arena/submission/manifest.h"

namespace arena::cli {
namespace {

namespace fs = std::filesystem;

constexpr absl::string_view kBuiltIn = "built-in:";

bool IsProgram(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

bool IsOnPath(const std::string& name) {
  const char* path = std::getenv("PATH");
  for (const absl::string_view folder :
       absl::StrSplit(path == nullptr ? "" : path, ':')) {
    if (!folder.empty() && IsProgram(fs::path(std::string(folder)) / name)) {
      return true;
    }
  }
  return false;
}

// The command that a bridge starts; the command itself if it is no bridge.
std::vector<std::string> BehindBridge(const std::vector<std::string>& command) {
  const bool is_bridge = command.size() > 1 && command[1] == "bridge" &&
                         fs::path(command[0]).filename() == "arena";
  const auto mark = absl::c_find(command, "--");
  if (!is_bridge || command.end() - mark < 2) return command;
  return {mark + 1, command.end()};
}

// A name that the protocol accepts.
std::string NameFor(std::string name) {
  constexpr size_t kLongest = 56;  // leaves room for "-2"
  name.resize(std::min(name.size(), kLongest));
  for (char& c : name) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && c != '.' &&
        c != '_' && c != '-') {
      c = '_';
    }
  }
  return CheckBotName("name", name).ok() ? name : absl::StrCat("bot_", name);
}

std::string NameOfProgram(const BotSpec& bot) {
  return NameFor(ProgramName(BehindBridge(bot.command)));
}

// The folders above its file, the nearest first.
std::vector<std::string> FoldersOf(const BotSpec& bot) {
  std::error_code ignored;
  const fs::path file =
      fs::weakly_canonical(ProgramFile(BehindBridge(bot.command)), ignored);
  std::vector<std::string> folders;
  for (const fs::path& part : file.parent_path()) folders.push_back(part);
  return {folders.rbegin(), folders.rend()};
}

// Names different programs of one name by the nearest folder that differs:
// "alice-main" and "bob-main" for alice/main.py and bob/main.py.
void TellApart(const std::vector<BotSpec*>& of_one_name) {
  std::set<std::vector<std::string>> programs;
  for (const BotSpec* bot : of_one_name) programs.insert(FoldersOf(*bot));
  for (size_t depth = 0; programs.size() > 1; ++depth) {
    std::set<std::string> folders;
    for (const auto& program : programs) {
      if (program.size() <= depth) return;
      folders.insert(absl::AsciiStrToLower(program[depth]));
    }
    if (folders.size() < programs.size()) continue;
    for (BotSpec* bot : of_one_name) {
      bot->name = NameFor(absl::StrCat(FoldersOf(*bot)[depth], "-", bot->name));
    }
    return;
  }
}

// Adds a folder before a taken name, or a number after it. Seats with the same
// folder are played by one bot, whose name no other bot may have.
absl::Status MakeUnique(std::vector<BotSpec>& bots) {
  // By name in lower case, because names must not differ only in case.
  std::map<std::string, std::string> folders;
  for (const BotSpec& bot : bots) {
    if (!bot.submitted()) continue;
    const auto [taken, is_new] =
        folders.emplace(absl::AsciiStrToLower(bot.name), bot.folder);
    if (is_new || taken->second == bot.folder) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("the bots of ", taken->second, " and ", bot.folder,
                     " have the same name, \"", bot.name,
                     "\"; change it in one ", submission::kManifestName));
  }
  std::map<std::string, std::vector<BotSpec*>> programs;
  for (BotSpec& bot : bots) {
    if (bot.built_in() || bot.submitted()) continue;
    programs[absl::AsciiStrToLower(bot.name)].push_back(&bot);
  }
  for (const auto& [name, of_one_name] : programs) TellApart(of_one_name);
  std::set<std::string> taken;
  for (const auto& [name, folder] : folders) taken.insert(name);
  for (BotSpec& bot : bots) {
    if (bot.built_in() || bot.submitted()) continue;
    const std::string base = bot.name;
    for (int n = 2; !taken.insert(absl::AsciiStrToLower(bot.name)).second;
         ++n) {
      bot.name = absl::StrCat(base, "-", n);
    }
  }
  return absl::OkStatus();
}

}  // namespace

v1::SeatSpec BotSpec::Seat() const {
  v1::SeatSpec seat;
  built_in() ? seat.set_built_in(name) : seat.set_bot(name);
  return seat;
}

v1::SeatSpec SeatOf(absl::string_view text) {
  v1::SeatSpec seat;
  if (absl::ConsumePrefix(&text, kBuiltIn)) {
    seat.set_built_in(std::string(text));
  } else {
    seat.set_bot(std::string(text));
  }
  return seat;
}

std::string SeatText(const v1::SeatSpec& seat) {
  // The players of an anonymous match are told when it is over.
  if (seat.player_case() == v1::SeatSpec::PLAYER_NOT_SET) return "(hidden)";
  return seat.has_bot() ? seat.bot() : absl::StrCat(kBuiltIn, seat.built_in());
}

bool IsBotFolder(const std::vector<std::string>& command) {
  std::error_code error;
  return command.size() == 1 && fs::is_directory(command[0], error);
}

absl::StatusOr<BotSpec> ReadBotFolder(const std::string& folder) {
  const fs::path path = fs::path(folder) / submission::kManifestName;
  ARENA_ASSIGN_OR_RETURN(const submission::Manifest manifest,
                         submission::ReadManifestIn(folder, path.string()));
  const int cores = static_cast<int>(OwnProcessors().size());
  if (manifest.cores > std::max(1, cores)) {
    return absl::InvalidArgumentError(
        absl::StrCat("cores in ", path.string(), " is ", manifest.cores,
                     "; programs on this machine may use ", cores));
  }
  std::error_code error;
  BotSpec bot = {.name = manifest.name,
                 .command = {},
                 .folder = fs::canonical(folder, error)};
  bot.needs.set_memory_mib(manifest.memory_bytes >> 20);
  bot.needs.set_cores(manifest.cores);
  return bot;
}

absl::Status CheckProgram(const std::string& program) {
  const bool has_folder = program.find('/') != std::string::npos;
  if (has_folder ? IsProgram(program) : IsOnPath(program)) {
    return CheckCanStart(program);
  }
  std::error_code ignored;
  if (!fs::exists(program, ignored)) {
    if (has_folder) {
      return absl::NotFoundError(
          absl::StrCat("there is no program \"", program, "\""));
    }
    const std::vector<std::string> names(BuiltInNames().begin(),
                                         BuiltInNames().end());
    return absl::NotFoundError(absl::StrCat(
        "\"", program, "\" is neither a built-in player (",
        absl::StrJoin(names, ", "),
        ") nor a program on the PATH; name other programs by their path, e.g. "
        "./",
        program, DidYouMean(program, names)));
  }
  if (!has_folder && IsProgram(program)) {
    return absl::NotFoundError(absl::StrCat(
        "\"", program, "\" is not on the PATH; did you mean ./", program, "?"));
  }
  const absl::Status why = CheckCanStart(program);
  if (absl::StrContains(why.message(), "noexec")) return why;
  return absl::PermissionDeniedError(
      absl::StrCat("\"", program,
                   "\" is not an executable file; make it one (chmod +x) or "
                   "name its interpreter, e.g. \"python3 ",
                   program, "\""));
}

absl::StatusOr<std::vector<BotSpec>> ReadBots(
    const std::vector<std::vector<std::string>>& commands, int seats) {
  std::vector<BotSpec> bots;
  for (const auto& command : commands) {
    if (command.size() == 1 &&
        absl::c_linear_search(BuiltInNames(), command[0])) {
      bots.push_back({command[0], {}});
      continue;
    }
    if (IsBotFolder(command)) {
      ARENA_ASSIGN_OR_RETURN(BotSpec bot, ReadBotFolder(command[0]));
      bots.push_back(std::move(bot));
      continue;
    }
    ARENA_RETURN_IF_ERROR(CheckProgram(command[0]));
    bots.push_back({"", command});
    bots.back().name = NameOfProgram(bots.back());
  }
  if (bots.size() == 1 && seats > 1) bots.resize(seats, bots[0]);
  if (seats != 0 && static_cast<int>(bots.size()) != seats) {
    return absl::InvalidArgumentError(
        absl::StrCat(bots.size(), " bots for ", seats, " seats; name ", seats,
                     ", or one for all seats"));
  }
  ARENA_RETURN_IF_ERROR(MakeUnique(bots));
  return bots;
}

}  // namespace arena::cli
