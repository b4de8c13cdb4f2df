#include "tests/measure/floods/runner_stand.h"

#include <grpcpp/grpcpp.h>

#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/bench/subject.h"
#include "arena/core/check.h"
#include "arena/submission/archive.h"
#include "referee/kubernetes/gateway.h"
#include "referee/runner/play_proxy.h"

namespace arena::floods {
namespace {

namespace fs = std::filesystem;

// The bots that have flooded. Thread-safe.
class Floods {
 public:
  void Add(int bot) {
    const std::lock_guard lock(mutex_);
    bots_.insert(bot);
    changed_.notify_one();
  }
  // Waits for a bot that has flooded, and returns it.
  int Take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !bots_.empty(); });
    return bots_.extract(bots_.begin()).value();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<int> bots_;
};

class Listener final : public runner::PlayListener {
 public:
  Listener(Floods& floods, int bot) : floods_(floods), bot_(bot) {}
  void OnHello(const std::function<void()>& /*watch*/) override {}
  void OnMessage(const v1::PlayResponse& /*message*/) override {}
  void OnRequest(const v1::PlayRequest& /*request*/) override {}
  void OnStreamEnd() override {}
  void OnFlood(const absl::Status& /*why*/) override { floods_.Add(bot_); }

 private:
  Floods& floods_;
  const int bot_;
};

class Stand {
 public:
  Stand(const std::string& folder, const std::string& referee,
        const std::string& token)
      : folder_(folder),
        token_(token),
        referee_(bench::ChannelTo({.process = nullptr, .address = referee})) {}

  // Returns only if there is an error.
  absl::Status Run(int bots) {
    ARENA_ASSIGN_OR_RETURN(
        gateway_, kubernetes::Gateway::Open({.host = "127.0.0.1", .port = 0}));
    ARENA_ASSIGN_OR_RETURN(std::string archive, PackFiles());
    const auto packed = std::make_shared<const std::string>(std::move(archive));
    std::vector<std::string> words = {gateway_->address()};
    for (int bot = 0; bot < bots; ++bot) {
      const fs::path socket = SocketOf(folder_, bot);
      fs::create_directories(socket.parent_path());
      listeners_.push_back(std::make_unique<Listener>(floods_, bot));
      proxies_.emplace_back();
      ARENA_RETURN_IF_ERROR(Open(bot));
      words.push_back(gateway_->Admit({.archive = packed,
                                       .socket_folder = socket.parent_path(),
                                       .sockets = {socket.filename()}}));
    }
    std::printf("listening %s\n", absl::StrJoin(words, " ").c_str());
    std::fflush(stdout);
    while (true) ARENA_RETURN_IF_ERROR(Open(floods_.Take()));
  }

 private:
  absl::StatusOr<std::string> PackFiles() const {
    const std::string files = folder_ + "/files";
    fs::create_directories(files);
    std::ofstream(files + "/bot") << "a program";
    return submission::Pack(files, {});
  }
  absl::Status Open(int bot) {
    proxies_[bot].reset();
    ARENA_ASSIGN_OR_RETURN(
        proxies_[bot],
        runner::PlayProxy::Open(SocketOf(folder_, bot), referee_,
                                {.token = token_,
                                 .bot = absl::StrCat("bot-", bot, "-0"),
                                 .process_id = absl::StrCat("stand-", bot),
                                 .version = "1",
                                 .resources = {}},
                                *listeners_[bot]));
    return absl::OkStatus();
  }

  const std::string folder_;
  const std::string token_;
  const std::shared_ptr<grpc::Channel> referee_;
  std::unique_ptr<kubernetes::Gateway> gateway_;
  Floods floods_;
  std::vector<std::unique_ptr<Listener>> listeners_;
  std::vector<std::unique_ptr<runner::PlayProxy>> proxies_;
};

}  // namespace

std::string SocketOf(const std::string& folder, int bot) {
  return absl::StrCat(folder, "/bot-", bot, "/r");
}

int RunRunnerStand(const std::string& folder, const std::string& referee,
                   const std::string& token, int bots) {
  const absl::Status ended = Stand(folder, referee, token).Run(bots);
  std::fprintf(stderr, "%s\n", ended.ToString().c_str());
  return 1;
}

}  // namespace arena::floods
