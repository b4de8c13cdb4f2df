#include "tests/arena/record/prompted_match.h"

#include <google/protobuf/util/json_util.h>

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/match/wire.h"
#include "arena/record/replay.h"

namespace arena::testing {
namespace {

// So many decisions show every phase of a deal.
constexpr uint32_t kLastGoldenDecision = 60;

MatchSettings SettingsOf(const Game& game) {
  std::vector<std::string> players = {"alice", "bob", "carol", "dave"};
  players.resize(static_cast<size_t>(game.info->default_seats));
  return {.id = "m-1",
          .table = {&game, game.info->default_seats,
                    GameOptions::Parse(game.info->options, "").value(),
                    ParseSeed("prompt").value()},
          .clock = std::nullopt,
          .players = std::move(players),
          .label = ""};
}

// The match with its bots, and the newest question to each of them.
class Asking {
 public:
  explicit Asking(const MatchSettings& settings)
      : match_(Match::Create(settings).value()), questions_(seats()) {
    match_.Begin(now_);
    for (Seat seat = 0; seat < seats(); ++seat) {
      Do([&](Effects& effects) {
        match_.Attach(seat, {.text = true}, now_, effects);
      });
    }
    for (Seat seat = 0; seat < seats(); ++seat) {
      Do([&](Effects& effects) { match_.Ready(seat, now_, effects); });
    }
  }

  const Match& match() const { return match_; }
  Seat NextSeat() const { return match_.table().Owing().first(); }
  const Question& Of(Seat seat) const { return questions_[seat]; }

  void Choose(Seat seat, uint32_t index) {
    v1::Act act;
    act.set_decision(questions_[seat].prompt.decision());
    act.set_index(index);
    Do([&](Effects& effects) {
      match_.Act(seat, AnswerOf(std::move(act)), now_, effects);
    });
  }

 private:
  int seats() const { return match_.settings().table.seats; }

  template <typename Event>
  void Do(Event event) {
    Effects effects;
    event(effects);
    for (Outgoing& out : MessagesOf(match_, std::move(effects.notices))) {
      Question& question = questions_[out.seat];
      if (out.message->has_match_start()) {
        question.start = out.message->match_start();
      } else if (out.message->has_prompt()) {
        question.prompt = out.message->prompt();
        question.prompt.clear_ack();
      }
    }
  }

  const absl::Time now_ = absl::UnixEpoch();
  Match match_;
  std::vector<Question> questions_;
};

// The decision of the prompt, in lines.
std::vector<std::string> Replayed(const Record& record,
                                  const v1::Prompt& prompt) {
  const std::string text =
      Playthrough(record, {.view = static_cast<Seat>(prompt.seat()),
                           .decision = prompt.decision()})
          .value();
  return absl::StrSplit(text, '\n');
}

bool IsChoices(absl::string_view line) {
  return absl::StrContains(line, " can choose: ");
}

}  // namespace

Record PlayPrompted(
    const Game& game,
    absl::FunctionRef<void(const Match&, const Question&)> look) {
  const MatchSettings settings = SettingsOf(game);
  Asking asking(settings);
  Rng rng(absl::StrCat("choices of ", game.info->name));
  while (!asking.match().over()) {
    const Seat seat = asking.NextSeat();
    const Question& question = asking.Of(seat);
    look(asking.match(), question);
    asking.Choose(seat, rng.Below(static_cast<uint32_t>(
                            question.prompt.actions_size())));
  }
  return RecordOf(asking.match().table(), {.players = settings.players,
                                           .match_id = settings.id,
                                           .label = settings.label,
                                           .clock = std::nullopt,
                                           .private_seeds = {}});
}

GoldenQuestion GoldenQuestionOf(const Game& game) {
  const auto worth = [](const v1::Prompt& prompt) {
    return std::tuple(prompt.announcements_size() > 0,
                      prompt.position_text().size());
  };
  std::optional<Question> best;
  std::optional<Match> match;
  const Record record =
      PlayPrompted(game, [&](const Match& waiting, const Question& question) {
        if (question.prompt.decision() > kLastGoldenDecision) return;
        if (best.has_value() && worth(question.prompt) <= worth(best->prompt)) {
          return;
        }
        best = question;
        match.emplace(waiting);
      });
  return {*best, *match, record};
}

std::string ReplayedPosition(const Record& record, const v1::Prompt& prompt) {
  std::vector<std::string> lines;
  bool within = false;
  for (const std::string& line : Replayed(record, prompt)) {
    if (IsChoices(line)) break;
    if (within) lines.push_back(line);
    within |= absl::StartsWith(line, "before decision ");
  }
  return absl::StrJoin(lines, "\n");
}

std::string ReplayedChoices(const Record& record, const v1::Prompt& prompt) {
  for (const std::string& line : Replayed(record, prompt)) {
    if (IsChoices(line)) return line;
  }
  return "";
}

std::string JsonOf(const Question& question) {
  std::string json;
  const auto add = [&json](const v1::PlayResponse& response) {
    std::string line;
    const auto status =
        google::protobuf::util::MessageToJsonString(response, &line);
    ARENA_CHECK(status.ok(), status.ToString());
    absl::StrAppend(&json, line, "\n");
  };
  v1::PlayResponse start;
  *start.mutable_match_start() = question.start;
  // Maps have no order.
  start.mutable_match_start()->clear_options();
  start.mutable_match_start()->clear_given_options();
  add(start);
  v1::PlayResponse prompt;
  *prompt.mutable_prompt() = question.prompt;
  add(prompt);
  return json;
}

std::string TextOf(const GoldenQuestion& golden) {
  const v1::MatchStart& start = golden.question.start;
  const v1::Prompt& prompt = golden.question.prompt;
  std::string text = absl::StrCat(
      start.game(), ", match ", start.match_id(), ", seat ", start.seat(),
      ", decision ", prompt.decision(),
      ": choose an action\ntime left: no limit\n",
      ReplayedPosition(golden.record, prompt), "\n");
  const auto add = [&](absl::string_view may, const auto& actions) {
    if (actions.empty()) return;
    absl::StrAppend(&text, "seat ", start.seat(), " can ", may, ":\n");
    for (int i = 0; i < actions.size(); ++i) {
      absl::StrAppend(&text, "  ", i, ": ", actions[i].text(), "\n");
    }
  };
  add("choose", prompt.actions());
  add("announce", prompt.announcements());
  return text;
}

}  // namespace arena::testing
