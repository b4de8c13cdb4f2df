#include "arena/record/table_rows.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/match/clock.h"
#include "arena/match/entry.h"
#include "arena/match/step_maker.h"
#include "arena/record/replay.h"
#include "arena/v1/match_step.pb.h"

namespace arena {
namespace {

constexpr std::monostate kNone;

TableCell TextOrNone(const std::string& text) {
  if (text.empty()) return kNone;
  return text;
}

TableCell Number(int64_t number) { return number; }

TableCell WholeMs(absl::Duration duration) {
  return absl::ToInt64Milliseconds(duration);
}

std::string JsonOf(
    const google::protobuf::RepeatedPtrField<v1::RecordOption>& options) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const v1::RecordOption& option : options) {
    json[option.name()] = option.value();
  }
  return json.dump(-1, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace);
}

// The counts of a seat, in a deal or in the whole match.
struct SeatCounts {
  int64_t decisions = 0;
  int64_t substitutes = 0;
  int64_t announcements = 0;
  int64_t faults = 0;
  absl::Duration charged = absl::ZeroDuration();
  std::optional<absl::Duration> longest;

  void AddTime(absl::Duration time) {
    charged += time;
    longest = std::max(longest.value_or(time), time);
  }
};
using CountsBySeat = std::array<SeatCounts, kMaxSeats>;

// A deal that is being played.
struct DealUnderWay {
  uint32_t number = 0;
  uint32_t first_decision = 0;
  uint32_t last_decision = 0;
  SeatScores points_before = {};
  CountsBySeat counts = {};
};

// The values of a row of the table decisions.
struct DecisionRow {
  int64_t entry = 0;
  uint32_t decision = 0;
  uint32_t deal = 0;
  Seat seat = 0;
  const char* kind = "choice";
  TableCell action = kNone;
  TableCell code = kNone;
  TableCell dense_index = kNone;
  TableCell legal = kNone;
  v1::FaultKind fault = v1::FAULT_KIND_UNSPECIFIED;
  bool substitute = false;
  TableCell charged = kNone;
  TableCell bank_left = kNone;
};

// Plays a record and makes its rows. Use once.
class MatchRows {
 public:
  MatchRows(const Record& record, const ExportNames& facts, Table table,
            const std::optional<ClockSettings>& clock, RowSink sink)
      : record_(record),
        facts_(facts),
        key_(record.header.match_id().empty() ? facts.match
                                              : record.header.match_id()),
        table_(std::move(table)),
        seats_(table_.config().seats),
        clock_(clock),
        clocks_(static_cast<size_t>(seats_), SeatClock(clock)),
        sink_(sink) {}

  absl::Status Make() {
    for (const MatchEntry& entry : record_.entries) {
      const absl::Status played = Play(entry);
      if (!played.ok()) {
        return absl::InvalidArgumentError(absl::StrCat(
            "ply ", table_.plies(), ": ", played.message()));
      }
      ++entry_;
    }
    FlushChoices(std::nullopt);
    CloseDeal();
    AddSeats();
    AddMatch();
    return absl::OkStatus();
  }

 private:
  // ---- Entries ----

  absl::Status Play(const MatchEntry& entry) {
    switch (entry.kind) {
      case EntryKind::kChoice:
        return PlayChoice(entry);
      case EntryKind::kAnnouncement:
        return PlayAnnouncement(entry);
      case EntryKind::kFault:
        return PlayFault(entry);
      case EntryKind::kPause:
        paused_ += entry.charged;
        [[fallthrough]];
      default:
        return table_.Play(entry).status();
    }
  }

  absl::Status PlayChoice(const MatchEntry& entry) {
    FindDeal();
    DecisionRow row = RowOf(entry);
    row.substitute = entry.fault != v1::FAULT_KIND_UNSPECIFIED ||
                     table_.PlayedFor(entry.seat);
    if (table_.Owing().contains(entry.seat)) {
      row.legal = Number(static_cast<int64_t>(table_.Legal(entry.seat).size()));
    }
    // No time runs for a seat that is played for, except for the choice whose
    // fault caused this.
    const bool asked = entry.fault != v1::FAULT_KIND_UNSPECIFIED ||
                       !table_.PlayedFor(entry.seat);
    const uint32_t ply = table_.plies();
    ARENA_ASSIGN_OR_RETURN(const Played played, table_.Play(entry));
    SeatClock& clock = clocks_[static_cast<size_t>(entry.seat)];
    if (asked) clock.Charge(entry.charged);
    if (asked && clock_.has_value()) {
      row.charged = WholeMs(entry.charged);
      if (clock.limited()) row.bank_left = WholeMs(clock.bank());
    }
    Count(entry.seat, [&](SeatCounts& counts) {
      counts.decisions += asked ? 1 : 0;
      counts.substitutes += row.substitute ? 1 : 0;
      counts.faults += entry.fault != v1::FAULT_KIND_UNSPECIFIED ? 1 : 0;
      if (asked) counts.AddTime(entry.charged);
    });
    waiting_.push_back(std::move(row));
    if (!played.ply.empty()) FlushChoices(ply);
    return absl::OkStatus();
  }

