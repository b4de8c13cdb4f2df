#include "referee/door/connection_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ConnectionTableTest : public ::testing::Test {
 protected:
  // Adds the n-th connection from an address, "10.0.0.1:n".
  bool Add(int n, const std::string& address = "10.0.0.1") {
    const std::string name = absl::StrCat(address, ":", n);
    open_.insert(name);
    return table_.Add({.connection = name, .address = address},
                      std::make_unique<FakeSocket>(*this, name));
  }
  bool AddLocal(int n) {
    const std::string name = absl::StrCat("127.0.0.1:", n);
    open_.insert(name);
    return table_.Add(
        {.connection = name, .address = "127.0.0.1", .local = true},
        std::make_unique<FakeSocket>(*this, name));
  }

  // Returns whether some strangers are not calm.
  bool Check() { return table_.Check().strangers; }

  class FakeSocket final : public Socket {
   public:
    FakeSocket(ConnectionTableTest& test, std::string name)
        : test_(test), name_(std::move(name)) {}
    bool IsOpen() const override { return test_.open_.count(name_) > 0; }
    Bytes Passed() const override {
      ++test_.looks_;
      return {test_.received_[name_], test_.sent_[name_]};
    }
    void Widen() override { test_.widened_.push_back(name_); }
    void Cut() override { test_.cut_.push_back(name_); }

   private:
    ConnectionTableTest& test_;
    const std::string name_;
  };

  std::set<std::string> open_;
  std::map<std::string, int64_t> received_, sent_;
  // How often any socket was asked for its bytes.
  int looks_ = 0;
  std::vector<std::string> widened_;
  std::vector<std::string> cut_;
  ConnectionTable table_{
      {.most = 5,
       .most_of_address = 3,
       .most_unproven_bytes = 1000,
       .most_idle_bytes = 1000,
       .suspicious_bytes = 100,
       .most_proven_bytes_per_second = 2000,
       .most_saved_bytes = 5000}};
};

TEST_F(ConnectionTableTest, AStrangerGivesWayToANewerOneOfItsAddress) {
  ASSERT_TRUE(Add(0, "10.0.0.2"));
  for (int i = 1; i <= 4; ++i) EXPECT_TRUE(Add(i));
  EXPECT_THAT(cut_, ElementsAre("10.0.0.1:1"));
}

TEST_F(ConnectionTableTest, AConnectionWithAnAdmittedCallNeverGivesWay) {
  for (int i = 1; i <= 3; ++i) ASSERT_TRUE(Add(i));
  table_.Prove("10.0.0.1:1");
  EXPECT_TRUE(Add(4));
  EXPECT_TRUE(Add(5));
  EXPECT_TRUE(Add(6));
  EXPECT_THAT(cut_, ElementsAre("10.0.0.1:2", "10.0.0.1:3", "10.0.0.1:4"));
}

TEST_F(ConnectionTableTest, AnAddressThatHasProvenAllItsPlacesGetsNoMore) {
  for (int i = 1; i <= 3; ++i) {
    ASSERT_TRUE(Add(i));
    table_.Prove(absl::StrCat("10.0.0.1:", i));
  }
  EXPECT_FALSE(Add(4));
  EXPECT_TRUE(Add(4, "10.0.0.2"));
  EXPECT_THAT(cut_, IsEmpty());
}

TEST_F(ConnectionTableTest, IfAllPlacesAreTakenAnyStrangerGivesWay) {
  for (int i = 1; i <= 5; ++i) {
    ASSERT_TRUE(Add(i, absl::StrCat("10.0.1.", i)));
  }
  EXPECT_TRUE(Add(6, "10.0.1.6"));
  EXPECT_THAT(cut_, ElementsAre("10.0.1.1:1"));
}

TEST_F(ConnectionTableTest, OneMachineMayHaveAllPlacesHere) {
  for (int i = 1; i <= 5; ++i) EXPECT_TRUE(AddLocal(i));
  EXPECT_THAT(cut_, IsEmpty());
  EXPECT_TRUE(AddLocal(6));
  EXPECT_THAT(cut_, ElementsAre("127.0.0.1:1"));
}

