// Matches and competitions are damaged while nobody reads them. The referee
// that takes them up quarantines them, and all other play goes on.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "arena/core/mutex.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "tests/referee/store/postgres_server.h"
#include "tests/testing/competition_client.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/match_request.h"
#include "tests/testing/program.h"

namespace arena::testing {
namespace {

using referee::PostgresServer;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;

constexpr absl::Duration kPatience = absl::Minutes(2);
// No match of Ordo is over by this decision.
constexpr char kStopAt[] = "20";

// The damage to match $. Entry 0 of its journal says that the match has begun.
struct Damage {
  const char* sql;
  // The reason that the quarantine gives.
  const char* reason;
};
constexpr Damage kDamages[] = {
    {"UPDATE journal SET entry = set_byte(entry, 0, 145)"
     " WHERE match = $ AND sequence = 2",
     "journal entry 2: format 9, not 1"},
    {"UPDATE journal SET entry = substring(entry FROM 1 FOR 2) || '\\xffff03'"
     " WHERE match = $ AND sequence = 2",
     "is not legal"},
    {"UPDATE journal SET entry = other.entry FROM journal other"
     " WHERE journal.match = $ AND other.match = $"
     " AND journal.sequence IN (1, 2)"
     " AND other.sequence = 3 - journal.sequence",
     "owes no choice"},
    {"DELETE FROM journal WHERE match = $ AND sequence = 1",
     "journal entry 1 is missing"},
    {"UPDATE journal SET entry = set_byte(entry, 1, 4)"
     " WHERE match = $ AND sequence = 2",
     "seat 3; expected 0..1"},
    {"UPDATE matches SET clock = '\\xff' WHERE number = $", "its clock"},
};
constexpr int kDamaged = std::size(kDamages);

// The lines that a program has printed. Thread-safe.
class Lines {
 public:
  void Add(const std::string& line) {
    MutexLock lock(mutex_);
    lines_.push_back(line);
  }
  std::vector<std::string> All() const {
    MutexLock lock(mutex_);
    return lines_;
  }

 private:
  mutable Mutex mutex_;
  std::vector<std::string> lines_ ABSL_GUARDED_BY(mutex_);
};

// A referee program and how to reach it.
struct Referee {
  Lines log;
  std::unique_ptr<Process> process;
  std::string address;
  std::unique_ptr<v1::MatchService::Stub> matches;
  std::unique_ptr<CompetitionClient> competitions;
};

class PoisonTest : public ::testing::Test {
 protected:
  // ---- Processes ----
  void StartReferee(const std::string& name, const std::string& store,
                    const std::string& listen = "127.0.0.1:0") {
    Referee& referee = referees_[name];
    auto process = Process::Start(
        {.command = {testing::InBuild("bin/referee"), "--store", store,
                     "--name", name, "--lease", "6s", "--listen", listen,
                     "--log-level", "error", "--clock-start", "5m",
                     "--clock-bank", "10m"},
         .on_line = [&referee](const std::string& line) {
           referee.log.Add(line);
         }});
    ASSERT_TRUE(process.ok()) << process.status();
    referee.process = *std::move(process);
    referee.address = AwaitReady(*referee.process);
    referee.matches = v1::MatchService::NewStub(grpc::CreateChannel(
        referee.address, grpc::InsecureChannelCredentials()));
    referee.competitions = std::make_unique<CompetitionClient>(referee.address);
  }
  void KillReferee(const std::string& name) {
    referees_[name].process->Signal(SIGKILL);
    ASSERT_EQ(AwaitEnd(*referees_[name].process), "signal 9 (Killed)");
  }
  void StartBot(const std::string& name, const std::string& referee,
                const std::vector<std::string>& flags = {}) {
    const std::string file = folder_.File(absl::StrCat(name, referee));
    std::vector<std::string> command = {testing::InBuild("bin/logging_bot"),
                                        "--name",
                                        name,
                                        "--address",
                                        referees_[referee].address,
                                        "--max-matches",
                                        "32",
                                        "--token-file",
                                        file + ".token",
                                        "--log",
                                        file + ".log"};
    command.insert(command.end(), flags.begin(), flags.end());
    bots_[{name, referee}] = StartProgram(std::move(command), "stops");
  }
  // Starts bots x and y; x stops in the middle of matches.
  void StartBotsThatStop(const std::string& referee) {
    StartBot("x", referee, {"--stop-at", kStopAt});
    StartBot("y", referee);
  }
  void AwaitStop(const std::string& referee) {
    AwaitReady(*bots_.at({"x", referee}));
  }

