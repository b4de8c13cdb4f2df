#include "referee/store/sql_store.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/store/bot_rows.h"
#include "referee/store/competition_rows.h"
#include "referee/store/journal_rows.h"
#include "referee/store/match_end.h"
#include "referee/store/match_rows.h"
#include "referee/store/referee_rows.h"
#include "referee/store/session_rows.h"

namespace arena::referee {
namespace {

absl::Status CheckLimit(int limit) {
  if (limit >= 1) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("a page has at least 1 row, not ", limit));
}

}  // namespace

template <typename Function, typename... Arguments>
auto SqlStore::ToWrite(Repeat repeat, Function function,
                       const Arguments&... arguments) {
  MutexLock lock(write_mutex_);
  return Write(*writer_, repeat == Repeat::kHarmless,
               [&](SqlConnection& connection) {
                 return function(connection, arguments...);
               });
}

template <typename Function, typename... Arguments>
auto SqlStore::ToRead(Function function, const Arguments&... arguments) {
  MutexLock lock(read_mutex_);
  return Read(*reader_, [&](SqlConnection& connection) {
    return function(connection, arguments...);
  });
}

SqlStore::SqlStore(int64_t referee, std::unique_ptr<SqlConnection> writer,
                   std::unique_ptr<SqlConnection> reader)
    : referee_(referee),
      writer_(std::move(writer)),
      reader_(std::move(reader)) {}

// Should it fail, the lease runs out by itself.
SqlStore::~SqlStore() {
  ToWrite(Repeat::kHarmless, LeaveReferee, referee_).IgnoreError();
}

// ---- Matches ----

absl::StatusOr<InsertedMatch> SqlStore::InsertMatch(const MatchRow& match) {
  const bool again = !match.request_id.empty();
  return ToWrite(again ? Repeat::kHarmless : Repeat::kHarmful, AddMatch,
                 referee_, match);
}

absl::StatusOr<int> SqlStore::InsertCompetitionMatches(
    absl::Span<const MatchRow> matches) {
  return ToWrite(Repeat::kHarmless, AddCompetitionMatches, matches);
}

absl::StatusOr<std::vector<MatchRow>> SqlStore::ClaimMatches(
    absl::Span<const std::string> bots, int limit) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return ToWrite(Repeat::kHarmful, Claim, referee_, bots, limit);
}

absl::StatusOr<std::vector<MatchRow>> SqlStore::TakeOver(
    absl::Span<const std::string> bots, absl::Duration patience, int limit) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return ToWrite(Repeat::kHarmful, TakeFromTheDead, referee_, bots, patience,
                 limit);
}

absl::Status SqlStore::ReleaseMatches(absl::Span<const std::string> match_ids) {
  return ToWrite(Repeat::kHarmless, Release, referee_, match_ids);
}

absl::Status SqlStore::DropUnclaimed(absl::string_view competition) {
  return ToWrite(Repeat::kHarmless, DropUnclaimedOf, competition);
}

absl::StatusOr<MatchRow> SqlStore::GetMatch(absl::string_view match_id) {
  return ToRead(FindMatch, match_id);
}

absl::StatusOr<std::vector<MatchRow>> SqlStore::ListMatches(
    const MatchFilter& filter, int limit, int64_t before) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return ToRead(ReadPage, filter, limit, before);
}

absl::StatusOr<std::vector<MatchRow>> SqlStore::LoadUnfinished() {
  return ToRead(ReadUnfinished, referee_);
}

absl::Status SqlStore::StartMatch(absl::string_view match_id,
                                  absl::Span<const std::string> sessions) {
  return ToWrite(Repeat::kHarmless, BeginMatch, referee_, match_id, sessions);
}

absl::Status SqlStore::FinishMatch(const FinishedMatch& finished) {
  return ToWrite(Repeat::kHarmless, EndMatch, referee_, finished);
}

// ---- Journal and records ----

absl::Status SqlStore::AppendJournal(absl::Span<const JournalRow> rows) {
  return ToWrite(Repeat::kHarmless, AppendEntries, referee_, rows);
}

absl::StatusOr<std::vector<std::string>> SqlStore::ReadJournal(
    absl::string_view match_id) {
  return ToRead(ReadEntries, match_id);
}

absl::StatusOr<std::string> SqlStore::GetRecord(absl::string_view record_id) {
  return ToRead(FindRecord, record_id);
}

// ---- Sessions and tokens ----

absl::Status SqlStore::PutSession(const SessionRow& session) {
  return ToWrite(Repeat::kHarmless, WriteSession, session);
}

absl::StatusOr<SessionRow> SqlStore::FindSession(
    absl::string_view token_sha256) {
  return ToRead(referee::FindSession, token_sha256);
}

absl::Status SqlStore::DeleteSession(absl::string_view token_sha256) {
  return ToWrite(Repeat::kHarmless, EraseSession, token_sha256);
}

