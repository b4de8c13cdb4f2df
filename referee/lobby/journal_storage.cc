#include "referee/lobby/journal_storage.h"

#include <array>
#include <deque>

#include "absl/strings/str_cat.h"
#include "arena/competition/planning/results.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/match/actions_hash.h"
#include "arena/match/private_seed.h"
#include "arena/record/record.h"
#include "referee/base/log.h"

namespace arena::referee {
namespace {

// How many attempts at a match of a competition bots may decline. Some attempts
// remain, so that bots that take turns at declining cannot make a set void.
constexpr uint32_t kDeclinableAttempts = competition::kMaxAttempts - 2;

// The time charged for each fault of the result. The faults of one seat are in
// the same order among the entries.
std::vector<absl::Duration> FaultTimes(const Table& table,
                                       const v1::MatchResult& result) {
  std::array<std::deque<absl::Duration>, kMaxSeats> by_seat;
  for (const MatchEntry& entry : table.entries()) {
    if (entry.fault == v1::FAULT_KIND_UNSPECIFIED) continue;
    by_seat[entry.seat].push_back(entry.charged);
  }
  std::vector<absl::Duration> times;
  for (const v1::Fault& fault : result.faults()) {
    std::deque<absl::Duration>& of_seat = by_seat[fault.seat()];
    times.push_back(of_seat.front());
    of_seat.pop_front();
  }
  return times;
}

absl::StatusOr<std::string> RecordFor(const Match& match) {
  const MatchSettings& settings = match.settings();
  MatchNames names;
  names.players = settings.players;
  names.match_id = settings.id;
  names.label = settings.label;
  names.player_infos = settings.player_infos;
  for (Seat seat = 0; seat < settings.table.seats; ++seat) {
    names.private_seeds.push_back(PrivateSeed(settings, seat));
  }
  if (settings.clock.has_value()) {
    ClockToMessage(*settings.clock, names.clock.emplace());
  }
  return WriteRecord(RecordOf(match.table(), names));
}

// Whether the match ended before it began, so that there is nothing to record.
bool WasDeclined(const Table& table) {
  return !table.entries().empty() &&
         table.entries().back().kind == EntryKind::kDecline;
}

FinishedMatch EndOf(const Match& match, const std::vector<Note>& notes) {
  FinishedMatch end;
  end.notes = notes;
  end.match_id = match.settings().id;
  end.result = match.Result();
  end.fault_times = FaultTimes(match.table(), end.result);
  end.actions_sha256 = ActionsSha256(match.table());
  if (WasDeclined(match.table())) return end;
  absl::StatusOr<std::string> record = RecordFor(match);
  if (record.ok()) {
    end.record = *std::move(record);
    end.record_sha256 = Sha256(end.record);
  } else {
    LogError("no record", {{"match", end.match_id}}, record.status());
  }
  return end;
}

void LogEnd(const FinishedMatch& end) {
  Log("match over",
      {{"match", end.match_id},
       {"termination", v1::Termination_Name(end.result.termination())},
       {"reason", end.result.reason()},
       {"plies", absl::StrCat(end.result.plies())},
       {"faults", absl::StrCat(end.result.faults_size())}});
}

}  // namespace

JournalStorage::JournalStorage(Lobby& lobby, const MatchRow& row,
                               std::function<void()> on_over)
    : lobby_(lobby),
      match_id_(row.match_id),
      declinable_(!row.place.has_value() ||
                  row.place->attempt < kDeclinableAttempts),
      on_over_(std::move(on_over)) {
  for (const v1::SeatSpec& seat : row.seats) bots_.push_back(seat.bot());
}

bool JournalStorage::ExcusesDecline(Seat seat) {
  return declinable_ && lobby_.declines().Excuse(bots_[seat]);
}

void JournalStorage::Keep(int64_t ticket, std::vector<MatchEntry> entries,
                          Kept kept) {
  lobby_.metrics().CountEntries(entries);
  lobby_.journal().Append(match_id_, ticket, std::move(entries),
                          std::move(kept));
}

void JournalStorage::StoreResult(const Match& match,
                                 const std::vector<Note>& notes,
                                 Stored stored) {
  if (!match.trouble().ok()) {
    LogError("match failed", {{"match", match_id_}}, match.trouble());
  }
  const auto end = std::make_shared<const FinishedMatch>(EndOf(match, notes));
  // If this fails, the journal still has everything, and the next start
  // finishes the match.
  lobby_.store().Write(
      nullptr, [end](Store& store) { return store.matches().Finish(*end); },
      [&lobby = lobby_, end,
       stored = std::move(stored)](const absl::Status& status) {
        if (!status.ok()) return stored(status);
        lobby.journal().Drop(end->match_id);
        lobby.metrics().CountResult(end->result);
        LogEnd(*end);
        stored(RecordReference{end->record_sha256});
      });
}

}  // namespace arena::referee
