// A referee whose PostgreSQL hangs, because the link between the two passes on
// nothing and closes nothing. PostgreSQL may also end the referee's sessions.
#include <functional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/quantities.h"
#include "referee/store/sql/postgres_connection.h"
#include "tests/crash/crash_fixture.h"
#include "tests/referee/store/postgres_proxy.h"
#include "tests/referee/store/postgres_server.h"
#include "tests/testing/health.h"

namespace arena::testing {
namespace {

using referee::PostgresConnection;
using referee::PostgresProxy;
using referee::PostgresServer;

constexpr absl::Duration kPatience = absl::Minutes(2);
constexpr absl::Duration kLook = absl::Milliseconds(20);

class BlackHoleTest : public CrashTest {
 protected:
  // ---- The referee ----
  std::vector<std::string> StoreFlags() const override {
    return {"--store",
            PostgresServer::Shared().UrlThrough(proxy_.folder(), schema_),
            "--lease",
            absl::FormatDuration(lease_),
            "--drain",
            "6s"};
  }
  // Starts the referee again whenever it ends, until that time.
  void Supervise(absl::Time until) {
    while (referee_->Wait(until)) {
      ++ends_;
      EXPECT_EQ(referee_->EndText(), "exit status 1") << referee_->LastLines();
      referee_ = StartProgram(RefereeCommand());
    }
  }
  void SuperviseUntil(const std::function<bool()>& enough) {
    const absl::Time deadline = absl::Now() + kPatience;
    while (!enough()) {
      ASSERT_LT(absl::Now(), deadline) << referee_->LastLines();
      Supervise(absl::Now() + kLook);
    }
  }
  bool IsServing() const { return testing::IsServing(channel_); }

  // ---- Bots ----
  int LinesThatBegin(const std::string& with) const {
    int lines = 0;
    for (const char* bot : {"a", "b"}) {
      std::ifstream log(LogOf(bot));
      std::string line;
      while (std::getline(log, line)) lines += line.rfind(with, 0) == 0;
    }
    return lines;
  }
  int Asked() const { return LinesThatBegin("ask"); }
  int Complaints() const {
    return LinesThatBegin("says the referee says: the referee's store");
  }
  void StartWithBots() {
    StartReferee();
    StartBot("a");
    StartBot("b");
  }
  void BeginMatches() {
    const int before = Asked();
    CreateMany();
    SuperviseUntil([&] { return Asked() > before + 50; });
  }

  // ---- The database ----
  // Holds the link for that time, and waits until play goes on.
  void Hang(absl::Duration time) {
    const int complaints = Complaints(), ends = ends_;
    proxy_.Hold();
    const absl::Time begin = absl::Now();
    while (IsServing() && absl::Now() < begin + time) {
      referee_->Wait(absl::Now() + kLook);
    }
    const absl::Duration noticed = absl::Now() - begin;
    Supervise(begin + time);
    const int asked = Asked();
    proxy_.Release();
    const absl::Time healed = absl::Now();
    SuperviseUntil([&] { return Asked() > asked; });
    std::printf(
        "silent for %s: noticed after %s, %d ends; play goes on %s later\n",
        absl::FormatDuration(time).c_str(),
        noticed < time ? absl::FormatDuration(noticed).c_str() : "-",
        ends_ - ends, absl::FormatDuration(absl::Now() - healed).c_str());
    if (time < lease_) return;
    EXPECT_LT(noticed, lease_);
    EXPECT_GT(Complaints(), complaints);
  }

  // Ends one session of the referee, if the referee has so many.
  void EndSession(int number) {
    PostgresServer::Shared().Execute(
        schema_, absl::StrCat("SELECT pg_terminate_backend((SELECT pid"
                              " FROM pg_stat_activity WHERE application_name ="
                              " 'pentathlon' ORDER BY pid OFFSET ",
                              number, " LIMIT 1))"));
  }

  const std::string schema_ = PostgresServer::Shared().NewSchema();
  PostgresProxy proxy_{PostgresServer::Shared().folder()};
  absl::Duration lease_ = absl::Seconds(3);
  int ends_ = 0;
};

TEST_F(BlackHoleTest, WhatWasUnderWayIsPlayedToItsEnd) {
  std::vector<absl::Duration> times = {absl::Seconds(1), absl::Seconds(5)};
  if (const char* wanted = std::getenv("PENTATHLON_BLACK_HOLES")) {
    times.clear();
    for (const auto& time : absl::StrSplit(wanted, ',')) {
      times.push_back(ToDuration(std::string(time)));
    }
    lease_ = absl::Seconds(10);
  }
  StartWithBots();
  for (const absl::Duration time : times) {
    BeginMatches();
    Hang(time);
    Connect();
    ExpectAllEndWell();
    EXPECT_TRUE(IsServing());
  }
  ExpectNothingAskedTwice("a");
  ExpectNothingAskedTwice("b");
}

TEST_F(BlackHoleTest, ARefereeOutlivesItsSessions) {
  lease_ = absl::Seconds(10);
  StartWithBots();
  const int wanted = Wanted("PENTATHLON_TERMINATIONS", 20);
  for (int i = 0; i < wanted; ++i) {
    if (i % 5 == 0) CreateMany();
    PlayForAWhile();
    EndSession(rng_() % 6);
  }
  EXPECT_FALSE(referee_->Ended()) << referee_->LastLines();
  ExpectAllEndWell();
  ExpectNothingAskedTwice("a");
  ExpectNothingAskedTwice("b");
}

TEST_F(BlackHoleTest, ASignalEndsItInTime) {
  lease_ = absl::Hours(1);
  StartWithBots();
  BeginMatches();
  proxy_.Hold();
  proxy_.AwaitHeld();
  referee_->Terminate();
  // One second of the seven is for a busy machine.
  EXPECT_TRUE(referee_->Wait(absl::Now() + absl::Seconds(7)));
}

TEST_F(BlackHoleTest, ASignalEndsItWhileItStarts) {
  lease_ = absl::Hours(1);
  StartReferee();
  referee_->Terminate();
  ASSERT_EQ(AwaitEnd(*referee_), "exit status 0");
  const auto lock =
      PostgresConnection::Open({.url = PostgresServer::Shared().Url(schema_),
                                .session = "BEGIN; LOCK TABLE referees"});
  ASSERT_TRUE(lock.ok()) << lock.status();
  referee_ = StartProgram(RefereeCommand());
  while (PostgresServer::Shared().Execute(
             schema_, "SELECT count(*) FROM pg_locks WHERE NOT granted") ==
         "0") {
  }
  referee_->Terminate();
  EXPECT_TRUE(referee_->Wait(absl::Now() + kPatience));
}

}  // namespace
}  // namespace arena::testing