absl::StatusOr<int> SqlStore::DeleteSessionsBefore(absl::Time time) {
  return ToWrite(Repeat::kHarmless, EraseSessionsBefore, time);
}

absl::Status SqlStore::InsertToken(const TokenRow& token) {
  return ToWrite(Repeat::kHarmful, AddToken, token);
}

absl::StatusOr<TokenRow> SqlStore::FindToken(absl::string_view secret_sha256) {
  return ToRead(referee::FindToken, secret_sha256);
}

absl::StatusOr<TokenRow> SqlStore::GetToken(absl::string_view token_id) {
  return ToRead(FindTokenById, token_id);
}

absl::StatusOr<std::vector<TokenRow>> SqlStore::ListTokens(
    const TokenFilter& filter) {
  return ToRead(ReadTokens, filter);
}

absl::StatusOr<std::set<std::string>> SqlStore::ReadTokenIds(
    absl::Span<const std::string> token_ids) {
  return ToRead(FindTokenIds, token_ids);
}

absl::StatusOr<TokenRow> SqlStore::DeleteToken(absl::string_view token_id) {
  return ToWrite(Repeat::kHarmful, EraseToken, token_id);
}

// ---- Bots ----

absl::Status SqlStore::InsertBot(const v1::Bot& bot, absl::Time now) {
  return ToWrite(Repeat::kHarmful, AddBot, bot, now);
}

absl::StatusOr<v1::Bot> SqlStore::GetBot(absl::string_view name) {
  return ToRead(FindBot, name);
}

absl::StatusOr<std::vector<v1::Bot>> SqlStore::ListBots(
    absl::string_view author, absl::string_view after, int limit) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return ToRead(ReadBots, author, after, limit);
}

absl::StatusOr<std::map<std::string, v1::Bot::Status>>
SqlStore::ReadBotStatuses(absl::Span<const std::string> names) {
  return ToRead(FindBotStatuses, names);
}

absl::Status SqlStore::SetBotStatus(absl::string_view name,
                                    v1::Bot::Status status,
                                    absl::string_view reason,
                                    absl::string_view by, absl::Time now) {
  return ToWrite(Repeat::kHarmless, WriteBotStatus, name, status, reason, by,
                 now);
}

absl::Status SqlStore::SeeBotVersion(absl::string_view name,
                                     absl::string_view version,
                                     absl::string_view language,
                                     absl::Time now) {
  return ToWrite(Repeat::kHarmless, NoteBotVersion, name, version, language,
                 now);
}

// ---- Competitions ----

absl::StatusOr<CompetitionRow> SqlStore::InsertCompetition(
    const v1::CompetitionSpec& spec) {
  return ToWrite(Repeat::kHarmless, AddCompetition, spec);
}

absl::StatusOr<CompetitionRow> SqlStore::GetCompetition(
    absl::string_view name) {
  return ToRead(FindCompetition, name);
}

absl::StatusOr<std::vector<CompetitionRow>> SqlStore::ListCompetitions(
    absl::string_view tournament, int limit, int64_t before) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return ToRead(ReadCompetitions, tournament, limit, before);
}

absl::StatusOr<std::vector<CompetitionRow>>
SqlStore::ListRunningCompetitions() {
  return ToRead(ReadRunningCompetitions);
}

absl::Status SqlStore::UpdateCompetition(const CompetitionRow& row,
                                         absl::Span<const BenchedBot> benched) {
  return ToWrite(Repeat::kHarmless, ChangeCompetition, row, benched);
}

absl::StatusOr<std::vector<v1::BotFault>> SqlStore::ReadFaults(
    absl::string_view bot, absl::string_view competition, int64_t first,
    int64_t last, int limit) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return ToRead(ReadFaultsOf, bot, competition, first, last, limit);
}

absl::StatusOr<ResultPage> SqlStore::ReadResults(absl::string_view competition,
                                                 int64_t after, int limit) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  return ToRead(ReadResultPage, competition, after, limit);
}

absl::StatusOr<std::vector<CompetitionPlace>> SqlStore::ReadOpen(
    absl::string_view competition) {
  return ToRead(ReadOpenPlaces, competition);
}

// ---- Several referees ----

absl::Status SqlStore::RenewLease(absl::Duration time) {
  return ToWrite(Repeat::kHarmless, ExtendLease, referee_, time);
}

absl::Status SqlStore::SetPresent(absl::string_view bot, bool present) {
  return ToWrite(Repeat::kHarmless, NotePresence, referee_, bot, present);
}

absl::StatusOr<std::vector<std::string>> SqlStore::PresentBots(
    absl::Span<const std::string> bots) {
  return ToRead(ReadPresence, referee_, bots);
}

absl::StatusOr<bool> SqlStore::DriveCompetition(absl::string_view name) {
  return ToWrite(Repeat::kHarmless, Drive, referee_, name);
}

}  // namespace arena::referee
