#include "referee/kubernetes/companion/companion.h"

#include <poll.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/descriptor.h"
#include "arena/submission/archive.h"
#include "referee/sockets/connection_threads.h"
#include "referee/sockets/sockets.h"
#include "referee/sockets/tunnel.h"

namespace arena::kubernetes {
namespace {

namespace fs = std::filesystem;

constexpr absl::Duration kDialTime = absl::Seconds(5);
constexpr absl::Duration kFolderTime = absl::Minutes(1);
// Between two attempts to reach the runner.
constexpr absl::Duration kRetry = absl::Milliseconds(200);
constexpr char kFetchedName[] = ".fetched";

// A connection with an answer of "ok", and the words after it.
struct Opened {
  Descriptor connection;
  std::string rest;
};

class Companion {
 public:
  Companion(const CompanionOptions& options, int stop)
      : options_(options), stop_(stop), tunnels_(options.most_connections) {}

  absl::Status Run() {
    ARENA_RETURN_IF_ERROR(Prepare());
    ARENA_ASSIGN_OR_RETURN(const bool program_has_ended, Attend());
    if (!program_has_ended || !options_.keeps_folder) return absl::OkStatus();
    const auto archive =
        submission::Pack(options_.folder, FolderLimits(options_.most_bytes));
    ARENA_RETURN_IF_ERROR(Insist([this, &archive] {
      return archive.ok() ? SendFolder(*archive) : SayLost(archive.status());
    }));
    // If the companion ended now, the cluster would start it again.
    if (!stopped_) AwaitStop(absl::InfiniteFuture());
    return absl::OkStatus();
  }

 private:
  // ---- Before the program ----

  absl::Status Prepare() {
    const std::string fetched =
        absl::StrCat(options_.socket_folder, "/", kFetchedName);
    // The cluster may have started the companion again.
    const std::string ready =
        absl::StrCat(options_.socket_folder, "/", kReadyName);
    std::error_code error;
    fs::remove(ready, error);
    if (!fs::exists(fetched)) {
      ARENA_RETURN_IF_ERROR(Insist([this] { return FetchFolder(); }));
      std::ofstream(fetched) << "";
    }
    for (const std::string& name : options_.sockets) {
      ARENA_ASSIGN_OR_RETURN(
          Descriptor listener,
          ListenUnix(absl::StrCat(options_.socket_folder, "/", name)));
      listeners_.emplace_back(name, std::move(listener));
    }
    if (!options_.init.empty()) {
      fs::copy_file(options_.init,
                    absl::StrCat(options_.socket_folder, "/", kInitName),
                    fs::copy_options::overwrite_existing, error);
    }
    ARENA_RETURN_IF_ERROR(Insist([this] { return BeginHold(); }));
    const std::ofstream say_ready(ready);
    if (!error && say_ready) return absl::OkStatus();
    return absl::UnavailableError(
        absl::StrCat("cannot write in ", options_.socket_folder));
  }

  absl::Status FetchFolder() {
    ARENA_ASSIGN_OR_RETURN(const Opened opened, Ask({.wish = Wish::kFetch}));
    const submission::ArchiveLimits limits = FolderLimits(options_.most_bytes);
    int64_t bytes = 0;
    if (!absl::SimpleAtoi(opened.rest, &bytes) || bytes < 0 ||
        bytes > limits.most_packed_bytes) {
      return absl::InvalidArgumentError("the runner sends no archive");
    }
    ARENA_ASSIGN_OR_RETURN(
        const std::string archive,
        ReceiveBytes(opened.connection.get(), static_cast<size_t>(bytes),
                     absl::Now() + kFolderTime));
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(options_.folder, ignored)) {
      fs::remove_all(entry.path(), ignored);
    }
    return submission::Unpack(archive, options_.folder, limits);
  }

  absl::Status BeginHold() {
    ARENA_ASSIGN_OR_RETURN(Opened opened, Ask({.wish = Wish::kHold}));
    hold_ = std::move(opened.connection);
    return absl::OkStatus();
  }

  // ---- While the program runs ----