TEST_F(ConnectionTableTest, AClosedConnectionFreesItsPlace) {
  for (int i = 1; i <= 3; ++i) {
    ASSERT_TRUE(Add(i));
    table_.Prove(absl::StrCat("10.0.0.1:", i));
  }
  open_.erase("10.0.0.1:2");
  EXPECT_TRUE(Add(4));
  EXPECT_EQ(table_.size(), 3);
}

TEST_F(ConnectionTableTest, AStrangerThatSendsTooMuchIsCut) {
  ASSERT_TRUE(Add(1));
  ASSERT_TRUE(Add(2));
  table_.Prove("10.0.0.1:2");
  received_ = {{"10.0.0.1:1", 1001}, {"10.0.0.1:2", 1001}};
  Check();
  EXPECT_THAT(cut_, ElementsAre("10.0.0.1:1"));
}

TEST_F(ConnectionTableTest, WhoeverSendsTooMuchIsAnOffender) {
  ASSERT_TRUE(Add(1, "10.0.0.1"));
  ASSERT_TRUE(Add(1, "10.0.0.2"));
  ASSERT_TRUE(Add(1, "10.0.0.3"));
  received_ = {{"10.0.0.1:1", 1001}, {"10.0.0.3:1", 999}};
  Check();
  table_.Cut("10.0.0.2:1");
  EXPECT_THAT(table_.TakeOffenders(), ElementsAre("10.0.0.1", "10.0.0.2"));
  EXPECT_THAT(table_.TakeOffenders(), IsEmpty());
}

TEST_F(ConnectionTableTest, WhoeverGivesWayIsNoOffender) {
  for (int i = 1; i <= 4; ++i) ASSERT_TRUE(Add(i));
  ASSERT_THAT(cut_, ElementsAre("10.0.0.1:1"));
  EXPECT_THAT(table_.TakeOffenders(), IsEmpty());
}

// gRPC closes connections that break HTTP/2's rules, without a word.
TEST_F(ConnectionTableTest, AStrangerThatEndsAfterManyBytesIsAnOffender) {
  ASSERT_TRUE(Add(1, "10.0.0.1"));
  ASSERT_TRUE(Add(1, "10.0.0.2"));
  received_ = {{"10.0.0.1:1", 101}, {"10.0.0.2:1", 100}};
  Check();
  received_.clear();
  Check();
  EXPECT_THAT(table_.TakeOffenders(), ElementsAre("10.0.0.1"));
}

TEST_F(ConnectionTableTest, AnAdmittedCallWidensAConnection) {
  ASSERT_TRUE(Add(1));
  ASSERT_TRUE(Add(2));
  table_.Prove("10.0.0.1:2");
  table_.Prove("10.0.0.1:2");
  EXPECT_THAT(widened_, ElementsAre("10.0.0.1:2"));
}

TEST_F(ConnectionTableTest, AProvenConnectionMaySendMuchAtTimes) {
  ASSERT_TRUE(Add(1));
  table_.Prove("10.0.0.1:1");
  int64_t& received = received_["10.0.0.1:1"];
  received = 5000;
  table_.Tend(absl::Seconds(1));
  for (int second = 0; second < 10; ++second) {
    received += 2000;
    table_.Prove("10.0.0.1:1");
    table_.Tend(absl::Seconds(1));
  }
  EXPECT_THAT(cut_, IsEmpty());
}

TEST_F(ConnectionTableTest, AProvenConnectionThatAlwaysSendsMuchIsCut) {
  ASSERT_TRUE(Add(1));
  table_.Prove("10.0.0.1:1");
  int64_t& received = received_["10.0.0.1:1"];
  for (int second = 0; second < 3; ++second) {
    EXPECT_THAT(cut_, IsEmpty());
    received += 3001;
    table_.Prove("10.0.0.1:1");
    table_.Tend(absl::Seconds(1));
  }
  EXPECT_THAT(cut_, ElementsAre("10.0.0.1:1"));
  EXPECT_THAT(table_.TakeOffenders(), ElementsAre("10.0.0.1"));
}

