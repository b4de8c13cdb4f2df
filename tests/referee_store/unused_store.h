// A store whose every call fails, as a base for fakes.
#ifndef TESTS_REFEREE_STORE_UNUSED_STORE_H_
#define TESTS_REFEREE_STORE_UNUSED_STORE_H_

#include <string>
#include <vector>

#include "referee/store/store.h"

namespace arena::referee {

class UnusedStore : public Store {
 public:
  absl::StatusOr<InsertedMatch> InsertMatch(const MatchRow&) override {
    return Unused();
  }
  absl::StatusOr<int> InsertCompetitionMatches(
      absl::Span<const MatchRow>) override {
    return Unused();
  }
  absl::StatusOr<std::vector<MatchRow>> ClaimMatches(
      absl::Span<const std::string>, int) override {
    return Unused();
  }
  bool shared() const override { return false; }
  absl::StatusOr<std::vector<MatchRow>> TakeOver(absl::Span<const std::string>,
                                                 absl::Duration, int) override {
    return Unused();
  }
  absl::StatusOr<MatchRow> GetMatch(absl::string_view) override {
    return Unused();
  }
  absl::StatusOr<std::vector<MatchRow>> ListMatches(const MatchFilter&, int,
                                                    int64_t) override {
    return Unused();
  }
  absl::StatusOr<std::vector<MatchRow>> LoadUnfinished() override {
    return Unused();
  }
  absl::Status StartMatch(absl::string_view,
                          absl::Span<const std::string>) override {
    return Unused();
  }
  absl::Status FinishMatch(const FinishedMatch&) override { return Unused(); }
  absl::Status AppendJournal(absl::Span<const JournalRow>) override {
    return Unused();
  }
  absl::StatusOr<std::vector<std::string>> ReadJournal(
      absl::string_view) override {
    return Unused();
  }
  absl::StatusOr<std::string> GetRecord(absl::string_view) override {
    return Unused();
  }
  absl::Status PutSession(const SessionRow&) override { return Unused(); }
  absl::StatusOr<SessionRow> FindSession(absl::string_view) override {
    return Unused();
  }
  absl::Status DeleteSession(absl::string_view) override { return Unused(); }
  absl::StatusOr<int> DeleteSessionsBefore(absl::Time) override {
    return Unused();
  }
  absl::Status InsertBot(const v1::Bot&, absl::Time) override {
    return Unused();
  }
  absl::StatusOr<v1::Bot> GetBot(absl::string_view) override {
    return Unused();
  }
  absl::StatusOr<std::vector<v1::Bot>> ListBots(absl::string_view,
                                                absl::string_view,
                                                int) override {
    return Unused();
  }
  absl::StatusOr<std::map<std::string, v1::Bot::Status>> ReadBotStatuses(
      absl::Span<const std::string>) override {
    return Unused();
  }
  absl::Status SetBotStatus(absl::string_view, v1::Bot::Status,
                            absl::string_view, absl::string_view,
                            absl::Time) override {
    return Unused();
  }
  absl::Status SeeBotVersion(absl::string_view, absl::string_view,
                             absl::string_view, absl::Time) override {
    return Unused();
  }
  absl::Status InsertToken(const TokenRow&) override { return Unused(); }
  absl::StatusOr<TokenRow> FindToken(absl::string_view) override {
    return Unused();
  }
  absl::StatusOr<TokenRow> GetToken(absl::string_view) override {
    return Unused();
  }
  absl::StatusOr<std::vector<TokenRow>> ListTokens(
      const TokenFilter&) override {
    return Unused();
  }
  absl::StatusOr<std::set<std::string>> ReadTokenIds(
      absl::Span<const std::string>) override {
    return Unused();
  }
  absl::StatusOr<TokenRow> DeleteToken(absl::string_view) override {
    return Unused();
  }
  absl::StatusOr<CompetitionRow> InsertCompetition(
      const v1::CompetitionSpec&) override {
    return Unused();
  }
  absl::StatusOr<CompetitionRow> GetCompetition(absl::string_view) override {
    return Unused();
  }
  absl::StatusOr<std::vector<CompetitionRow>> ListCompetitions(
      absl::string_view, int, int64_t) override {
    return Unused();
  }
  absl::StatusOr<std::vector<CompetitionRow>> ListRunningCompetitions()
      override {
    return Unused();
  }
  absl::Status UpdateCompetition(const CompetitionRow&,
                                 absl::Span<const BenchedBot>) override {
    return Unused();
  }
  absl::StatusOr<std::vector<v1::BotFault>> ReadFaults(absl::string_view,
                                                       absl::string_view,
                                                       int64_t, int64_t,
                                                       int) override {
    return Unused();
  }
  absl::StatusOr<ResultPage> ReadResults(absl::string_view, int64_t,
                                         int) override {
    return Unused();
  }
  absl::StatusOr<std::vector<CompetitionPlace>> ReadOpen(
      absl::string_view) override {
    return Unused();
  }
  absl::Status RenewLease(absl::Duration) override { return Unused(); }
  absl::Status SetPresent(absl::string_view, bool) override { return Unused(); }
  absl::StatusOr<std::vector<std::string>> PresentBots(
      absl::Span<const std::string>) override {
    return Unused();
  }
  absl::Status ReleaseMatches(absl::Span<const std::string>) override {
    return Unused();
  }
  absl::Status DropUnclaimed(absl::string_view) override { return Unused(); }
  absl::StatusOr<bool> DriveCompetition(absl::string_view) override {
    return Unused();
  }

 private:
  static absl::Status Unused() { return absl::UnimplementedError("unused"); }
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_STORE_UNUSED_STORE_H_
