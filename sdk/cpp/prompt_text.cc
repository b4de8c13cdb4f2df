#include "sdk/cpp/prompt_text.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cctype>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace pentathlon {
namespace {

using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// ---- Cards and squares ----

constexpr char kRanks[] = "23456789TJQKA";

std::string OctrixCard(uint32_t card) {
  return "HDSC"[card % 4] + std::to_string(card / 4 + 1);
}

std::string SecondsCard(uint32_t card) {
  return card < 52 ? std::string{"CDHS"[card % 4], kRanks[card / 4]} : "?";
}

std::string DoppelkopfCard(uint32_t card) {
  return card < 24 ? std::string{"CSHD"[card / 6], "9JQKTA"[card % 6]} : "?";
}

std::string OrdoSquare(uint32_t square) {
  return "abcdefghij"[square % 10] + std::to_string(square / 10 + 1);
}

std::string OrdagoRank(uint32_t rank) {
  return std::string(1, rank <= 8 ? "?A4567JQK"[rank] : '?');
}

using Notation = std::string (*)(uint32_t);

// Null: the field has no notation of its game.
Notation NotationOf(const FieldDescriptor& field) {
  static const std::map<std::string, Notation> fields = {
      {"OctrixTrick.cards", OctrixCard},
      {"OctrixHand.cards", OctrixCard},
      {"OctrixObservation.unused", OctrixCard},
      {"OctrixPlayed.card", OctrixCard},
      {"OctrixAction.card", OctrixCard},
      {"SecondsTrick.cards", SecondsCard},
      {"SecondsObservation.hand", SecondsCard},
      {"SecondsObservation.open_cards", SecondsCard},
      {"SecondsAction.card", SecondsCard},
      {"DoppelkopfTrick.cards", DoppelkopfCard},
      {"DoppelkopfPoverty.laid", DoppelkopfCard},
      {"DoppelkopfPoverty.returned", DoppelkopfCard},
      {"DoppelkopfHand.cards", DoppelkopfCard},
      {"DoppelkopfObservation.hand", DoppelkopfCard},
      {"DoppelkopfObservation.trumps", DoppelkopfCard},
      {"DoppelkopfAction.card", DoppelkopfCard},
      {"OrdoObservation.white", OrdoSquare},
      {"OrdoObservation.black", OrdoSquare},
      {"OrdoAction.from_square", OrdoSquare},
      {"OrdoAction.end_square", OrdoSquare},
      {"OrdoAction.to_square", OrdoSquare},
      {"OrdoAction.stays_square", OrdoSquare},
      {"OrdagoCards.ranks", OrdagoRank},
      {"OrdagoAction.card", OrdagoRank},
  };
  const auto it =
      fields.find(field.containing_type()->name() + "." + field.name());
  return it == fields.end() ? nullptr : it->second;
}

// ---- Fields ----

bool IsMessage(const FieldDescriptor& field) {
  return field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
}

// "no_90" of DOPPELKOPF_LEVEL_NO_90: the words behind the name of the enum.
std::string EnumWord(const EnumValueDescriptor& value) {
  std::string prefix;
  for (const char letter : value.type()->name()) {
    if (std::isupper(letter) != 0 && !prefix.empty()) prefix += '_';
    prefix += static_cast<char>(std::toupper(letter));
  }
  prefix += '_';
  std::string word = value.name();
  if (word.compare(0, prefix.size(), prefix) == 0) word.erase(0, prefix.size());
  for (char& letter : word) letter = static_cast<char>(std::tolower(letter));
  return word;
}

std::string Words(const Message& message);

const Message& MessageAt(const Message& message, const FieldDescriptor& field,
                         int index) {
  const Reflection& reflection = *message.GetReflection();
  return field.is_repeated()
             ? reflection.GetRepeatedMessage(message, &field, index)
             : reflection.GetMessage(message, &field);
}

// Numbers and enums of the games fit into 64 bits.
int64_t NumberAt(const Message& message, const FieldDescriptor& field,
                 int index) {
  const Reflection& get = *message.GetReflection();
  const bool list = field.is_repeated();
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_UINT32:
      return list ? get.GetRepeatedUInt32(message, &field, index)
                  : get.GetUInt32(message, &field);
    case FieldDescriptor::CPPTYPE_INT32:
      return list ? get.GetRepeatedInt32(message, &field, index)
                  : get.GetInt32(message, &field);
    case FieldDescriptor::CPPTYPE_INT64:
      return list ? get.GetRepeatedInt64(message, &field, index)
                  : get.GetInt64(message, &field);
    case FieldDescriptor::CPPTYPE_BOOL:
      return list ? get.GetRepeatedBool(message, &field, index)
                  : get.GetBool(message, &field);
    case FieldDescriptor::CPPTYPE_ENUM:
      return list ? get.GetRepeatedEnumValue(message, &field, index)
                  : get.GetEnumValue(message, &field);
    default:
      return 0;
  }
}

