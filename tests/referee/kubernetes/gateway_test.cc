// The gateway of a runner and the companions of pods, over loopback.
#include "referee/kubernetes/gateway.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/process/launch.h"
#include "arena/process/temporary_folder.h"
#include "arena/submission/archive.h"
#include "referee/kubernetes/companion/companion.h"
#include "referee/sockets/sockets.h"

namespace arena::kubernetes {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

absl::Time InAMinute() { return absl::Now() + absl::Minutes(1); }

std::string ReadAll(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Reads until the other side hangs up.
std::string Rest(int connection) {
  std::string text;
  while (true) {
    const auto next = ReceiveBytes(connection, 1, InAMinute());
    if (!next.ok()) return text;
    text += *next;
  }
}

class GatewayTest : public ::testing::Test {
 protected:
  GatewayTest() {
    fs::create_directories(Path("job"));
    fs::create_directories(Path("sockets"));
    std::ofstream(Path("job/bot")) << "program";
    server_ = *ListenUnix(Path("sockets/r"));
    Open({.host = "127.0.0.1",
          .port = 0,
          .request_time = absl::Milliseconds(300)});
  }

  void Open(GatewayOptions options) {
    gateway_.reset();
    options.host = "127.0.0.1";
    options.port = 0;
    auto gateway = Gateway::Open(options);
    ASSERT_TRUE(gateway.ok()) << gateway.status();
    gateway_ = *std::move(gateway);
  }
  std::string Path(const std::string& name) const {
    return folder_->path() + "/" + name;
  }
  Grant GrantOf() {
    return {.archive = std::make_shared<const std::string>(
                *submission::Pack(Path("job"), FolderLimits(1 << 20))),
            .socket_folder = Path("sockets"),
            .sockets = {"r"}};
  }
  Descriptor Dial() const {
    // The gateway may hang up here on a connection that it refuses.
    auto connection = DialTcp(gateway_->address(), InAMinute());
    return connection.ok() ? *std::move(connection) : Descriptor();
  }
  // Sends a request, and leaves the connection open.
  Descriptor Send(const std::string& text) const {
    Descriptor connection = Dial();
    // The other side may have hung up by now.
    SendAll(connection.get(), text, InAMinute()).IgnoreError();
    return connection;
  }
  // Returns the whole answer to a request of one line.
  std::string Answer(const std::string& line) const {
    return Rest(Send(line + "\n").get());
  }
  std::string Line(int connection) const {
    const auto line = ReceiveLine(connection, kMostLine, InAMinute());
    return line.ok() ? *line : "nothing";
  }

  const std::unique_ptr<TemporaryFolder> folder_ = *TemporaryFolder::Create();
  // The server of the job.
  Descriptor server_;
  std::unique_ptr<Gateway> gateway_;
};

// ---- Strangers ----

TEST_F(GatewayTest, WhoShowsNoKeyIsToldNothing) {
  const std::string key = gateway_->Admit(GrantOf());
  for (const std::string& line :
       {std::string("GET / HTTP/1.1"), std::string("arena-pod/1 fetch"),
        std::string("arena-pod/1 wrong fetch"), "arena-pod/2 " + key + " fetch",
        "arena-pod/1 " + key.substr(1) + " fetch",
        "arena-pod/1 " + key + " eat", "arena-pod/1 " + key + "  fetch"}) {
    EXPECT_EQ(Answer(line), "") << line;
  }
  EXPECT_THAT(Answer("arena-pod/1 " + key + " fetch"), StartsWith("ok "));
}

TEST_F(GatewayTest, AnEndlessLineEnds) {
  const Descriptor connection = Send(std::string(kMostLine + 100, 'x'));
  EXPECT_EQ(Rest(connection.get()), "");
}

TEST_F(GatewayTest, WhoIsSlowIsCutOffHoweverBusyItSeems) {
  const Descriptor connection = Dial();
  const absl::Time began = absl::Now();
  // Each byte comes in time, but the whole line does not.
  while (SendAll(connection.get(), "x", InAMinute()).ok()) {
    if (AwaitEvents(connection.get(), POLLIN,
                    absl::Now() + absl::Milliseconds(20))) {
      break;
    }
  }
  EXPECT_EQ(Rest(connection.get()), "");
  EXPECT_LT(absl::Now() - began, absl::Seconds(30));
}

TEST_F(GatewayTest, StrangersMakeRoom) {
  Open({.request_time = absl::InfiniteDuration(), .most_connections = 3});
  std::vector<Descriptor> silent;
  for (int i = 0; i < 3; ++i) silent.push_back(Dial());
  const std::string key = gateway_->Admit(GrantOf());
  EXPECT_THAT(Answer("arena-pod/1 " + key + " fetch"), StartsWith("ok "));
  EXPECT_EQ(Rest(silent.front().get()), "");
}

TEST_F(GatewayTest, ConnectionsAreFew) {
  Open({.most_connections = 3});
  const std::string key = gateway_->Admit(GrantOf());
  std::vector<Descriptor> holds;
  for (int i = 0; i < 3; ++i) {
    holds.push_back(Send("arena-pod/1 " + key + " hold\n"));
    EXPECT_EQ(Line(holds.back().get()), "ok");
  }
  // A connection makes room only when it is over.
  EXPECT_EQ(Answer("arena-pod/1 " + key + " fetch"), "");
  holds.pop_back();
  std::string answer;
  while (answer.empty()) answer = Answer("arena-pod/1 " + key + " fetch");
  EXPECT_THAT(answer, StartsWith("ok "));
}

TEST_F(GatewayTest, WithoutAnAddressThatPodsCanDialItDoesNotOpen) {
  const auto gateway = Gateway::Open({.host = "localhost", .port = 0});
  EXPECT_TRUE(absl::IsInvalidArgument(gateway.status())) << gateway.status();
}

// ---- Keys ----

TEST_F(GatewayTest, AKeyOpensWhatItsPodMayHave) {
  const std::string key = gateway_->Admit(GrantOf());
  const Descriptor connection = Send("arena-pod/1 " + key + " open r\n");
  EXPECT_EQ(Line(connection.get()), "ok");
  ASSERT_TRUE(AwaitEvents(server_.get(), POLLIN, InAMinute()));
  const Descriptor served = AcceptNext(server_.get());
  ASSERT_TRUE(SendAll(connection.get(), "hello", InAMinute()).ok());
  EXPECT_EQ(*ReceiveBytes(served.get(), 5, InAMinute()), "hello");
  // The end of one direction is passed on, and the other direction stays.
  shutdown(connection.get(), SHUT_WR);
  EXPECT_EQ(Rest(served.get()), "");
  ASSERT_TRUE(SendAll(served.get(), "goodbye", InAMinute()).ok());
  shutdown(served.get(), SHUT_WR);
  EXPECT_EQ(Rest(connection.get()), "goodbye");
}

TEST_F(GatewayTest, NoOtherSocketCanBeReached) {
  const Descriptor other = *ListenUnix(Path("other"));
  const Descriptor hidden = *ListenUnix(Path("sockets/hidden"));
  const std::string key = gateway_->Admit(GrantOf());
  for (const std::string& name :
       {std::string("../other"), Path("other"), std::string(".."),
        std::string("./r"), std::string("hidden"), std::string("r/../../other"),
        std::string("")}) {
    EXPECT_THAT(Answer("arena-pod/1 " + key + " open " + name),
                ::testing::AnyOf("", "no such socket\n"))
        << name;
  }
  EXPECT_FALSE(AwaitEvents(other.get(), POLLIN, absl::Now()));
  EXPECT_FALSE(AwaitEvents(hidden.get(), POLLIN, absl::Now()));
}

TEST_F(GatewayTest, AKeyIsWorthNothingToOtherPods) {
  fs::create_directories(Path("others"));
  const Descriptor other = *ListenUnix(Path("others/s"));
  Grant of_other = GrantOf();
  of_other.socket_folder = Path("others");
  of_other.sockets = {"s"};
  const std::string others_key = gateway_->Admit(of_other);
  const std::string key = gateway_->Admit(GrantOf());
  EXPECT_NE(key, others_key);
  EXPECT_EQ(Answer("arena-pod/1 " + key + " open s"), "no such socket\n");
  gateway_->Revoke(key);
  EXPECT_EQ(Answer("arena-pod/1 " + key + " fetch"), "");
  EXPECT_THAT(Answer("arena-pod/1 " + others_key + " fetch"),
              StartsWith("ok "));
}

TEST_F(GatewayTest, RevokingEndsConnections) {
  const std::string key = gateway_->Admit(GrantOf());
  const Descriptor hold = Send("arena-pod/1 " + key + " hold\n");
  const Descriptor open = Send("arena-pod/1 " + key + " open r\n");
  EXPECT_EQ(Line(hold.get()), "ok");
  EXPECT_EQ(Line(open.get()), "ok");
  EXPECT_TRUE(gateway_->IsHeld(key));
  gateway_->Revoke(key);
  EXPECT_EQ(Rest(hold.get()), "");
  EXPECT_EQ(Rest(open.get()), "");
}

TEST_F(GatewayTest, ConnectionsOfAKeyAreFew) {
  Open({.most_of_key = 4});
  const std::string key = gateway_->Admit(GrantOf());
  std::vector<Descriptor> open;
  for (int i = 0; i < 4; ++i) {
    open.push_back(Send("arena-pod/1 " + key + " open r\n"));
    EXPECT_EQ(Line(open.back().get()), "ok");
  }
  EXPECT_EQ(Answer("arena-pod/1 " + key + " open r"), "");
  const std::string other = gateway_->Admit(GrantOf());
  EXPECT_THAT(Answer("arena-pod/1 " + other + " fetch"), StartsWith("ok "));
}

TEST_F(GatewayTest, AnArchiveIsNotFetchedForEver) {
  Open({.most_fetches = 2});
  const std::string key = gateway_->Admit(GrantOf());
  const std::string ask = "arena-pod/1 " + key + " fetch";
  EXPECT_THAT(Answer(ask), StartsWith("ok "));
  EXPECT_THAT(Answer(ask), StartsWith("ok "));
  EXPECT_EQ(Answer(ask), "");
}

TEST_F(GatewayTest, WhoDoesNotReadIsCutOff) {
  Open({.archive_time = absl::Milliseconds(200)});
  Grant grant = GrantOf();
  grant.archive = std::make_shared<const std::string>(64 << 20, 'x');
  const std::string key = gateway_->Admit(grant);
  const Descriptor deaf = Send("arena-pod/1 " + key + " fetch\n");
  ASSERT_EQ(Line(deaf.get()), "ok 67108864");
  const Descriptor hold = Send("arena-pod/1 " + key + " hold\n");
  EXPECT_EQ(Line(hold.get()), "ok");
  // The gateway has hung up, although not all bytes were read.
  EXPECT_LT(Rest(deaf.get()).size(), size_t{64} << 20);
}

// ---- Folders that come back ----

TEST_F(GatewayTest, AFolderComesBackOnceAndOnlyAfterTheEnd) {
  std::vector<std::string> kept;
  Grant grant = GrantOf();
  grant.keep = [&kept](const absl::StatusOr<std::string>& archive) {
    kept.push_back(archive.ok() ? *archive
                                : std::string(archive.status().message()));
    return absl::OkStatus();
  };
  const std::string key = gateway_->Admit(grant);
  const std::string ask = "arena-pod/1 " + key + " keep 5\n";
  EXPECT_EQ(Rest(Send(ask).get()), "no not now\n");
  gateway_->SayEnded(key);
  EXPECT_EQ(Rest(Send(ask + "12345").get()), "ok\nok\n");
  EXPECT_EQ(Rest(Send(ask + "67890").get()), "no not now\n");
  EXPECT_THAT(kept, ::testing::ElementsAre("12345"));
}

TEST_F(GatewayTest, WhatBreaksOffMayComeAgain) {
  std::atomic<int> kept = 0;
  Grant grant = GrantOf();
  grant.keep = [&kept](const absl::StatusOr<std::string>&) {
    ++kept;
    return absl::OkStatus();
  };
  const std::string key = gateway_->Admit(grant);
  gateway_->SayEnded(key);
  const std::string ask = "arena-pod/1 " + key + " keep 5\n";
  {
    const Descriptor broken = Send(ask + "12");
    shutdown(broken.get(), SHUT_WR);
    EXPECT_THAT(Rest(broken.get()), HasSubstr("no it did not come"));
  }
  EXPECT_EQ(Rest(Send(ask + "12345").get()), "ok\nok\n");
  EXPECT_EQ(kept, 1);
}

TEST_F(GatewayTest, AFolderThatIsOnlyToBeReadStays) {
  const std::string key = gateway_->Admit(GrantOf());
  gateway_->SayEnded(key);
  EXPECT_EQ(Answer("arena-pod/1 " + key + " keep 5"),
            "no this folder is not to be changed\n");
}

TEST_F(GatewayTest, AHugeFolderIsRefusedBeforeItComes) {
  Grant grant = GrantOf();
  grant.keep = [](const absl::StatusOr<std::string>&) {
    return absl::OkStatus();
  };
  const std::string key = gateway_->Admit(grant);
  gateway_->SayEnded(key);
  EXPECT_EQ(Answer("arena-pod/1 " + key + " keep 99999999999"),
            "no it is too large\n");
}

// ---- With a companion ----

class CompanionTest : public GatewayTest {
 protected:
  CompanionTest() {
    fs::create_directories(Path("pod/bot"));
    fs::create_directories(Path("pod/run"));
    Pipe stop = *MakePipe();
    stop_ = std::move(stop.read_end);
    say_stop_ = std::move(stop.write_end);
  }
  ~CompanionTest() override { Stop().IgnoreError(); }

  // Starts the companion, and waits until all files are there.
  void Begin(const std::string& key, bool keeps_folder = false) {
    options_ = {.gateway = gateway_->address(),
                .key = key,
                .folder = Path("pod/bot"),
                .socket_folder = Path("pod/run"),
                .sockets = {"r"},
                .most_bytes = 1 << 20,
                .keeps_folder = keeps_folder,
                .patience = absl::Milliseconds(500)};
    // An earlier companion has left this mark.
    fs::remove(Path("pod/run/.ready"));
    thread_ = std::thread([this] {
      status_ = RunCompanion(options_, stop_.get());
      is_over_ = true;
    });
    while (!is_over_ && !IsCompanionReady(Path("pod/run"))) {
      std::this_thread::yield();
    }
    ASSERT_TRUE(IsCompanionReady(Path("pod/run"))) << status_;
  }
  absl::Status Stop() {
    say_stop_.Close();
    return Join();
  }
  absl::Status Join() {
    if (thread_.joinable()) thread_.join();
    return status_;
  }

  CompanionOptions options_;
  Descriptor stop_, say_stop_;
  std::atomic<bool> is_over_ = false;
  absl::Status status_;
  std::thread thread_;
};

TEST_F(CompanionTest, ItBringsFilesAndTunnels) {
  Begin(gateway_->Admit(GrantOf()));
  EXPECT_EQ(ReadAll(Path("pod/bot/bot")), "program");
  const auto bot = DialUnix(Path("pod/run/r"));
  ASSERT_TRUE(bot.ok());
  ASSERT_TRUE(AwaitEvents(server_.get(), POLLIN, InAMinute()));
  const Descriptor served = AcceptNext(server_.get());
  ASSERT_TRUE(SendAll(bot->get(), "hello", InAMinute()).ok());
  EXPECT_EQ(*ReceiveBytes(served.get(), 5, InAMinute()), "hello");
  EXPECT_TRUE(Stop().ok());
}

TEST_F(CompanionTest, ABotCannotHoldItUp) {
  Begin(gateway_->Admit(GrantOf()));
  // So many connections are more than the companion serves at a time.
  std::vector<Descriptor> greedy;
  for (int i = 0; i < 40; ++i) {
    greedy.push_back(*DialUnix(Path("pod/run/r")));
  }
  ASSERT_TRUE(AwaitEvents(server_.get(), POLLIN, InAMinute()));
  EXPECT_TRUE(Stop().ok());
}

TEST_F(CompanionTest, TheFolderComesBack) {
  std::string kept;
  Grant grant = GrantOf();
  grant.keep = [&kept](const absl::StatusOr<std::string>& archive) {
    kept = *archive;
    return absl::OkStatus();
  };
  const std::string key = gateway_->Admit(grant);
  Begin(key, true);
  std::ofstream(Path("pod/bot/made")) << "new";
  gateway_->SayEnded(key);
  EXPECT_TRUE(Stop().ok());
  fs::create_directories(Path("back"));
  ASSERT_TRUE(
      submission::Unpack(kept, Path("back"), FolderLimits(1 << 20)).ok());
  EXPECT_EQ(ReadAll(Path("back/made")), "new");
  EXPECT_EQ(ReadAll(Path("back/bot")), "program");
}

// A companion that is asked to end knows nothing of the bot. Only the runner
// knows that nobody changes the folder any more.
TEST_F(CompanionTest, TheFolderStaysUntilTheRunnerAsks) {
  std::atomic<bool> was_kept = false;
  Grant grant = GrantOf();
  grant.keep = [&was_kept](const absl::StatusOr<std::string>&) {
    was_kept = true;
    return absl::OkStatus();
  };
  const std::string key = gateway_->Admit(grant);
  Begin(key, true);
  say_stop_.Close();
  ASSERT_TRUE(DialUnix(Path("pod/run/r")).ok());
  EXPECT_FALSE(was_kept);
  gateway_->SayEnded(key);
  EXPECT_TRUE(Join().ok());
  EXPECT_TRUE(was_kept);
}

// The link would lead to files of the companion.
TEST_F(CompanionTest, ALinkThatLeadsOutOfTheFolderIsNotSent) {
  std::string told;
  Grant grant = GrantOf();
  grant.keep = [&told](const absl::StatusOr<std::string>& archive) {
    told =
        archive.ok() ? "an archive" : std::string(archive.status().message());
    return absl::OkStatus();
  };
  const std::string key = gateway_->Admit(grant);
  Begin(key, true);
  fs::create_symlink("/proc/self/environ", Path("pod/bot/mine"));
  gateway_->SayEnded(key);
  EXPECT_TRUE(Stop().ok());
  EXPECT_THAT(told, HasSubstr("mine"));
}

TEST_F(CompanionTest, WithAWrongKeyItGivesUp) {
  options_ = {.gateway = gateway_->address(),
              .key = "wrong",
              .folder = Path("pod/bot"),
              .socket_folder = Path("pod/run"),
              .patience = absl::Milliseconds(300)};
  EXPECT_FALSE(RunCompanion(options_, stop_.get()).ok());
}

TEST_F(CompanionTest, ItEndsWhenTheRunnerIsGone) {
  Begin(gateway_->Admit(GrantOf()));
  gateway_.reset();
  EXPECT_TRUE(absl::IsUnavailable(Join())) << status_;
  EXPECT_FALSE(DialUnix(Path("pod/run/r")).ok());
}

TEST_F(CompanionTest, StartedAgainItDoesNotTouchTheFolder) {
  const std::string key = gateway_->Admit(GrantOf());
  Begin(key);
  EXPECT_TRUE(Stop().ok());
  std::ofstream(Path("pod/bot/made")) << "new";
  Pipe stop = *MakePipe();
  stop_ = std::move(stop.read_end);
  say_stop_ = std::move(stop.write_end);
  is_over_ = false;
  Begin(key);
  EXPECT_EQ(ReadAll(Path("pod/bot/made")), "new");
  EXPECT_TRUE(DialUnix(Path("pod/run/r")).ok());
}

}  // namespace
}  // namespace arena::kubernetes
