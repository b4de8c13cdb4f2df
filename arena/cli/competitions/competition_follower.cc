#include "arena/cli/competitions/competition_follower.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "arena/core/check.h"

namespace arena::cli {
namespace {

// Whether the news name entrants that the competition does not have yet.
bool NamesOthers(const v1::WatchCompetitionResponse& news, int entrants) {
  const auto is_other = [entrants](uint32_t entrant) {
    return entrant >= static_cast<uint32_t>(entrants);
  };
  return absl::c_any_of(news.benched(), is_other) ||
         absl::c_any_of(news.matches(), [&](const v1::CompetitionMatch& match) {
           return absl::c_any_of(match.entrants(), is_other);
         });
}

// A connection that breaks in the middle of a stream may end it with any of
// these codes.
absl::Status HowItEnded(const grpc::Status& status) {
  const absl::Status ended = FromReferee(status);
  const bool lost = absl::IsUnknown(ended) || absl::IsInternal(ended) ||
                    absl::IsCancelled(ended);
  return lost ? absl::UnavailableError(ended.message()) : ended;
}

}  // namespace

absl::Status CompetitionFollower::Update(CompetitionData& data) {
  if (IsOver(data.competition) && !stale_) return absl::OkStatus();
  if (!listener_.joinable()) {
    // A new stream would be silent at first, so this checks the connection.
    if (!lost_.ok() && !client_.IsConnected()) return lost_;
    lost_ = absl::OkStatus();
    context_ = std::make_unique<grpc::ClientContext>();
    listener_ = std::thread([this] { Listen(); });
  }
  // The competition was over before the stream began, so the stream tells all
  // results and ends.
  if (IsOver(data.competition) && listener_.joinable()) listener_.join();
  const absl::Status lost = TakeNews(data);
  if (stale_) {
    // Read after the results, so that it has all entrants that occur in them.
    ARENA_ASSIGN_OR_RETURN(const v1::Competition competition,
                           client_.Get(name_));
    *data.competition.mutable_spec() = competition.spec();
    data.competition.set_stopped(competition.stopped());
    data.competition.set_seed_commitment(competition.seed_commitment());
    stale_ = false;
  }
  // If the competition is over, the untold results of the lost stream are
  // missing.
  if (!lost.ok() && IsOver(data.competition)) stale_ = true;
  ARENA_RETURN_IF_ERROR(CheckNotQuarantined(data.competition));
  return lost;
}

absl::Status CompetitionFollower::TakeNews(CompetitionData& data) {
  v1::WatchCompetitionResponse news;
  std::optional<absl::Status> ended;
  {
    MutexLock lock(mutex_);
    news = std::exchange(heard_, {});
    ended = std::exchange(ended_, std::nullopt);
  }
  if (ended.has_value()) StopListening();
  if (ended.has_value()) lost_ = *ended;
  if (news.state() == v1::Competition::STATE_UNSPECIFIED) return lost_;
  v1::Competition& competition = data.competition;
  stale_ = stale_ || NamesOthers(news, competition.spec().entrants_size()) ||
           news.state() != competition.state();
  *competition.mutable_progress() = news.progress();
  *competition.mutable_benched() = news.benched();
  competition.set_quarantine(news.quarantine());
  // The final state comes with the last results, or before them.
  const bool over = news.state() == v1::Competition::STATE_FINISHED;
  if (!over || (ended.has_value() && ended->ok())) {
    competition.set_state(news.state());
  }
  for (v1::CompetitionMatch& match : *news.mutable_matches()) {
    data.results.push_back(std::move(match));
  }
  return lost_;
}

void CompetitionFollower::Listen() {
  std::string cursor;
  {
    MutexLock lock(mutex_);
    cursor = cursor_;
  }
  const auto reader = client_.Watch(*context_, name_, cursor);
  v1::WatchCompetitionResponse news;
  while (reader->Read(&news)) {
    MutexLock lock(mutex_);
    cursor_ = news.cursor();
    heard_.mutable_matches()->MergeFrom(news.matches());
    heard_.mutable_matches()->Swap(news.mutable_matches());
    heard_ = std::move(news);
  }
  const absl::Status status = HowItEnded(reader->Finish());
  MutexLock lock(mutex_);
  ended_ = status;
}

void CompetitionFollower::StopListening() {
  if (!listener_.joinable()) return;
  context_->TryCancel();
  listener_.join();
}

}  // namespace arena::cli
