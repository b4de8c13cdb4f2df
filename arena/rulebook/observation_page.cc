#include "arena/rulebook/observation_page.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"
#include "arena/record/record.h"
#include "arena/record/replay.h"
#include "arena/rulebook/example_match.h"
#include "arena/rulebook/game_readmes.h"
#include "arena/v1/observation.pb.h"
#include "google/protobuf/descriptor.h"

namespace arena::rulebook {
namespace {

// The comments of a proto file, by what they stand above. A value.
class ProtoComments {
 public:
  explicit ProtoComments(absl::string_view proto);

  // The comment at the top of the file.
  const std::string& head() const { return head_; }
  // Of "Message", "Message.field", "Enum" or "Enum.VALUE"; empty if there is
  // none.
  std::string Of(const std::string& name) const;

 private:
  std::string head_;
  std::map<std::string, std::string> comments_;
};

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::OneofDescriptor;

// The name in "repeated uint32 cards = 1;"; empty if the line declares nothing.
std::string DeclaredName(absl::string_view line) {
  const size_t equals = line.find(" = ");
  if (equals == absl::string_view::npos) return "";
  const std::vector<std::string> words =
      absl::StrSplit(line.substr(0, equals), ' ', absl::SkipEmpty());
  return words.empty() || words[0] == "option" ? "" : words.back();
}

// Writes messages and enums, and remembers the messages and enums that they
// use.
class Writer {
 public:
  explicit Writer(const ProtoComments& comments) : comments_(comments) {}

  std::string Write(const Descriptor& root) {
    messages_.push_back(&root);
    for (size_t i = 0; i < messages_.size(); ++i) WriteMessage(*messages_[i]);
    for (const EnumDescriptor* descriptor : enums_) WriteEnum(*descriptor);
    return std::move(text_);
  }

 private:
  void WriteComment(const std::string& name, absl::string_view indent) {
    std::string comment = comments_.Of(name);
    if (comment.empty()) comment = "(undocumented)";
    absl::StrAppend(
        &text_, indent,
        absl::StrReplaceAll(comment, {{"\n", absl::StrCat("\n", indent)}}),
        "\n");
  }

  void WriteMessage(const Descriptor& message) {
    absl::StrAppend(&text_, "\n", message.name(), "\n");
    WriteComment(message.name(), "  ");
    for (int i = 0; i < message.field_count(); ++i) {
      const FieldDescriptor& field = *message.field(i);
      const OneofDescriptor* group = field.real_containing_oneof();
      if (group != nullptr && group->field(0) == &field) {
        absl::StrAppend(&text_, "  one of these:\n");
      }
      const absl::string_view indent = group == nullptr ? "  " : "    ";
      absl::StrAppend(&text_, indent, field.name(), ": ", TypeOf(field), "\n");
      WriteComment(absl::StrCat(message.name(), ".", field.name()),
                   absl::StrCat(indent, "    "));
    }
  }

  void WriteEnum(const EnumDescriptor& descriptor) {
    absl::StrAppend(&text_, "\n", descriptor.name(), "\n");
    WriteComment(descriptor.name(), "  ");
    for (int i = 0; i < descriptor.value_count(); ++i) {
      const auto& value = *descriptor.value(i);
      absl::StrAppend(&text_, "  ", value.name(), " = ", value.number(), "\n");
      WriteComment(absl::StrCat(descriptor.name(), ".", value.name()),
                   "      ");
    }
  }

  std::string TypeOf(const FieldDescriptor& field) {
    std::string name = field.type_name();
    if (field.message_type() != nullptr) {
      name = field.message_type()->name();
      Remember(field.message_type(), messages_);
    } else if (field.enum_type() != nullptr) {
      name = field.enum_type()->name();
      Remember(field.enum_type(), enums_);
    }
    if (field.is_repeated()) return absl::StrCat("list of ", name);
    return field.has_optional_keyword() ? absl::StrCat("optional ", name)
                                        : name;
  }

  template <typename T>
  static void Remember(const T* descriptor, std::vector<const T*>& known) {
    if (!absl::c_linear_search(known, descriptor)) known.push_back(descriptor);
  }

