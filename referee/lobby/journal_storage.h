// Keeps a running match: its entries in the journal, its result in the store.
#ifndef REFEREE_LOBBY_JOURNAL_STORAGE_H_
#define REFEREE_LOBBY_JOURNAL_STORAGE_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arena/match/match_storage.h"
#include "referee/lobby/lobby.h"

namespace arena::referee {

class JournalStorage final : public MatchStorage {
 public:
  // `on_over` runs in the lobby when everybody has been told how the match
  // ended.
  JournalStorage(Lobby& lobby, const MatchRow& row,
                 std::function<void()> on_over);

  void Keep(int64_t ticket, std::vector<MatchEntry> entries,
            Kept kept) override;
  void StoreResult(const Match& match, const std::vector<Note>& notes,
                   Stored stored) override;
  bool ExcusesDecline(Seat seat) override;
  void OnBroken(const absl::Status& status) override { lobby_.Fail(status); }
  void OnDone() override { lobby_.Post(on_over_); }

 private:
  Lobby& lobby_;
  const std::string match_id_;
  // By seat; empty for built-in players.
  std::vector<std::string> bots_;
  const bool declinable_;
  const std::function<void()> on_over_;
};

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_JOURNAL_STORAGE_H_