// Headers that do not end are such a case.
TEST_F(ConnectionTableTest, AProvenConnectionFromWhichNothingComesIsCut) {
  ASSERT_TRUE(Add(1));
  table_.Prove("10.0.0.1:1");
  received_["10.0.0.1:1"] = 900;
  Check();
  received_["10.0.0.1:1"] = 1900;
  Check();
  EXPECT_THAT(cut_, IsEmpty());
  received_["10.0.0.1:1"] = 1901;
  Check();
  EXPECT_THAT(cut_, ElementsAre("10.0.0.1:1"));
}

TEST_F(ConnectionTableTest, AfterAMessageAProvenConnectionMaySendAsMuchAgain) {
  ASSERT_TRUE(Add(1));
  const ConnectionTable::Progress progress = table_.ProgressOf("10.0.0.1:1");
  table_.Prove("10.0.0.1:1");
  for (int i = 0; i < 4; ++i) {
    received_["10.0.0.1:1"] += 900;
    *progress = true;
    Check();
  }
  EXPECT_THAT(cut_, IsEmpty());
}

TEST_F(ConnectionTableTest, AProvenConnectionThatOnlyWatchesIsNotCut) {
  ASSERT_TRUE(Add(1));
  table_.Prove("10.0.0.1:1");
  for (int second = 0; second < 10; ++second) {
    received_["10.0.0.1:1"] += 900;
    table_.Tend(absl::Seconds(1));
    Check();
  }
  EXPECT_THAT(cut_, IsEmpty());
}

// A client acknowledges the bytes that it has read.
TEST_F(ConnectionTableTest, WhatIsReadMayBeAcknowledged) {
  ASSERT_TRUE(Add(1));
  ASSERT_TRUE(Add(2));
  table_.Prove("10.0.0.1:1");
  received_["10.0.0.1:2"] = 1;
  table_.Extend("10.0.0.1:2");
  for (int i = 0; i < 10; ++i) {
    for (const char* const name : {"10.0.0.1:1", "10.0.0.1:2"}) {
      sent_[name] += 64 * 900;
      received_[name] += 900;
    }
    Check();
  }
  EXPECT_THAT(cut_, IsEmpty());
  received_["10.0.0.1:1"] += 1001;
  received_["10.0.0.1:2"] += 1001;
  Check();
  EXPECT_THAT(cut_, ElementsAre("10.0.0.1:2", "10.0.0.1:1"));
}

TEST_F(ConnectionTableTest, AProvenConnectionThatBeginsToSendIsFoundByTend) {
  ASSERT_TRUE(Add(1));
  table_.Prove("10.0.0.1:1");
  while (table_.Check().proven) {
  }
  received_["10.0.0.1:1"] = 1001;
  Check();
  EXPECT_THAT(cut_, IsEmpty());
  table_.Tend(absl::ZeroDuration());
  EXPECT_THAT(cut_, ElementsAre("10.0.0.1:1"));
}

// On a Unix socket the table cannot know which connection sent a message.
TEST_F(ConnectionTableTest, OnAUnixSocketNothingHasToCome) {
  open_.insert("");
  ASSERT_TRUE(table_.Add({.connection = "", .address = "", .local = true},
                         std::make_unique<FakeSocket>(*this, "")));
  received_[""] = 4000;
  Check();
  table_.Tend(absl::Seconds(1));
  EXPECT_THAT(cut_, IsEmpty());
  received_[""] = 20'000;
  table_.Tend(absl::Seconds(1));
  EXPECT_THAT(cut_, ElementsAre(""));
}

TEST_F(ConnectionTableTest, AnyConnectionCanBeCut) {
  ASSERT_TRUE(Add(1));
  ASSERT_TRUE(Add(2));
  table_.Prove("10.0.0.1:2");
  table_.Cut("10.0.0.1:1");
  table_.Cut("10.0.0.1:2");
  table_.Cut("10.0.0.1:3");
  EXPECT_THAT(cut_, ElementsAre("10.0.0.1:1", "10.0.0.1:2"));
  EXPECT_EQ(table_.size(), 0);
}