// One value of a field; of a list, the one at the index.
std::string ValueAt(const Message& message, const FieldDescriptor& field,
                    int index) {
  if (IsMessage(field)) {
    return "(" + Words(MessageAt(message, field, index)) + ")";
  }
  const int64_t number = NumberAt(message, field, index);
  if (const Notation notation = NotationOf(field)) {
    return notation(static_cast<uint32_t>(number));
  }
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_BOOL) return "yes";
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    const EnumValueDescriptor* value =
        field.enum_type()->FindValueByNumber(static_cast<int>(number));
    if (value != nullptr) return EnumWord(*value);
  }
  return std::to_string(number);
}

std::string Value(const Message& message, const FieldDescriptor& field) {
  if (!field.is_repeated()) return ValueAt(message, field, 0);
  std::string text;
  const int size = message.GetReflection()->FieldSize(message, &field);
  for (int i = 0; i < size; ++i) {
    text += (i == 0 ? "" : " ") + ValueAt(message, field, i);
  }
  return text;
}

// Whether a field says something: it is not absent, empty, false or
// unspecified. A number may be 0.
bool Says(const Message& message, const FieldDescriptor& field) {
  const Reflection& reflection = *message.GetReflection();
  if (field.is_repeated()) return reflection.FieldSize(message, &field) > 0;
  if (field.has_presence() && !reflection.HasField(message, &field)) {
    return false;
  }
  const bool is_bool = field.cpp_type() == FieldDescriptor::CPPTYPE_BOOL;
  const bool is_enum = field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM;
  if (is_bool || (is_enum && !field.has_presence())) {
    return NumberAt(message, field, 0) != 0;
  }
  return true;
}

std::vector<const FieldDescriptor*> FieldsOf(const Message& message) {
  std::vector<const FieldDescriptor*> fields;
  for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
    const FieldDescriptor* field = message.GetDescriptor()->field(i);
    if (Says(message, *field)) fields.push_back(field);
  }
  return fields;
}

// The fields in one line; without its name the field of a message that has only
// one, such as a hand.
std::string Words(const Message& message) {
  const bool only = message.GetDescriptor()->field_count() == 1;
  std::string text;
  for (const FieldDescriptor* field : FieldsOf(message)) {
    if (!text.empty()) text += ", ";
    if (!only) text += field->name() + " ";
    text += Value(message, *field);
  }
  return text;
}

// A line for each field; a list of messages has a line for each of them.
void WriteBlock(const Message& message, std::ostream& out) {
  for (const FieldDescriptor* field : FieldsOf(message)) {
    out << "\n  " << field->name() << ":";
    if (!IsMessage(*field)) {
      out << " " << Value(message, *field);
    } else if (!field->is_repeated()) {
      out << " " << Words(MessageAt(message, *field, 0));
    } else {
      const int size = message.GetReflection()->FieldSize(message, field);
      for (int i = 0; i < size; ++i) {
        out << "\n    " << Words(MessageAt(message, *field, i));
      }
    }
  }
}

// The message of the game in an Observation or GameAction; null: none.
const Message* GameIn(const Message& message) {
  const FieldDescriptor* field =
      message.GetReflection()->GetOneofFieldDescriptor(
          message, message.GetDescriptor()->FindOneofByName("game"));
  return field == nullptr ? nullptr : &MessageAt(message, *field, 0);
}

// ---- A prompt ----

template <typename Actions>
void WriteOffered(const char* title, const Actions& actions,
                  std::ostream& out) {
  if (actions.empty()) return;
  out << "\n" << title << ":";
  int index = 0;
  for (const v1::LegalAction& action : actions) {
    const Message* game = GameIn(action.action());
    out << "\n  " << index++ << ": "
        << (!action.text().empty() ? action.text()
            : game == nullptr      ? std::string()
                                   : Words(*game));
  }
}

void WriteTime(const Prompt& prompt, bool may, std::ostream& out) {
  const auto left = prompt.TimeLeft();
  if (!left.has_value()) {
    if (!may) out << "\ntime left: no limit";
    return;
  }
  char seconds[32];
  std::snprintf(seconds, sizeof(seconds), "%.3f",
                std::chrono::duration<double>(*left).count());
  out << "\ntime left: " << seconds << " s";
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Prompt& prompt) {
  const bool may = prompt.message().kind() == v1::DECISION_KIND_MAY;
  out << prompt.match().game() << ", match " << prompt.message().match_id()
      << ", seat " << prompt.seat() << ", decision " << prompt.decision()
      << (may ? ": announce or wait" : ": choose an action");
  WriteTime(prompt, may, out);
  if (const Message* game = GameIn(prompt.observation())) {
    WriteBlock(*game, out);
  }
  WriteOffered("actions", prompt.actions(), out);
  WriteOffered("announcements", prompt.announcements(), out);
  return out;
}

}  // namespace pentathlon
