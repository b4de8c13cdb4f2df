// The store in an SQL database, whichever it is.
#ifndef REFEREE_STORE_SQL_STORE_H_
#define REFEREE_STORE_SQL_STORE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "referee/store/sql_connection.h"
#include "referee/store/store.h"

namespace arena::referee {

// What an acknowledged write survives.
enum class Durability {
  // The process being killed.
  kProcessKill,
  // Also the machine losing power; a commit then waits for the disk.
  kPowerLoss,
};

// The name of a referee that needs none, as it shares its store with nobody.
inline constexpr absl::string_view kDefaultReferee = "referee";

// Writes through one connection and reads through another, so that reading
// waits for no commit. Both have the present schema. Ends its lease when it is
// destroyed.
class SqlStore : public Store {
 public:
  // `referee` is its number: see EnterReferee.
  SqlStore(int64_t referee, std::unique_ptr<SqlConnection> writer,
           std::unique_ptr<SqlConnection> reader);
  ~SqlStore() override;

  // ---- Matches ----
  absl::StatusOr<InsertedMatch> InsertMatch(const MatchRow& match) override;
  absl::StatusOr<int> InsertCompetitionMatches(
      absl::Span<const MatchRow> matches) override;
  absl::StatusOr<std::vector<MatchRow>> ClaimMatches(
      absl::Span<const std::string> bots, int limit) override;
  absl::StatusOr<std::vector<MatchRow>> TakeOver(
      absl::Span<const std::string> bots, absl::Duration patience,
      int limit) override;
  absl::Status ReleaseMatches(absl::Span<const std::string> match_ids) override;
  absl::Status DropUnclaimed(absl::string_view competition) override;
  absl::StatusOr<MatchRow> GetMatch(absl::string_view match_id) override;
  absl::StatusOr<std::vector<MatchRow>> ListMatches(const MatchFilter& filter,
                                                    int limit,
                                                    int64_t before) override;
  absl::StatusOr<std::vector<MatchRow>> LoadUnfinished() override;
  absl::Status StartMatch(absl::string_view match_id,
                          absl::Span<const std::string> sessions) override;
  absl::Status FinishMatch(const FinishedMatch& finished) override;

  // ---- Journal and records ----
  absl::Status AppendJournal(absl::Span<const JournalRow> rows) override;
  absl::StatusOr<std::vector<std::string>> ReadJournal(
      absl::string_view match_id) override;
  absl::StatusOr<std::string> GetRecord(absl::string_view record_id) override;

  // ---- Sessions and tokens ----
  absl::Status PutSession(const SessionRow& session) override;
  absl::StatusOr<SessionRow> FindSession(
      absl::string_view token_sha256) override;
  absl::Status DeleteSession(absl::string_view token_sha256) override;
  absl::StatusOr<int> DeleteSessionsBefore(absl::Time time) override;
  absl::Status InsertToken(const TokenRow& token) override;
  absl::StatusOr<TokenRow> FindToken(absl::string_view secret_sha256) override;
  absl::StatusOr<TokenRow> GetToken(absl::string_view token_id) override;
  absl::StatusOr<std::vector<TokenRow>> ListTokens(
      const TokenFilter& filter) override;
  absl::StatusOr<std::set<std::string>> ReadTokenIds(
      absl::Span<const std::string> token_ids) override;
  absl::StatusOr<TokenRow> DeleteToken(absl::string_view token_id) override;

  // ---- Bots ----
  absl::Status InsertBot(const v1::Bot& bot, absl::Time now) override;
  absl::StatusOr<v1::Bot> GetBot(absl::string_view name) override;
  absl::StatusOr<std::vector<v1::Bot>> ListBots(absl::string_view author,
                                                absl::string_view after,
                                                int limit) override;
  absl::StatusOr<std::map<std::string, v1::Bot::Status>> ReadBotStatuses(
      absl::Span<const std::string> names) override;
  absl::Status SetBotStatus(absl::string_view name, v1::Bot::Status status,
                            absl::string_view reason, absl::string_view by,
                            absl::Time now) override;
  absl::Status SeeBotVersion(absl::string_view name, absl::string_view version,
                             absl::string_view language,
                             absl::Time now) override;

  // ---- Competitions ----
  absl::StatusOr<CompetitionRow> InsertCompetition(
      const v1::CompetitionSpec& spec) override;
  absl::StatusOr<CompetitionRow> GetCompetition(
      absl::string_view name) override;
  absl::StatusOr<std::vector<CompetitionRow>> ListRunningCompetitions()
      override;
  absl::StatusOr<std::vector<CompetitionRow>> ListCompetitions(
      absl::string_view tournament, int limit, int64_t before) override;
  absl::Status UpdateCompetition(const CompetitionRow& row,
                                 absl::Span<const BenchedBot> benched) override;
  absl::StatusOr<std::vector<v1::BotFault>> ReadFaults(
      absl::string_view bot, absl::string_view competition, int64_t first,
      int64_t last, int limit) override;
  absl::StatusOr<ResultPage> ReadResults(absl::string_view competition,
                                         int64_t after, int limit) override;
  absl::StatusOr<std::vector<CompetitionPlace>> ReadOpen(
      absl::string_view competition) override;

  // ---- Several referees ----
  bool shared() const override { return true; }
  absl::Status RenewLease(absl::Duration time) override;
  absl::Status SetPresent(absl::string_view bot, bool present) override;
  absl::StatusOr<std::vector<std::string>> PresentBots(
      absl::Span<const std::string> bots) override;
  absl::StatusOr<bool> DriveCompetition(absl::string_view name) override;

 private:
  // What may be done again after the connection was lost in the commit.
  enum class Repeat { kHarmless, kHarmful };

  // Run a function of the rows with these arguments behind the connection.
  template <typename Function, typename... Arguments>
  auto ToWrite(Repeat repeat, Function function, const Arguments&... arguments)
      ABSL_LOCKS_EXCLUDED(write_mutex_);
  template <typename Function, typename... Arguments>
  auto ToRead(Function function, const Arguments&... arguments)
      ABSL_LOCKS_EXCLUDED(read_mutex_);

  const int64_t referee_;
  Mutex write_mutex_;
  const std::unique_ptr<SqlConnection> writer_ ABSL_PT_GUARDED_BY(write_mutex_);
  Mutex read_mutex_;
  const std::unique_ptr<SqlConnection> reader_ ABSL_PT_GUARDED_BY(read_mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_STORE_H_