TEST_F(ConnectionTableTest, APortThatIsUsedAgainIsANewStranger) {
  ASSERT_TRUE(Add(1));
  ASSERT_TRUE(Add(1));
  table_.Prove("10.0.0.1:1");
  EXPECT_TRUE(Add(2));
  EXPECT_TRUE(Add(3));
  EXPECT_THAT(cut_, ElementsAre("10.0.0.1:1"));
  EXPECT_TRUE(Add(4));
  EXPECT_THAT(cut_, ElementsAre("10.0.0.1:1", "10.0.0.1:2"));
}

TEST_F(ConnectionTableTest, CountsThoseThatWereTurnedAway) {
  for (int i = 1; i <= 5; ++i) Add(i);
  EXPECT_EQ(table_.TakeTurnedAway(), 2);
  EXPECT_EQ(table_.TakeTurnedAway(), 0);
}

// This stranger is a spectator who watches for long.
TEST_F(ConnectionTableTest, AnAdmittedStrangerMaySendAsMuchAgain) {
  ASSERT_TRUE(Add(1));
  received_["10.0.0.1:1"] = 900;
  table_.Extend("10.0.0.1:1");
  received_["10.0.0.1:1"] = 1800;
  Check();
  EXPECT_THAT(cut_, IsEmpty());
  received_["10.0.0.1:1"] = 1901;
  Check();
  EXPECT_THAT(cut_, ElementsAre("10.0.0.1:1"));
}

// Looking at thousands of spectators would take a tenth of a processor.
TEST_F(ConnectionTableTest, WhoeverOnlyWatchesIsLookedAtOnceASecond) {
  ASSERT_TRUE(Add(1));
  received_["10.0.0.1:1"] = 500;
  table_.Extend("10.0.0.1:1");
  EXPECT_TRUE(Check());
  EXPECT_TRUE(Check());
  looks_ = 0;
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(Check());
  EXPECT_EQ(looks_, 0);
  table_.Tend(absl::Seconds(1));
  EXPECT_EQ(looks_, 1);
}

TEST_F(ConnectionTableTest, WhoeverWatchesAndThenSendsTooMuchIsCut) {
  ASSERT_TRUE(Add(1));
  received_["10.0.0.1:1"] = 500;
  table_.Extend("10.0.0.1:1");
  while (Check()) {
  }
  received_["10.0.0.1:1"] = 1501;
  table_.Tend(absl::Seconds(1));
  EXPECT_THAT(cut_, ElementsAre("10.0.0.1:1"));
}

TEST_F(ConnectionTableTest, WhoeverBeginsToSendAgainIsLookedAtOftenAgain) {
  ASSERT_TRUE(Add(1));
  received_["10.0.0.1:1"] = 500;
  table_.Extend("10.0.0.1:1");
  while (Check()) {
  }
  received_["10.0.0.1:1"] = 600;
  table_.Tend(absl::Seconds(1));
  EXPECT_TRUE(Check());
}

TEST_F(ConnectionTableTest, WhoeverCallsAgainIsLookedAtOftenAgain) {
  ASSERT_TRUE(Add(1));
  received_["10.0.0.1:1"] = 500;
  table_.Extend("10.0.0.1:1");
  while (Check()) {
  }
  received_["10.0.0.1:1"] = 600;
  table_.Extend("10.0.0.1:1");
  EXPECT_TRUE(Check());
}

// A stranger that is silent before its first call has proven nothing.
TEST_F(ConnectionTableTest, AStrangerWithoutACallIsLookedAtOften) {
  ASSERT_TRUE(Add(1));
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(Check());
}

TEST_F(ConnectionTableTest, AnAdmittedStrangerGivesWayAllTheSame) {
  for (int i = 1; i <= 3; ++i) ASSERT_TRUE(Add(i));
  table_.Extend("10.0.0.1:1");
  EXPECT_TRUE(Add(4));
  EXPECT_THAT(cut_, ElementsAre("10.0.0.1:1"));
}

}  // namespace
}  // namespace arena::referee