  // ---- Calls ----
  template <typename Request, typename Response>
  using Call = grpc::Status (v1::MatchService::Stub::*)(grpc::ClientContext*,
                                                        const Request&,
                                                        Response*);
  template <typename Request, typename Response>
  v1::Match Ask(const std::string& referee, Call<Request, Response> call,
                const Request& request) {
    grpc::ClientContext context;
    Response response;
    const grpc::Status status =
        (*referees_[referee].matches.*call)(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response.match();
  }
  std::string Create(const std::string& referee) {
    return Ask(referee, &v1::MatchService::Stub::CreateMatch,
               MatchRequest("ordo", {"bot:x", "bot:y"}))
        .match_id();
  }
  v1::Match Get(const std::string& referee, const std::string& match_id) {
    v1::GetMatchRequest request;
    request.set_match_id(match_id);
    return Ask(referee, &v1::MatchService::Stub::GetMatch, request);
  }
  v1::Match Retry(const std::string& referee, const std::string& match_id) {
    v1::RetryMatchRequest request;
    request.set_match_id(match_id);
    return Ask(referee, &v1::MatchService::Stub::RetryMatch, request);
  }
  v1::Match Void(const std::string& referee, const std::string& match_id) {
    v1::VoidMatchRequest request;
    request.set_match_id(match_id);
    return Ask(referee, &v1::MatchService::Stub::VoidMatch, request);
  }
  void CreateCompetition(const std::string& referee, int sets,
                         const std::vector<std::string>& players) {
    v1::CompetitionSpec spec =
        CompetitionOf("all", "ordo", v1::FORMAT_ROUND_ROBIN, players);
    spec.set_sets(sets);
    referees_[referee].competitions->Create(spec);
  }
  v1::Competition RetryCompetition(const std::string& referee) {
    return referees_[referee].competitions->Retry("all");
  }
  v1::Competition GetCompetition(const std::string& referee) {
    return referees_[referee].competitions->Get("all");
  }
  // Returns the reason of each match in quarantine.
  std::map<std::string, std::string> Quarantined(const std::string& referee) {
    grpc::ClientContext context;
    v1::ListMatchesRequest request;
    request.set_state(v1::Match::STATE_QUARANTINED);
    v1::ListMatchesResponse response;
    const grpc::Status status =
        referees_[referee].matches->ListMatches(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    std::map<std::string, std::string> reasons;
    for (const v1::Match& match : response.matches()) {
      reasons[match.match_id()] = match.quarantine();
    }
    return reasons;
  }

  // ---- Waiting ----
  // Waits until the condition holds; meanwhile none of these referees may end.
  template <typename Condition>
  void Await(const std::vector<std::string>& referees, Condition condition) {
    const absl::Time deadline = absl::Now() + kPatience;
    while (!condition()) {
      ASSERT_LT(absl::Now(), deadline);
      for (const std::string& name : referees) {
        const Process& process = *referees_[name].process;
        ASSERT_FALSE(process.Wait(absl::Now() + absl::Milliseconds(50)))
            << name << ": " << process.EndText() << process.LastLines();
      }
    }
  }
  void AwaitQuarantined(const std::vector<std::string>& referees, size_t many) {
    Await(referees, [&] { return Quarantined(referees[0]).size() >= many; });
  }
  void AwaitNormalEnd(const std::vector<std::string>& referees,
                      const std::string& match_id) {
    v1::Match match;
    Await(referees, [&] {
      match = Get(referees[0], match_id);
      return match.state() == v1::Match::STATE_FINISHED;
    });
    EXPECT_EQ(match.result().termination(), v1::TERMINATION_NORMAL)
        << match.ShortDebugString();
    EXPECT_EQ(match.result().faults_size(), 0) << match.ShortDebugString();
  }
  // Returns the lines about matches, or competitions, that were quarantined.
  // Waits for so many lines: a line may come after the answer to a call.
  std::vector<std::string> QuarantinesIn(
      const std::vector<std::string>& referees, size_t least,
      const std::string& what = "match") {
    std::vector<std::string> lines;
    Await(referees, [&] {
      lines.clear();
      for (const std::string& name : referees) {
        for (const std::string& line : referees_[name].log.All()) {
          if (line.find(what + " quarantined") != std::string::npos) {
            lines.push_back(line);
          }
        }
      }
      return lines.size() >= least;
    });
    return lines;
  }

  referee::TemporaryFolder folder_;
  std::map<std::string, Referee> referees_;
  // The bots by their name and their referee.
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Process>> bots_;
};

// ---- Three referees on PostgreSQL, of which a is killed ----

class PoisonedTableTest : public PoisonTest {
 protected:
  PoisonedTableTest() : schema_(PostgresServer::Shared().NewSchema()) {
    for (const char* name : {"a", "b", "c"}) {
      StartReferee(name, PostgresServer::Shared().Url(schema_));
    }
    StartBotsThatStop("a");
  }
  std::string Execute(const std::string& sql) {
    return PostgresServer::Shared().Execute(schema_, sql);
  }
  // A match in the middle of its play, by its number in the store.
  struct Left {
    std::string number;
    std::string id;
  };
  std::vector<Left> UnderWay() {
    const std::string found = Execute(
        "SELECT coalesce(string_agg(number || ' ' || match_id, ','), '')"
        " FROM matches WHERE state = 2 AND"
        " (SELECT count(*) FROM journal WHERE match = number) >= 3");
    std::vector<Left> all;
    for (const absl::string_view one :
         absl::StrSplit(found, ',', absl::SkipEmpty())) {
      const std::pair<std::string, std::string> parts =
          absl::StrSplit(one, ' ');
      all.push_back({parts.first, parts.second});
    }
    return all;
  }
  void Harm(const Left& match, const Damage& damage) {
    Execute(
        "CREATE TABLE IF NOT EXISTS kept AS SELECT * FROM journal;"
        "CREATE TABLE IF NOT EXISTS kept_clocks AS"
        " SELECT number, clock FROM matches");
    Execute(absl::StrReplaceAll(damage.sql, {{"$", match.number}}));
  }
  void Mend() {
    Execute(
        "INSERT INTO journal SELECT * FROM kept WHERE match IN"
        " (SELECT number FROM matches WHERE quarantine IS NOT NULL)"
        " ON CONFLICT (match, sequence) DO UPDATE SET entry = excluded.entry;"
        "UPDATE matches SET clock = kept_clocks.clock FROM kept_clocks"
        " WHERE matches.number = kept_clocks.number");
  }
  void KillAAndPlayOnElsewhere() {
    KillReferee("a");
    for (const std::string& referee : left_) {
      StartBot("x", referee);
      StartBot("y", referee);
    }
  }

  const std::vector<std::string> left_ = {"b", "c"};
  const std::string schema_;
};

TEST_F(PoisonedTableTest, DamagedMatchesAreQuarantinedAndTheOthersPlayed) {
  // When x stops in one match, not all matches have begun.
  for (int i = 0; i < 4 * kDamaged; ++i) Create("a");
  AwaitStop("a");
  std::vector<Left> matches = UnderWay();
  ASSERT_GT(matches.size(), kDamaged) << "there is nothing to interrupt";
  for (int i = 0; i < kDamaged; ++i) Harm(matches[i], kDamages[i]);
  KillAAndPlayOnElsewhere();
  const std::string other = Create("b");
  AwaitQuarantined(left_, kDamaged);

  const auto reasons = Quarantined("b");
  ASSERT_EQ(reasons.size(), kDamaged);
  const std::vector<std::string> lines = QuarantinesIn(left_, kDamaged);
  EXPECT_EQ(lines.size(), kDamaged) << "somebody has tried again unasked";
  for (int i = 0; i < kDamaged; ++i) {
    const v1::Match match = Get("c", matches[i].id);
    EXPECT_EQ(match.state(), v1::Match::STATE_QUARANTINED);
    EXPECT_THAT(match.quarantine(), HasSubstr(kDamages[i].reason));
    EXPECT_THAT(reasons, Contains(Pair(match.match_id(), match.quarantine())));
    EXPECT_THAT(lines, Contains(AllOf(HasSubstr(match.match_id()),
                                      HasSubstr(kDamages[i].reason))));
  }
  for (size_t i = kDamaged; i < matches.size(); ++i) {
    AwaitNormalEnd(left_, matches[i].id);
  }
  AwaitNormalEnd(left_, other);

  for (int i = 0; i < kDamaged; ++i) {
    const v1::Match match = Retry("c", matches[i].id);
    EXPECT_EQ(match.state(), v1::Match::STATE_QUARANTINED);
    EXPECT_THAT(match.quarantine(), HasSubstr(kDamages[i].reason));
  }
  Mend();
  for (int i = 0; i < kDamaged; ++i) {
    EXPECT_EQ(Retry("b", matches[i].id).state(), v1::Match::STATE_RUNNING);
    AwaitNormalEnd(left_, matches[i].id);
  }
}

TEST_F(PoisonedTableTest, AVoidMatchOfACompetitionIsPlayedAgain) {
  CreateCompetition("b", /*sets=*/4, {"bot:x", "bot:y"});
  AwaitStop("a");
  const std::vector<Left> matches = UnderWay();
  ASSERT_FALSE(matches.empty()) << "there is nothing to interrupt";
  Harm(matches[0], kDamages[0]);
  KillAAndPlayOnElsewhere();
  AwaitQuarantined(left_, 1);
  // The other matches of the competition do not wait for the damaged match.
  v1::Competition competition;
  Await(left_, [&] {
    competition = GetCompetition("c");
    return competition.progress().matches_over() + 1 ==
           competition.progress().matches_total();
  });
  EXPECT_EQ(competition.state(), v1::Competition::STATE_RUNNING);

  EXPECT_EQ(Retry("b", matches[0].id).state(), v1::Match::STATE_QUARANTINED);
  const v1::Match over = Void("c", matches[0].id);
  EXPECT_EQ(over.state(), v1::Match::STATE_FINISHED);
  EXPECT_EQ(over.result().termination(), v1::TERMINATION_INFRASTRUCTURE);
  EXPECT_THAT(over.result().reason(), HasSubstr(kDamages[0].reason));
  Await(left_, [&] {
    competition = GetCompetition("b");
    return competition.state() == v1::Competition::STATE_FINISHED;
  });
  EXPECT_EQ(competition.progress().repeated_matches(), 1);
  EXPECT_EQ(competition.progress().matches_over(),
            competition.progress().matches_total());
  EXPECT_EQ(competition.progress().faults(), 0);
}

TEST_F(PoisonedTableTest, AResultThatDoesNotFitEndsNoReferee) {
  // Without z the competition cannot be over.
  CreateCompetition("b", /*sets=*/1, {"bot:x", "bot:y", "bot:z"});
  AwaitStop("a");
  KillAAndPlayOnElsewhere();
  Await(left_,
        [&] { return GetCompetition("b").progress().matches_over() == 2; });
  const std::string damaged =
      Execute("SELECT match_id FROM matches WHERE result_number = 1");
  Execute("UPDATE matches SET result = '\\xff' WHERE result_number = 1");
  KillReferee("b");
  EXPECT_EQ(QuarantinesIn({"c"}, 1, "competition").size(), 1u);
  v1::Competition competition = GetCompetition("c");
  EXPECT_EQ(competition.state(), v1::Competition::STATE_QUARANTINED);
  EXPECT_THAT(competition.quarantine(), HasSubstr(damaged));
  AwaitNormalEnd({"c"}, Create("c"));

  // A referee that starts now does not stumble over the damaged result.
  StartReferee("d", PostgresServer::Shared().Url(schema_));
  const std::vector<std::string> left = {"c", "d"};
  EXPECT_EQ(Get("d", damaged).state(), v1::Match::STATE_QUARANTINED);
  EXPECT_EQ(RetryCompetition("c").quarantine(), competition.quarantine());
  EXPECT_EQ(QuarantinesIn(left, 2, "competition").size(), 2u);
  Void("d", damaged);
  EXPECT_EQ(RetryCompetition("d").state(), v1::Competition::STATE_RUNNING);
  StartBot("z", "c");
  Await(left, [&] {
    competition = GetCompetition("d");
    return competition.state() == v1::Competition::STATE_FINISHED;
  });
  EXPECT_EQ(competition.progress().repeated_matches(), 1);
  EXPECT_EQ(competition.progress().faults(), 0);
  EXPECT_EQ(QuarantinesIn(left, 2, "competition").size(), 2u);
}

// ---- One referee with files ----

class PoisonedFileTest : public PoisonTest {
 protected:
  void Start() {
    StartReferee("a", "sqlite:" + folder_.File("store"),
                 "unix:" + folder_.File("socket"));
  }
  void FlipAByteInTheMiddle(const std::string& path) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    const auto middle =
        static_cast<std::streamoff>(std::filesystem::file_size(path) / 2);
    file.seekg(middle);
    const int byte = file.get();
    file.seekp(middle);
    file.put(static_cast<char>(byte ^ 0x40));
    ASSERT_TRUE(file.flush().good()) << path;
  }
};

TEST_F(PoisonedFileTest, AFlippedByteHarmsOnlyTheMatchesOfThatPlace) {
  Start();
  StartBotsThatStop("a");
  std::vector<std::string> matches;
  for (int i = 0; i < 8; ++i) matches.push_back(Create("a"));
  AwaitStop("a");
  KillReferee("a");
  const std::string segment = folder_.File("store.journal/00000001.journal");
  FlipAByteInTheMiddle(segment);
  bots_.erase({"x", "a"});
  Start();
  StartBot("x", "a");

  const auto reasons = Quarantined("a");
  EXPECT_THAT(reasons, Not(IsEmpty()));
  EXPECT_LT(reasons.size(), matches.size());
  EXPECT_EQ(QuarantinesIn({"a"}, reasons.size()).size(), reasons.size());
  EXPECT_THAT(referees_["a"].log.All(),
              Contains(AllOf(HasSubstr("journal damaged"),
                             HasSubstr(segment + ": offset"))));
  for (const std::string& match_id : matches) {
    if (!reasons.contains(match_id)) {
      AwaitNormalEnd({"a"}, match_id);
      continue;
    }
    EXPECT_THAT(reasons.at(match_id), HasSubstr(segment + ": offset"));
    EXPECT_EQ(Retry("a", match_id).quarantine(), reasons.at(match_id));
    const v1::Match over = Void("a", match_id);
    EXPECT_EQ(over.state(), v1::Match::STATE_FINISHED);
    EXPECT_EQ(over.result().termination(), v1::TERMINATION_INFRASTRUCTURE);
  }
  EXPECT_THAT(Quarantined("a"), IsEmpty());
}

}  // namespace
}  // namespace arena::testing
