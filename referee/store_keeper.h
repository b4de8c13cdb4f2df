// Keeps a running match: its entries in the journal, its result in the store.
#ifndef REFEREE_STORE_KEEPER_H_
#define REFEREE_STORE_KEEPER_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arena/match/keeper.h"
#include "referee/lobby.h"

namespace arena::referee {

class StoreKeeper final : public MatchKeeper {
 public:
  // `on_over` runs in the lobby when players and spectators know the result.
  StoreKeeper(Lobby& lobby, std::string match_id, std::function<void()> on_over)
      : lobby_(lobby),
        match_id_(std::move(match_id)),
        on_over_(std::move(on_over)) {}

  void Keep(int64_t ticket, std::vector<MatchEntry> entries,
            Kept kept) override;
  void StoreResult(const Match& match, Stored stored) override;
  void OnBroken(const absl::Status& status) override { lobby_.Fail(status); }
  void OnDone() override { lobby_.Post(on_over_); }

 private:
  Lobby& lobby_;
  const std::string match_id_;
  const std::function<void()> on_over_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_KEEPER_H_
