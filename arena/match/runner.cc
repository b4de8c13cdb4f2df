#include "arena/match/runner.h"

#include <utility>

#include "arena/core/check.h"
#include "arena/match/local.h"

namespace arena {

std::shared_ptr<MatchRunner> MatchRunner::Create(
    Match match, Executor& executor, std::unique_ptr<MatchStorage> storage) {
  return std::shared_ptr<MatchRunner>(
      new MatchRunner(std::move(match), executor, std::move(storage)));
}

MatchRunner::MatchRunner(Match match, Executor& executor,
                         std::unique_ptr<MatchStorage> storage)
    : executor_(executor),
      storage_(std::move(storage)),
      strand_(executor.NewStrand()),
      match_(std::move(match)),
      players_(match_.settings().table.seats),
      built_ins_(match_.settings().table.seats),
      thinking_(match_.settings().table.seats),
      next_ticket_(match_.resumed_entries()) {}

// ---- Events from outside ----

template <typename Event>
auto MatchRunner::Feeding(Event event) {
  return [self = shared_from_this(), event = std::move(event)] {
    if (self->broken_ || self->concluded_) return;
    Effects effects;
    event(effects);
    self->Settle(std::move(effects));
  };
}

template <typename Event>
void MatchRunner::Feed(Event event) {
  strand_->Post(Feeding(std::move(event)));
}

void MatchRunner::Begin(std::optional<absl::Duration> patience) {
  Feed([this, patience](Effects&) { match_.Begin(executor_.Now(), patience); });
}

void MatchRunner::Attach(Seat seat, std::shared_ptr<Player> player,
                         PlayerTraits traits) {
  Feed([this, seat, player = std::move(player), traits](Effects& effects) {
    players_[seat] = player;
    match_.Attach(seat, traits, executor_.Now(), effects);
  });
}

void MatchRunner::AttachBuiltIn(Seat seat,
                                std::unique_ptr<BuiltInPlayer> player,
                                std::shared_ptr<Strand> thinking) {
  Feed([this, seat, player = std::shared_ptr<BuiltInPlayer>(std::move(player)),
        thinking = std::move(thinking)](Effects& effects) {
    const absl::Time now = executor_.Now();
    built_ins_[seat] = player;
    thinking_[seat] = thinking;
    match_.Attach(seat, {.built_in = true}, now, effects);
    match_.Ready(seat, now, effects);
  });
}

void MatchRunner::Detach(Seat seat) {
  Feed([this, seat](Effects&) { match_.Detach(seat, executor_.Now()); });
}

void MatchRunner::Ready(Seat seat) {
  Feed([this, seat](Effects& effects) {
    match_.Ready(seat, executor_.Now(), effects);
  });
}

void MatchRunner::Decline(Seat seat, std::string words) {
  Feed([this, seat, words = std::move(words)](Effects& effects) {
    const auto excused = [&] { return storage_->ExcusesDecline(seat); };
    match_.Decline(seat, words, excused, executor_.Now(), effects);
  });
}

// One decision, from a bot's act to what the bots are told:
//
//   1. PlayReactor::OnReadDone  an act has come, and its time is noted
//   2. Session::Receive         the session finds the match and the seat
//   3. MatchRunner::Act         on the strand of the match, at once if idle
//   4. Match::Act               is it about the open decision, and in time?
//   5. Table::Play              is it possible? Then it is played
//   6. MatchRunner::Settle      what follows becomes messages, which are held
//   7. MatchStorage::Keep        the entries go to the journal
//   8. MatchRunner::OnKept      they are durable: the messages leave
void MatchRunner::Act(Seat seat, v1::Act&& act, absl::Time received) {
  Note note{seat, act.decision(), std::move(*act.mutable_note())};
  // Acts are frequent, so they may run on the caller's thread.
  strand_->Enter(
      Feeding([this, seat, note = std::move(note),
               answer = AnswerOf(std::move(act)), received](Effects& effects) {
        const bool open =
            match_.Owes(seat) && note.decision == match_.table().decision();
        match_.Act(seat, answer, received, effects);
        if (open) notes_.Add(note);
      }));
}

void MatchRunner::Announce(Seat seat, v1::Announce&& announce,
                           absl::Time received) {
  Feed([this, seat, answer = AnswerOf(std::move(announce)),
        received](Effects& effects) {
    match_.Announce(seat, answer, received, effects);
  });
}

void MatchRunner::HandedOver(Seat seat, uint32_t decision, absl::Time at) {
  strand_->Enter(Feeding([this, seat, decision, at](Effects&) {
    match_.HandedOver(seat, decision, at);
  }));
}

void MatchRunner::Fail(Seat seat, v1::FaultKind fault) {
  Feed([this, seat, fault](Effects& effects) {
    match_.Fail(seat, fault, executor_.Now(), effects);
  });
}

void MatchRunner::Slept(absl::Duration duration) {
  Feed([this, duration](Effects& effects) { match_.Slept(duration, effects); });
}

void MatchRunner::End(EntryKind kind) {
  Feed([this, kind](Effects& effects) { match_.End(kind, effects); });
}

void MatchRunner::Watch(std::shared_ptr<Spectator> spectator) {
  strand_->Post([self = shared_from_this(), spectator = std::move(spectator)] {
    if (self->broken_) return;
    if (self->record_.has_value()) {
      spectator->OnEnd(self->match_.Result(), *self->record_);
      return;
    }
    const std::vector<MatchEntry>& entries = self->match_.table().entries();
    if (!self->told_.has_value()) self->told_ = entries.size();
    // After everything that is not durable yet, because these entries include
    // it.
    self->Settle({}, [self = self.get(), spectator, past = entries] {
      spectator->OnBegin(self->settings(), past);
      self->spectators_.push_back(spectator);
    });
  });
}

std::vector<MatchEntry> MatchRunner::NewEntries() {
  if (!told_.has_value()) return {};
  const std::vector<MatchEntry>& entries = match_.table().entries();
  const auto begin = entries.begin() + static_cast<ptrdiff_t>(*told_);
  told_ = entries.size();
  return {begin, entries.end()};
}

void MatchRunner::Inspect(std::function<void(const Match&)> look) {
  strand_->Post([self = shared_from_this(), look = std::move(look)] {
    look(self->match_);
  });
}

// ---- Effects ----

void MatchRunner::Settle(Effects effects, std::function<void()> then) {
  Batch batch;
  batch.then = std::move(then);
  if (effects.ride_along) {
    riding_along_.insert(riding_along_.end(), effects.journal.begin(),
                         effects.journal.end());
  } else if (!effects.journal.empty()) {
    batch.ticket = next_ticket_;
  }
  std::erase_if(effects.notices, [&](const Notice& notice) {
    if (!match_.traits(notice.seat).built_in) return false;
    batch.due.insert(notice.seat);
    return true;
  });
  batch.messages = MessagesOf(match_, std::move(effects.notices));
  batch.entries = NewEntries();
  const bool keeps = batch.ticket.has_value();
  if (keeps || batch.then || !batch.messages.empty() ||
      !batch.entries.empty() || !batch.due.empty()) {
    batches_.push_back(std::move(batch));
  }
  if (keeps) Keep(std::move(effects.journal));
  DeliverDurable();
  RenewTimer();
}

void MatchRunner::Keep(std::vector<MatchEntry> entries) {
  if (!riding_along_.empty()) {
    entries.insert(entries.begin(), riding_along_.begin(), riding_along_.end());
    riding_along_.clear();
  }
  const int64_t ticket = next_ticket_;
  next_ticket_ += static_cast<int64_t>(entries.size());
  storage_->Keep(
      ticket, std::move(entries),
      [self = shared_from_this(), ticket](const absl::Status& status) {
        self->strand_->Dispatch(
            [self, ticket, status] { self->OnKept(ticket, status); });
      });
}

void MatchRunner::OnKept(int64_t ticket, const absl::Status& status) {
  if (broken_) return;
  if (!status.ok()) return Break(status);
  for (Batch& batch : batches_) {
    if (batch.ticket == ticket) batch.ticket.reset();
  }
  DeliverDurable();
  // The messages that were just handed over have started clocks.
  RenewTimer();
}

void MatchRunner::Break(const absl::Status& status) {
  broken_ = true;
  batches_.clear();
  storage_->OnBroken(status);
}

void MatchRunner::DeliverDurable() {
  // Delivering may settle further effects; the outer call goes on with them.
  if (delivering_) return;
  delivering_ = true;
  while (!batches_.empty() && !batches_.front().ticket.has_value()) {
    Batch batch = std::move(batches_.front());
    batches_.pop_front();
    for (Outgoing& out : batch.messages) Deliver(std::move(out));
    for (const auto& spectator : spectators_) {
      if (!batch.entries.empty()) spectator->OnEntries(batch.entries);
    }
    for (const Seat seat : batch.due) {
      match_.HandedOver(seat, match_.table().decision(), executor_.Now());
      Feed([this, seat](Effects& effects) { LetChoose(seat, effects); });
    }
    if (batch.then) batch.then();
  }
  delivering_ = false;
  if (match_.over() && batches_.empty() && !concluded_ && !broken_) Conclude();
}

void MatchRunner::Deliver(Outgoing out) {
  if (players_[out.seat] == nullptr) return;
  const uint32_t decision = out.message->prompt().decision();
  const bool handed_over = players_[out.seat]->Deliver(std::move(out.message));
  if (decision == 0) return;
  if (handed_over) {
    match_.HandedOver(out.seat, decision, executor_.Now());
  } else {
    match_.Queued(out.seat, decision, executor_.Now());
  }
}

void MatchRunner::LetChoose(Seat seat, Effects& effects) {
  if (!match_.Owes(seat)) return;
  BuiltInPlayer& player = *built_ins_[seat];
  const Table& table = match_.table();
  if (thinking_[seat] == nullptr) {
    const Action action = player.Choose(QuestionFor(player, seat, table));
    return Choose(seat, table.decision(), action, effects);
  }
  const absl::Span<const Action> legal = table.Legal(seat);
  thinking_[seat]->Post(
      [self = shared_from_this(), player = built_ins_[seat],
       question = QuestionFor(player, seat, table),
       legal = std::vector<Action>(legal.begin(), legal.end())]() mutable {
        question.legal = legal;
        const Action action = player->Choose(question);
        self->Feed([self = self.get(), seat = question.seat,
                    decision = question.decision, action](Effects& effects) {
          self->Choose(seat, decision, action, effects);
        });
      });
}

void MatchRunner::Choose(Seat seat, uint32_t decision, Action action,
                         Effects& effects) {
  match_.Act(seat, Answer{decision, action}, executor_.Now(), effects);
}

void MatchRunner::Conclude() {
  concluded_ = true;
  strand_->WakeAt(absl::InfiniteFuture(), nullptr);
  storage_->StoreResult(
      match_, notes_.notes(),
      [self =
           shared_from_this()](const absl::StatusOr<RecordReference>& record) {
        self->strand_->Dispatch([self, record] { self->OnStored(record); });
      });
}

void MatchRunner::OnStored(const absl::StatusOr<RecordReference>& record) {
  if (!record.ok()) return Break(record.status());
  record_ = *record;
  TellTheEnd();
  storage_->OnDone();
  players_.assign(players_.size(), nullptr);
  spectators_.clear();
}

void MatchRunner::TellTheEnd() {
  for (Seat seat = 0; seat < static_cast<Seat>(players_.size()); ++seat) {
    if (players_[seat] == nullptr) continue;
    players_[seat]->Deliver(EndMessage(match_, seat, *record_));
  }
  const v1::MatchResult result = match_.Result();
  for (const auto& spectator : spectators_) {
    spectator->OnEnd(result, *record_);
  }
}

void MatchRunner::RenewTimer() {
  if (concluded_ || broken_) return;
  const absl::Time next = match_.next_deadline();
  // Most decisions are made long before their time is over. So a timer that
  // rings too early and is set again costs less than a timer for each decision.
  if (next >= armed_) return;
  armed_ = next;
  strand_->WakeAt(next, [self = weak_from_this()] {
    const auto runner = self.lock();
    if (runner == nullptr || runner->broken_ || runner->concluded_) return;
    runner->armed_ = absl::InfiniteFuture();
    Effects effects;
    runner->match_.Tick(runner->executor_.Now(), effects);
    runner->Settle(std::move(effects));
  });
}

}  // namespace arena