  absl::Status PlayAnnouncement(const MatchEntry& entry) {
    FindDeal();
    DecisionRow row = RowOf(entry);
    row.kind = "announcement";
    row.legal =
        Number(static_cast<int64_t>(table_.Announceable(entry.seat).size()));
    const uint32_t ply = table_.plies();
    ARENA_RETURN_IF_ERROR(table_.Play(entry).status());
    Count(entry.seat, [](SeatCounts& counts) { ++counts.announcements; });
    AddDecision(row, ply);
    return absl::OkStatus();
  }

  absl::Status PlayFault(const MatchEntry& entry) {
    // A fault before the first decision belongs to no deal.
    if (!table_.Owing().empty()) FindDeal();
    FlushChoices(std::nullopt);
    DecisionRow row = RowOf(entry);
    row.kind = "fault";
    row.action = row.code = row.dense_index = kNone;
    const bool asked = table_.Owing().contains(entry.seat) &&
                       entry.fault != v1::FAULT_KIND_NOT_READY;
    ARENA_RETURN_IF_ERROR(table_.Play(entry).status());
    if (clock_.has_value()) row.charged = WholeMs(entry.charged);
    Count(entry.seat, [&](SeatCounts& counts) {
      counts.decisions += asked ? 1 : 0;
      ++counts.faults;
      counts.AddTime(entry.charged);
    });
    AddDecision(row, std::nullopt);
    return absl::OkStatus();
  }

  // The part of the row that is known before the entry is played.
  DecisionRow RowOf(const MatchEntry& entry) {
    DecisionRow row;
    row.entry = entry_;
    row.decision = table_.decision();
    row.deal = deal_.has_value() ? deal_->number : 0;
    row.seat = entry.seat;
    row.fault = entry.fault;
    if (entry.kind != EntryKind::kFault) {
      row.action = table_.state()->ActionToString(entry.seat, entry.action);
      row.code = Number(entry.action);
      row.dense_index = Number(table_.state()->DenseIndex(entry.action));
    }
    if (deal_.has_value()) deal_->last_decision = row.decision;
    return row;
  }

  template <typename Change>
  void Count(Seat seat, Change change) {
    change(totals_[static_cast<size_t>(seat)]);
    if (deal_.has_value()) change(deal_->counts[static_cast<size_t>(seat)]);
  }

  // ---- Deals ----

  // Asks the game, as a viewer does, which deal the open decision belongs to.
  void FindDeal() {
    if (std::exchange(decision_with_deal_, table_.decision()) ==
        table_.decision()) {
      return;
    }
    v1::MatchStep step;
    FillPosition(table_.state(), seats_, kSpectator, /*text=*/false, step);
    table_.state()->Narrate(v1::MatchStep(), step);
    if (deal_.has_value() && deal_->number == step.deal()) return;
    CloseDeal();
    deal_ = DealUnderWay{.number = step.deal(),
                         .first_decision = table_.decision(),
                         .last_decision = table_.decision(),
                         .points_before = table_.state()->Returns()};
    if (step.deal() > 0) ++deals_;
  }

  void CloseDeal() {
    if (!deal_.has_value()) return;
    const SeatScores points = table_.state()->Returns();
    for (Seat seat = 0; seat < seats_; ++seat) {
      const SeatCounts& counts = deal_->counts[static_cast<size_t>(seat)];
      sink_(RecordTable::kDeals,
            {key_, Number(deal_->number), Number(seat),
             Number(deal_->first_decision), Number(deal_->last_decision),
             Number(counts.decisions), Number(counts.substitutes),
             Number(counts.announcements), Number(counts.faults),
             IfTimed(counts.charged),
             Number(points[seat] - deal_->points_before[seat]),
             Number(points[seat])});
    }
    deal_.reset();
  }

  // ---- Rows ----

  TableCell IfTimed(absl::Duration time) const {
    if (!clock_.has_value()) return kNone;
    return WholeMs(time);
  }

  // The choices that waited for their ply; absent: it is never made.
  void FlushChoices(std::optional<uint32_t> ply) {
    for (const DecisionRow& row : waiting_) AddDecision(row, ply);
    waiting_.clear();
  }

  void AddDecision(const DecisionRow& row, std::optional<uint32_t> ply) {
    const bool fault = row.fault != v1::FAULT_KIND_UNSPECIFIED;
    sink_(RecordTable::kDecisions,
          {key_, Number(row.entry), Number(row.decision),
           ply.has_value() ? Number(*ply) : kNone, Number(row.deal),
           Number(row.seat), row.kind, row.action, row.code, row.dense_index,
           row.legal, fault ? TableCell(FaultName(row.fault)) : kNone,
           row.substitute, row.charged, row.bank_left,
           ply.has_value() ? Number(table_.state()->Returns()[row.seat])
                           : kNone});
  }

