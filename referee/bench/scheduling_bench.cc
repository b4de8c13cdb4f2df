#include "referee/bench/scheduling_bench.h"

#include <future>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/competition/planning/scheduler.h"
#include "arena/core/check.h"
#include "referee/bench/paced_bot.h"
#include "referee/competition_host.h"
#include "referee/match_host.h"
#include "referee/store/sqlite_store.h"

namespace arena::referee {
namespace {

constexpr int kThreads = 2;
// More than any round robin here has.
constexpr int kManySets = 1000000;

std::string BotName(int number) { return absl::StrCat("bot-", number); }

v1::CompetitionSpec SpecFor(const SchedulingOptions& options) {
  v1::CompetitionSpec spec;
  spec.set_name("bench");
  spec.set_game(options.game);
  spec.set_seats(static_cast<uint32_t>(options.seats));
  spec.set_format(v1::FORMAT_ROUND_ROBIN);
  spec.set_sets(static_cast<uint32_t>(options.sets));
  spec.set_seed(std::string(sizeof(Seed), 'b'));
  for (int i = 0; i < options.bots; ++i) {
    v1::Entrant& entrant = *spec.add_entrants();
    entrant.set_name(BotName(i));
    entrant.add_players()->set_bot(BotName(i));
  }
  return spec;
}

// Counts down the ends that bots are told of.
class Countdown {
 public:
  explicit Countdown(int count) : left_(count) {}
  void Tick() {
    if (--left_ == 0) done_.set_value();
  }
  void Wait() { done_.get_future().wait(); }

 private:
  std::atomic<int> left_;
  std::promise<void> done_;
};

class EndWatcher final : public CompetitionWatcher {
 public:
  bool OnProgress(const v1::Competition&) override { return true; }
  void OnOver() override { over_.set_value(); }
  void Wait() { over_.get_future().wait(); }

 private:
  std::promise<void> over_;
};

// A referee without its services: a store, hosts and bots that wait for
// matches. Errors of the store end the program: nothing is measured then.
class Hall {
 public:
  Hall(const SchedulingOptions& options, std::unique_ptr<Store> store,
       std::function<void()> on_match_end)
      : store_(std::move(store)),
        executor_(kThreads),
        journal_strand_(executor_.NewStrand()),
        journal_(store_->journal(),
                 [this](std::function<void()> task) {
                   journal_strand_->Post(std::move(task));
                 }),
        matches_(*store_, journal_, executor_, metrics_, HostOptionsOf()),
        competitions_(*store_, executor_, CompetitionOptionsOf()) {
    matches_.set_on_result([this](const std::string& competition) {
      competitions_.OnMatchOver(competition);
    });
    ARENA_CHECK(matches_.Restore().ok());
    competitions_.Begin();
    for (int i = 0; i < options.bots; ++i) {
      Connect(BotName(i), options, on_match_end);
    }
  }
  ~Hall() {
    executor_.Stop();
    for (const auto& bot : bots_) bot->Forget();
  }

  MatchHost& matches() { return matches_; }
  CompetitionHost& competitions() { return competitions_; }

 private:
  static void Die(const absl::Status& status) {
    ARENA_CHECK(status.ok(), status.ToString());
  }
  static HostOptions HostOptionsOf() {
    HostOptions options;
    options.on_failure = Die;
    return options;
  }
  CompetitionOptions CompetitionOptionsOf() {
    CompetitionOptions options;
    options.claim_matches = [this] { matches_.ClaimMatches(); };
    options.on_failure = Die;
    return options;
  }

  void Connect(const std::string& name, const SchedulingOptions& options,
               const std::function<void()>& on_match_end) {
    const auto bot =
        std::make_shared<PacedBot>(executor_, options.pace, on_match_end);
    bots_.push_back(bot);
    v1::Hello hello;
    hello.set_revision(1);
    hello.set_name(name);
    hello.set_max_matches(static_cast<uint32_t>(options.at_once));
    std::promise<void> welcomed;
    matches_.Open(hello, Caller{}, bot,
                  [&](absl::StatusOr<std::shared_ptr<Session>> session) {
                    Die(session.status());
                    bot->Begin(*std::move(session));
                    welcomed.set_value();
                  });
    welcomed.get_future().wait();
  }

