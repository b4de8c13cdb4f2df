// The metrics of a runner, and whether the runner is ready.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/match/clock.h"
#include "arena/process/process.h"
#include "arena/process/temporary_folder.h"
#include "prometheus/text_serializer.h"
#include "referee/door/metrics_page.h"
#include "referee/runner/runner_metrics.h"
#include "referee/sockets/sockets.h"
#include "tests/testing/folders/folders.h"

namespace arena::runner {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string PageOf(const RunnerMetrics& metrics) {
  return prometheus::TextSerializer().Serialize(metrics.registry()->Collect());
}

TEST(RunnerMetricsTest, CountsProcessesByTheirEnd) {
  RunnerMetrics metrics;
  v1::ProcessReport report;
  ToMessage(
      absl::Milliseconds(1500),
      *report.mutable_report()->mutable_usage()->mutable_processor_time());
  metrics.CountProcess(report);
  report.mutable_report()->mutable_start_time()->set_seconds(1);
  metrics.CountProcess(report);
  report.mutable_report()->set_ended_with("stopped");
  metrics.CountProcess(report);
  report.set_crashed(true);
  metrics.CountProcess(report);
  report.set_not_started("no disk");
  metrics.CountProcess(report);
  const std::string page = PageOf(metrics);
  for (const char* const outcome :
       {"no_hello", "ended", "stopped", "crashed", "not_started"}) {
    EXPECT_THAT(page, HasSubstr(absl::StrCat(
                          "pentathlon_runner_starts_total{outcome=\"", outcome,
                          "\"} 1\n")));
  }
  EXPECT_THAT(page, HasSubstr("processor_seconds_total{for=\"match\"} 7.5\n"));
}

TEST(RunnerMetricsTest, CountsBuildsByTheirEnd) {
  RunnerMetrics metrics;
  v1::BuildReport report;
  metrics.CountBuild(&report);
  metrics.CountBuild(nullptr);
  report.set_failure("no such file");
  metrics.CountBuild(&report);
  metrics.CountBuild(&report);
  const std::string page = PageOf(metrics);
  EXPECT_THAT(page, HasSubstr("builds_total{outcome=\"built\"} 1\n"));
  EXPECT_THAT(page, HasSubstr("builds_total{outcome=\"broken_off\"} 1\n"));
  EXPECT_THAT(page, HasSubstr("builds_total{outcome=\"failed\"} 2\n"));
}

TEST(RunnerMetricsTest, ShowsWhatItDoes) {
  RunnerMetrics metrics;
  metrics.Show({.playing = 3, .waiting = 2, .builds = 1}, 4, 2);
  const std::string page = PageOf(metrics);
  EXPECT_THAT(page, AllOf(HasSubstr("processes{state=\"playing\"} 3\n"),
                          HasSubstr("processes{state=\"waiting\"} 2\n"),
                          HasSubstr("runner_free_seats 1\n"),
                          HasSubstr("runner_builds 1\n"),
                          HasSubstr("runner_referees 2\n")));
}

// Returns an address whose port the system has chosen and freed again.
std::string FreeAddress() {
  const int file = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  EXPECT_EQ(bind(file, reinterpret_cast<sockaddr*>(&address), size), 0);
  getsockname(file, reinterpret_cast<sockaddr*>(&address), &size);
  close(file);
  return absl::StrCat("127.0.0.1:", ntohs(address.sin_port));
}

TEST(ReadyTest, WhoIsAskedSaysWhyItIsNotReady) {
  RunnerMetrics metrics;
  absl::Status health;
  const std::string address = FreeAddress();
  EXPECT_THAT(std::string(referee::AskIfReady(address).message()),
              HasSubstr("nothing answers at " + address));
  const auto page = referee::MetricsPage::Open(
      address,
      {.registry = metrics.registry(), .health = [&] { return health; }});
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_EQ(referee::AskIfReady(address), absl::OkStatus());
  health = absl::UnavailableError("it sleeps");
  EXPECT_EQ(referee::AskIfReady(address).message(), address + ": it sleeps");
  EXPECT_EQ(referee::AskIfReady("nowhere").code(),
            absl::StatusCode::kInvalidArgument);
}

// ---- Permission to read ----

// Returns the status of the page for a caller with this Host header.
std::string StatusFor(const std::string& address, const std::string& host) {
  const auto socket = DialTcp(address, absl::Now() + absl::Seconds(30));
  EXPECT_TRUE(socket.ok()) << socket.status();
  const absl::Time patience = absl::Now() + absl::Seconds(30);
  EXPECT_TRUE(SendAll(socket->get(),
                      "GET /metrics HTTP/1.1\r\nHost: " + host + "\r\n\r\n",
                      patience)
                  .ok());
  return *ReceiveBytes(socket->get(), 12, patience);
}

TEST(MetricsPageTest, ANameThatLeadsHereIsNotEnough) {
  RunnerMetrics metrics;
  const auto page = referee::MetricsPage::Open(
      "127.0.0.1:0", {.registry = metrics.registry()});
  ASSERT_TRUE(page.ok()) << page.status();
  const std::string& address = (*page)->address();
  for (const std::string host :
       {"evil.example", "evil.example:9464", "127.0.0.1.evil.example"}) {
    EXPECT_EQ(StatusFor(address, host), "HTTP/1.1 403") << host;
  }
  for (const std::string host :
       {"localhost", "LOCALHOST:9464", "127.0.0.1:9464", "[::1]:9464",
        "10.0.0.7", "referee:9464", "a.localhost"}) {
    EXPECT_EQ(StatusFor(address, host), "HTTP/1.1 200") << host;
  }
}

TEST(MetricsPageTest, WhoConnectsAndSaysNothingMakesRoom) {
  RunnerMetrics metrics;
  const auto page = referee::MetricsPage::Open(
      "127.0.0.1:0", {.registry = metrics.registry()});
  ASSERT_TRUE(page.ok()) << page.status();
  const std::string& address = (*page)->address();
  std::vector<Descriptor> strangers;
  for (int i = 0; i < 200; ++i) {
    auto stranger = DialTcp(address, absl::Now() + absl::Seconds(30));
    ASSERT_TRUE(stranger.ok()) << stranger.status();
    strangers.push_back(*std::move(stranger));
  }
  EXPECT_EQ(StatusFor(address, "localhost"), "HTTP/1.1 200");
}

TEST(MetricsPageTest, ItsAddressIsHostAndPort) {
  RunnerMetrics metrics;
  EXPECT_EQ(referee::MetricsPage::Open("9464", {.registry = metrics.registry()})
                .status()
                .code(),
            absl::StatusCode::kInvalidArgument);
}

// This test runs the programs themselves.
TEST(ReadyTest, ARunnerIsReadyWhileARefereeIsConnected) {
  const auto folder = *TemporaryFolder::Create();
  const std::string socket = "unix:" + folder->path() + "/socket";
  const std::string address = FreeAddress();
  const auto check = [&] {
    const auto asked =
        Process::Start({.command = {testing::InBuild("bin/runner"),
                                    "--check-health", address}});
    (*asked)->Wait();
    (*asked)->FinishReading();
    return absl::StrCat((*asked)->EndText(), "\n", (*asked)->LastLines());
  };
  const auto runner = Process::Start(
      {.command = {testing::InBuild("bin/runner"), "--referee", socket,
                   "--sandbox", "none", "--work", folder->path() + "/work",
                   "--metrics", address},
       .ready_prefix = "running "});
  const absl::Time patience = absl::Now() + absl::Minutes(1);
  ASSERT_TRUE((*runner)->AwaitReady(patience).ok());
  EXPECT_THAT(check(), AllOf(StartsWith("exit status 1"),
                             HasSubstr("no referee is connected")));
  const auto referee = Process::Start(
      {.command = {testing::InBuild("bin/referee"), "--data",
                   folder->path() + "/data", "--listen", socket}});
  std::string said;
  while (said != "exit status 0\n" && absl::Now() < patience) said = check();
  EXPECT_EQ(said, "exit status 0\n");
}

}  // namespace
}  // namespace arena::runner