  // Waits until the program has ended or the companion is to stop. Returns
  // whether the program has ended.
  absl::StatusOr<bool> Attend() {
    while (true) {
      std::vector<pollfd> wanted = {{stop_, POLLIN, 0},
                                    {hold_.get(), POLLIN, 0}};
      for (const auto& [name, listener] : listeners_) {
        wanted.push_back({listener.get(), POLLIN, 0});
      }
      if (stopped_) wanted[0].fd = -1;
      poll(wanted.data(), wanted.size(), -1);
      // While the program may run, its folder stays as it is. The runner asks
      // for the folder when it knows that the program has ended.
      if (wanted[0].revents != 0 && !options_.keeps_folder) return false;
      if (wanted[1].revents != 0) {
        const auto line =
            ReceiveLine(hold_.get(), kMostLine, absl::Now() + kDialTime);
        if (line.ok() && *line == "end") return true;
        ARENA_RETURN_IF_ERROR(Insist([this] { return BeginHold(); }));
      }
      for (size_t i = 0; i < listeners_.size(); ++i) {
        if (wanted[i + 2].revents != 0) Connect(i);
      }
      if (wanted[0].revents != 0) stopped_ = true;
    }
  }

  void Connect(size_t listener) {
    const auto& [name, socket] = listeners_[listener];
    Descriptor program = AcceptNext(socket.get());
    if (!program.is_open()) return;
    tunnels_.Take(std::move(program), [this, &name = name](int connection) {
      const auto opened = Ask({.wish = Wish::kOpen, .socket = name});
      if (opened.ok()) Tunnel(connection, opened->connection.get());
    });
  }

  // ---- After the program ----

  absl::Status SendFolder(const std::string& archive) {
    ARENA_ASSIGN_OR_RETURN(
        const Opened opened,
        Ask({.wish = Wish::kKeep,
             .bytes = static_cast<int64_t>(archive.size())}));
    const absl::Time deadline = absl::Now() + kFolderTime;
    ARENA_RETURN_IF_ERROR(SendAll(opened.connection.get(), archive, deadline));
    return AnswerOf(opened.connection.get(), deadline).status();
  }

  absl::Status SayLost(const absl::Status& why) {
    return Ask({.wish = Wish::kDrop, .reason = std::string(why.message())})
        .status();
  }

  // ---- The way to the runner ----

  // The words after "ok". INVALID_ARGUMENT: refused.
  static absl::StatusOr<std::string> AnswerOf(int connection,
                                              absl::Time deadline) {
    const auto line = ReceiveLine(connection, kMostLine, deadline);
    if (!line.ok()) return line.status();
    absl::string_view rest = *line;
    if (!absl::ConsumePrefix(&rest, "ok")) {
      return absl::InvalidArgumentError(
          absl::StrCat("the runner says: ", *line));
    }
    absl::ConsumePrefix(&rest, " ");
    return std::string(rest);
  }

  absl::StatusOr<Opened> Ask(Request request) const {
    request.key = options_.key;
    const absl::Time deadline = absl::Now() + kDialTime;
    ARENA_ASSIGN_OR_RETURN(Descriptor connection,
                           DialTcp(options_.gateway, deadline));
    ARENA_RETURN_IF_ERROR(SendAll(
        connection.get(), absl::StrCat(TextOf(request), "\n"), deadline));
    ARENA_ASSIGN_OR_RETURN(std::string rest,
                           AnswerOf(connection.get(), deadline));
    return Opened{std::move(connection), std::move(rest)};
  }

  // Tries again while the runner cannot be reached.
  absl::Status Insist(const std::function<absl::Status()>& action) {
    const absl::Time deadline = absl::Now() + options_.patience;
    while (true) {
      const absl::Status done = action();
      if (done.ok() || absl::IsInvalidArgument(done) ||
          absl::Now() >= deadline) {
        return done;
      }
      AwaitStop(absl::Now() + kRetry);
      if (stopped_ && !options_.keeps_folder) return done;
    }
  }

  void AwaitStop(absl::Time deadline) {
    if (AwaitEvents(stopped_ ? -1 : stop_, POLLIN, deadline)) stopped_ = true;
  }

  const CompanionOptions& options_;
  const int stop_;
  bool stopped_ = false;
  Descriptor hold_;
  std::vector<std::pair<std::string, Descriptor>> listeners_;
  // Connections of the program, each with its tunnel to the runner.
  ConnectionThreads tunnels_;
};

}  // namespace

absl::Status RunCompanion(const CompanionOptions& options, int stop) {
  return Companion(options, stop).Run();
}

bool IsCompanionReady(const std::string& socket_folder) {
  return access(absl::StrCat(socket_folder, "/", kReadyName).c_str(), F_OK) ==
         0;
}

}  // namespace arena::kubernetes
