#include "arena/rulebook/game_message.h"

#include <cstdint>
#include <string>

#include "absl/strings/str_split.h"

namespace arena::rulebook {
namespace {

v1::GameOption OptionMessage(const OptionSpec& spec) {
  v1::GameOption option;
  option.set_name(spec.name);
  option.set_default_value(spec.default_value);
  option.set_meaning(spec.meaning);
  switch (spec.kind) {
    case OptionKind::kBool:
      option.set_kind(v1::GameOption::KIND_BOOL);
      break;
    case OptionKind::kInt:
      option.set_kind(v1::GameOption::KIND_INT);
      option.set_min(static_cast<int32_t>(spec.min));
      option.set_max(static_cast<int32_t>(spec.max));
      break;
    case OptionKind::kChoice:
      option.set_kind(v1::GameOption::KIND_CHOICE);
      for (absl::string_view choice : absl::StrSplit(spec.choices, '|')) {
        option.add_choices(std::string(choice));
      }
      break;
  }
  return option;
}

}  // namespace

v1::Game GameMessage(const Game& game) {
  const GameInfo& info = *game.info;
  v1::Game message;
  message.set_name(info.name);
  message.set_summary(info.summary);
  message.set_rules_version(info.rules_version);
  for (int seats = info.min_seats; seats <= info.max_seats; ++seats) {
    message.add_seats(seats);
  }
  message.set_default_seats(info.default_seats);
  message.set_max_plies(info.max_plies);
  message.set_action_space_size(static_cast<uint32_t>(info.action_space));
  message.set_chance(info.chance);
  message.set_simultaneous(info.simultaneous);
  message.set_announcements(info.announcements);
  message.set_hidden(info.hidden);
  for (const OptionSpec& spec : info.options) {
    *message.add_options() = OptionMessage(spec);
  }
  return message;
}

}  // namespace arena::rulebook