  const ProtoComments& comments_;
  std::vector<const Descriptor*> messages_;
  std::vector<const EnumDescriptor*> enums_;
  std::string text_;
};

ProtoComments::ProtoComments(absl::string_view proto) {
  std::string scope;
  std::string comment;
  for (absl::string_view line : absl::StrSplit(proto, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (absl::ConsumePrefix(&line, "//")) {
      absl::StrAppend(&comment, comment.empty() ? "" : "\n",
                      absl::StripPrefix(line, " "));
      continue;
    }
    if (absl::StartsWith(line, "syntax ")) {
      head_ = comment;
    } else if (absl::ConsumePrefix(&line, "message ") ||
               absl::ConsumePrefix(&line, "enum ")) {
      scope = std::string(line.substr(0, line.find(' ')));
      comments_[scope] = comment;
    } else if (const std::string name = DeclaredName(line); !name.empty()) {
      comments_[absl::StrCat(scope, ".", name)] = comment;
    }
    // A declaration may go on in the next line.
    const bool goes_on = !line.empty() && line.back() != ';' &&
                         line.back() != '{' && line.back() != '}';
    if (!goes_on) comment.clear();
  }
}

std::string ProtoComments::Of(const std::string& name) const {
  const auto it = comments_.find(name);
  return it == comments_.end() ? "" : it->second;
}

// Every field of the message with its type and comment, then the same for all
// messages and enums that the message uses, each once. A field without a
// comment is called undocumented.
std::string MessageText(const Descriptor& message,
                        const ProtoComments& comments) {
  return Writer(comments).Write(message);
}

using google::protobuf::Message;
using google::protobuf::Reflection;

absl::StatusOr<AnyState> FirstState(const Game& game) {
  return game.create(game.info->default_seats, GameOptions(game.info->options));
}

// ---- Messages ----

// The game's field of Observation or GameAction.
const FieldDescriptor& GameField(const Descriptor& message, const Game& game) {
  const FieldDescriptor* field = message.FindFieldByName(game.info->name);
  ARENA_CHECK(field != nullptr, game.info->name);
  return *field;
}

std::string Messages(const Game& game) {
  const ProtoComments comments(GameProto(game.info->name));
  return absl::StrCat(
      comments.head(), "\n\n== What a bot sees ==\n",
      MessageText(*GameField(*v1::Observation::descriptor(), game)
                       .message_type(),
                  comments),
      "\n== What a bot chooses ==\n",
      MessageText(
          *GameField(*v1::GameAction::descriptor(), game).message_type(),
          comments));
}

// ---- Numbers ----

// Sets a field of a game's action, which is a number or an enum.
void SetNumber(Message& action, const char* name, int number) {
  const FieldDescriptor& field = *action.GetDescriptor()->FindFieldByName(name);
  const Reflection& reflection = *action.GetReflection();
  if (field.enum_type() != nullptr) {
    reflection.SetEnumValue(&action, &field, number);
  } else {
    reflection.SetUInt32(&action, &field, static_cast<uint32_t>(number));
  }
}

bool HasField(const Game& game, const char* name) {
  return GameField(*v1::GameAction::descriptor(), game)
             .message_type()
             ->FindFieldByName(name) != nullptr;
}

// The game's notation of the card with this number, or of the square in a game
// without cards; empty if there is none.
std::string NotationOf(const Game& game, const AnyState& state, int number) {
  v1::GameAction message;
  Message& action = *message.GetReflection()->MutableMessage(
      &message, &GameField(*message.GetDescriptor(), game));
  const bool cards = HasField(game, "card");
  if (cards) {
    SetNumber(action, "card", number);
  } else {
    // A piece that goes to the next row: its first square is the number's.
    constexpr int kColumns = 10;
    SetNumber(action, "from_square", number);
    SetNumber(action, "end_square", number);
    SetNumber(action, "to_square",
              number < kColumns ? number + kColumns : number - kColumns);
  }
  const Seat seat = cards ? kChance : 0;
  const absl::StatusOr<Action> known = state->ActionFromMessage(seat, message);
  if (!known.ok()) return "";
  const std::string text = state->ActionToString(seat, *known);
  return cards ? text : text.substr(0, text.find_first_of("-x"));
}

struct Numbered {
  int number;
  std::string text;
};

absl::StatusOr<std::vector<Numbered>> AllNumbers(const Game& game) {
  constexpr int kMost = 128;
  ARENA_ASSIGN_OR_RETURN(const AnyState state, FirstState(game));
  std::vector<Numbered> numbers;
  for (int number = 0; number < kMost; ++number) {
    std::string text = NotationOf(game, state, number);
    if (!text.empty()) numbers.push_back({number, std::move(text)});
  }
  return numbers;
}

// The first numbers of every game with cards, to compare.
absl::StatusOr<std::string> OtherGames() {
  constexpr size_t kFirst = 8;
  std::string text =
      "Every game has numbers of its own: in another game the same number is\n"
      "another card, and the suits have another order.\n";
  for (const Game& game : AllGames()) {
    if (!HasField(game, "card")) continue;
    ARENA_ASSIGN_OR_RETURN(const std::vector<Numbered> numbers,
                           AllNumbers(game));
    absl::StrAppendFormat(&text, "  %-12s", game.info->name);
    for (size_t i = 0; i < numbers.size() && i < kFirst; ++i) {
      absl::StrAppendFormat(&text, "%3d %-3s", numbers[i].number,
                            numbers[i].text);
    }
    absl::StrAppend(&text, " ...\n");
  }
  return text;
}

absl::StatusOr<std::string> Numbers(const Game& game) {
  const bool cards = HasField(game, "card");
  ARENA_ASSIGN_OR_RETURN(const std::vector<Numbered> numbers, AllNumbers(game));
  std::string text = cards ? "\n== Cards: number and notation ==\n"
                           : "\n== Squares: number and notation ==\n";
  const size_t columns = cards ? 8 : 10;
  for (size_t i = 0; i < numbers.size(); ++i) {
    absl::StrAppendFormat(&text, "%s%4d %-3s", i % columns == 0 ? "\n" : "",
                          numbers[i].number, numbers[i].text);
  }
  absl::StrAppend(&text, "\n");
  if (!cards) return text;
  ARENA_ASSIGN_OR_RETURN(const std::string others, OtherGames());
  return absl::StrCat(text, "\n", others);
}

// ---- An example ----

std::string Indented(absl::string_view text) {
  return absl::StrCat("  ", absl::StrReplaceAll(absl::StripSuffix(text, "\n"),
                                                {{"\n", "\n  "}}),
                      "\n");
}

std::string Offered(absl::string_view title, const AnyState& state, Seat seat,
                    const ActionList& actions) {
  constexpr size_t kMost = 12;
  if (actions.empty()) return "";
  std::string text = absl::StrCat(title, ":\n");
  for (size_t i = 0; i < actions.size() && i < kMost; ++i) {
    absl::StrAppend(&text, "  ", i, ": ",
                    state->ActionToString(seat, actions[i]), "\n");
  }
  if (actions.size() > kMost) {
    absl::StrAppend(&text, "  ... and ", actions.size() - kMost, " more\n");
  }
  return text;
}

// A decision of the example and a seat that owes a choice there.
struct Moment {
  Replay replay;
  Seat seat;
};

std::string PromptText(const Moment& moment) {
  const auto& [replay, seat] = moment;
  const AnyState& state = replay.position();
  v1::Observation observation;
  state->ObservationFor(seat, observation);
  ActionList actions;
  state->LegalActions(seat, actions);
  ActionList announcements;
  state->Announcements(seat, announcements);
  return absl::StrCat(
      "\n== A prompt: decision ", replay.decision(), " of that match, seat ",
      seat, " ==\n\n", Indented(state->ObservationToString(observation)),
      Offered(absl::StrCat("seat ", seat, " can choose"), state, seat, actions),
      Offered(absl::StrCat("seat ", seat, " can announce"), state, seat,
              announcements),
      "\nThe same observation as a message, in which a field that is 0, false\n"
      "or empty does not appear unless it is optional:\n\n",
      Indented(observation.Utf8DebugString()));
}

// The first decision in the middle of a deal that leaves a choice.
absl::StatusOr<Moment> FindMoment(const Record& record) {
  constexpr uint32_t kMiddle = 7;
  ARENA_ASSIGN_OR_RETURN(Replay replay, Replay::Create(record));
  ActionList actions;
  for (; !replay.done(); replay.Next()) {
    const AnyState& state = replay.position();
    if (replay.decision() < kMiddle || state->node() != Node::kDecision) {
      continue;
    }
    for (const Seat seat : state->ToAct()) {
      state->LegalActions(seat, actions);
      if (actions.size() > 1) return Moment{replay, seat};
    }
  }
  return absl::InternalError("the example has no decision with a choice");
}

// The beginning of the deal as the seat sees it, with its first position.
absl::StatusOr<std::string> Beginning(const Game& game, const Record& record,
                                      Seat seat) {
  constexpr uint32_t kNeverAgain = 1000;
  ARENA_ASSIGN_OR_RETURN(const std::string text,
                         Playthrough(record, {.view = seat,
                                              .position_every = kNeverAgain,
                                              .first_deal = true}));
  return absl::StrCat(
      "\n== ",
      game.info->chance && HasField(game, "card")
          ? "The first deal"
          : "The first ten decisions",
      " of a match, as seat ", seat, " sees it ==\n\n",
      "From `arena play --game ", game.info->name, " --bots ",
      ExamplePlayer(game), " --seed ", kExampleSeed,
      " --record example.rec`\nand `arena replay example.rec --seat ", seat,
      " --every ", kNeverAgain,
      "`; without --every it prints\nthe position before each decision.\n\n",
      text);
}

}  // namespace

absl::StatusOr<std::string> ObservationPage(const Game& game) {
  ARENA_ASSIGN_OR_RETURN(const std::string numbers, Numbers(game));
  ARENA_ASSIGN_OR_RETURN(const Record record, ExampleMatch(game));
  ARENA_ASSIGN_OR_RETURN(const Moment moment, FindMoment(record));
  ARENA_ASSIGN_OR_RETURN(const std::string beginning,
                         Beginning(game, record, moment.seat));
  return absl::StrCat("From proto/arena/v1/", game.info->name, ".proto:\n\n",
                      Messages(game), numbers, beginning, PromptText(moment));
}

}  // namespace arena::rulebook