  const std::unique_ptr<Store> store_;
  PoolExecutor executor_;
  const std::unique_ptr<Strand> journal_strand_;
  GroupCommitJournal journal_;
  Metrics metrics_;
  MatchHost matches_;
  CompetitionHost competitions_;
  std::vector<std::shared_ptr<PacedBot>> bots_;
};

// All matches of a round robin are known in advance.
absl::StatusOr<std::vector<v1::CreateMatchRequest>> RequestsFor(
    const SchedulingOptions& options) {
  v1::CompetitionSpec spec = SpecFor(options);
  spec.set_concurrent_sets(kManySets);
  ARENA_ASSIGN_OR_RETURN(competition::Scheduler scheduler,
                         competition::Scheduler::Create(std::move(spec)));
  ARENA_ASSIGN_OR_RETURN(const std::vector<competition::PlannedMatch> planned,
                         scheduler.Next(kManySets));
  std::vector<v1::CreateMatchRequest> requests;
  for (const competition::PlannedMatch& match : planned) {
    v1::CreateMatchRequest& request = requests.emplace_back();
    request.set_game(options.game);
    request.set_max_faults(scheduler.spec().max_faults());
    request.set_seed(match.seed.data(), match.seed.size());
    for (v1::SeatSpec& seat : competition::PlayersBySeat(
             scheduler.spec(), scheduler.form(), match.entrants)) {
      *request.add_seats() = std::move(seat);
    }
  }
  return requests;
}

absl::StatusOr<double> TimeMatches(
    const SchedulingOptions& options,
    const std::vector<v1::CreateMatchRequest>& requests,
    const std::string& file) {
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<Store> store, OpenSqliteStore(file));
  Countdown ends(static_cast<int>(requests.size()) * options.seats);
  Hall hall(options, std::move(store), [&] { ends.Tick(); });
  const absl::Time began = absl::Now();
  for (const v1::CreateMatchRequest& request : requests) {
    hall.matches().CreateMatch(
        request, Caller{}, [](const absl::StatusOr<v1::Match>& match) {
          ARENA_CHECK(match.ok(), match.status().ToString());
        });
  }
  ends.Wait();
  return absl::ToDoubleSeconds(absl::Now() - began);
}

absl::StatusOr<double> TimeCompetition(const SchedulingOptions& options,
                                       const std::string& file) {
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<Store> store, OpenSqliteStore(file));
  const v1::CompetitionSpec spec = SpecFor(options);
  const auto watcher = std::make_shared<EndWatcher>();
  Hall hall(options, std::move(store), [] {});
  const auto check = [](const absl::StatusOr<v1::Competition>& competition) {
    ARENA_CHECK(competition.ok(), competition.status().ToString());
  };
  const absl::Time began = absl::Now();
  hall.competitions().Create(spec, check);
  hall.competitions().Watch(spec.name(), watcher, check);
  watcher->Wait();
  return absl::ToDoubleSeconds(absl::Now() - began);
}

}  // namespace

absl::StatusOr<Measurement> MeasureScheduling(const SchedulingOptions& options,
                                              const std::string& folder) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<v1::CreateMatchRequest> requests,
                         RequestsFor(options));
  std::vector<double> competitions, matches;
  for (int round = 0; round < options.rounds; ++round) {
    const std::string file = absl::StrCat(folder, "/scheduling-", round);
    const auto time_matches = [&]() -> absl::Status {
      ARENA_ASSIGN_OR_RETURN(
          matches.emplace_back(),
          TimeMatches(options, requests, absl::StrCat(file, "-matches")));
      return absl::OkStatus();
    };
    // Neither is always the first.
    if (round % 2 == 0) ARENA_RETURN_IF_ERROR(time_matches());
    ARENA_ASSIGN_OR_RETURN(
        competitions.emplace_back(),
        TimeCompetition(options, absl::StrCat(file, "-competition")));
    if (round % 2 == 1) ARENA_RETURN_IF_ERROR(time_matches());
  }
  return Measured(
      absl::StrCat("a competition of ", requests.size(),
                   " matches, against the matches alone, ",
                   absl::FormatDuration(options.pace), " a decision"),
      "s", competitions, matches, Budget{Budget::Kind::kAtMost, 1.05});
}

}  // namespace arena::referee