  void AddSeats() {
    const v1::RecordHeader& header = record_.header;
    const v1::MatchResult& result = record_.result;
    for (int seat = 0; seat < seats_; ++seat) {
      const SeatCounts& counts = totals_[static_cast<size_t>(seat)];
      const SeatClock& clock = clocks_[static_cast<size_t>(seat)];
      const v1::PlayerInfo* const info =
          seat < header.player_infos_size() ? &header.player_infos(seat)
                                            : nullptr;
      sink_(RecordTable::kSeats,
            {key_, Number(seat), header.players(seat),
             info != nullptr ? TableCell(info->version()) : kNone,
             info != nullptr ? TableCell(info->language()) : kNone,
             Number(result.returns(seat)),
             seat < result.ranks_size() ? Number(result.ranks(seat)) : kNone,
             Number(counts.decisions), Number(counts.substitutes),
             Number(counts.announcements), Number(counts.faults),
             IfTimed(counts.charged),
             counts.longest.has_value() ? IfTimed(*counts.longest) : kNone,
             clock.limited() ? WholeMs(clock.bank()) : kNone});
    }
  }

  void AddMatch() {
    const v1::RecordHeader& header = record_.header;
    const v1::MatchResult& result = record_.result;
    absl::Duration charged;
    for (const SeatCounts& counts : totals_) charged += counts.charged;
    TableRow row = {key_,
                    TextOrNone(facts_.file),
                    absl::BytesToHexString(facts_.sha256),
                    header.game(),
                    Number(header.rules_version()),
                    Number(header.seats()),
                    JsonOf(header.options()),
                    JsonOf(header.given_options()),
                    header.label(),
                    absl::BytesToHexString(header.seed()),
                    TextOrNone(facts_.created),
                    TextOrNone(facts_.started),
                    TextOrNone(facts_.ended)};
    AddPlace(row);
    AddClock(row);
    for (TableCell cell :
         {Number(header.max_faults()),
          TableCell(TerminationName(result.termination())),
          TableCell(result.reason()), Number(result.plies()),
          Number(result.decisions()), Number(deals_),
          Number(result.faults_size()), IfTimed(charged), WholeMs(paused_)}) {
      row.push_back(std::move(cell));
    }
    sink_(RecordTable::kMatches, std::move(row));
  }

  void AddPlace(TableRow& row) const {
    if (!facts_.place.has_value()) {
      row.insert(row.end(), 4, kNone);
      return;
    }
    const ExportPlace& place = *facts_.place;
    row.push_back(place.competition);
    for (const std::optional<uint32_t>& number :
         {place.set, place.match, place.attempt}) {
      row.push_back(number.has_value() ? Number(*number) : kNone);
    }
  }

  void AddClock(TableRow& row) const {
    if (!clock_.has_value()) {
      row.insert(row.end(), 5, kNone);
      return;
    }
    row.push_back(clock_->untimed);
    row.push_back(WholeMs(clock_->start_budget));
    for (const absl::Duration limit :
         {clock_->allowance, clock_->bank, clock_->increment}) {
      row.push_back(clock_->untimed ? kNone : WholeMs(limit));
    }
  }

  const Record& record_;
  const ExportNames& facts_;
  const std::string key_;
  Table table_;
  const int seats_;
  const std::optional<ClockSettings> clock_;
  std::vector<SeatClock> clocks_;
  const RowSink sink_;

  // Number of the entry that is played.
  int64_t entry_ = 0;
  // Choices of the open decision.
  std::vector<DecisionRow> waiting_;
  std::optional<DealUnderWay> deal_;
  // The decision that `deal_` belongs to; 0: none.
  uint32_t decision_with_deal_ = 0;
  int64_t deals_ = 0;
  CountsBySeat totals_ = {};
  absl::Duration paused_ = absl::ZeroDuration();
};

}  // namespace

absl::Status MakeTableRows(const Record& record, const ExportNames& facts,
                           absl::Span<const Game> games, RowSink sink) {
  ARENA_ASSIGN_OR_RETURN(Table table, TableOf(record.header, games));
  std::optional<ClockSettings> clock;
  if (record.header.has_clock()) {
    ARENA_ASSIGN_OR_RETURN(clock, ClockFromMessage(record.header.clock()));
  }
  return MatchRows(record, facts, std::move(table), clock, sink).Make();
}

absl::StatusOr<TableTexts> TableTextsOf(const Record& record,
                                        const ExportNames& facts,
                                        TableFormat format,
                                        absl::Span<const Game> games) {
  TableTexts texts;
  const auto sink = [&](RecordTable table, const TableRow& row) {
    const auto index = static_cast<size_t>(table);
    AppendTableRow(RecordTables()[index], format, row, texts.text[index]);
    ++texts.rows[index];
  };
  ARENA_RETURN_IF_ERROR(MakeTableRows(record, facts, games, sink));
  return texts;
}

}  // namespace arena
