#include "tests/testing/damage.h"

#include <limits>
#include <memory>
#include <vector>

#include "google/protobuf/descriptor.h"

namespace arena {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// A field that is set in a message, or in one within it.
struct Place {
  Message* message;
  const FieldDescriptor* field;
};

void FindPlaces(Message& message, std::vector<Place>& places) {
  const Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    places.push_back({&message, field});
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      FindPlaces(*reflection.MutableMessage(&message, field), places);
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      FindPlaces(*reflection.MutableRepeatedMessage(&message, field, i),
                 places);
    }
  }
}

template <typename Number>
Number OtherThan(Number number, Rng& rng) {
  // Beyond the last number comes the first one.
  const auto bits = static_cast<uint64_t>(number);
  switch (rng.Below(5)) {
    case 0:
      return static_cast<Number>(bits + 1);
    case 1:
      return static_cast<Number>(bits - 1);
    case 2:
      return static_cast<Number>(rng.Below(64));
    case 3:
      return std::numeric_limits<Number>::max();
    default:
      return std::numeric_limits<Number>::min();
  }
}

// How numbers of one type are read and written.
template <typename Number>
struct Access {
  Number (Reflection::*get)(const Message&, const FieldDescriptor*) const;
  void (Reflection::*set)(Message*, const FieldDescriptor*, Number) const;
  Number (Reflection::*get_entry)(const Message&, const FieldDescriptor*,
                                  int) const;
  void (Reflection::*set_entry)(Message*, const FieldDescriptor*, int,
                                Number) const;
};

template <typename Number>
void DamageBy(const Access<Number>& access, const Place& place, Rng& rng) {
  const auto& [message, field] = place;
  const Reflection& reflection = *message->GetReflection();
  if (!field->is_repeated()) {
    const Number number = (reflection.*access.get)(*message, field);
    (reflection.*access.set)(message, field, OtherThan(number, rng));
    return;
  }
  const auto size =
      static_cast<uint32_t>(reflection.FieldSize(*message, field));
  const auto entry = static_cast<int>(rng.Below(size));
  const Number number = (reflection.*access.get_entry)(*message, field, entry);
  (reflection.*access.set_entry)(message, field, entry, OtherThan(number, rng));
}

void DamageNumber(const Place& place, Rng& rng) {
  using R = Reflection;
  switch (place.field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return DamageBy<int32_t>({&R::GetInt32, &R::SetInt32,
                                &R::GetRepeatedInt32, &R::SetRepeatedInt32},
                               place, rng);
    case FieldDescriptor::CPPTYPE_INT64:
      return DamageBy<int64_t>({&R::GetInt64, &R::SetInt64,
                                &R::GetRepeatedInt64, &R::SetRepeatedInt64},
                               place, rng);
    case FieldDescriptor::CPPTYPE_UINT32:
      return DamageBy<uint32_t>({&R::GetUInt32, &R::SetUInt32,
                                 &R::GetRepeatedUInt32, &R::SetRepeatedUInt32},
                                place, rng);
    case FieldDescriptor::CPPTYPE_ENUM:
      return DamageBy<int>({&R::GetEnumValue, &R::SetEnumValue,
                            &R::GetRepeatedEnumValue, &R::SetRepeatedEnumValue},
                           place, rng);
    default:
      place.message->GetReflection()->ClearField(place.message, place.field);
  }
}

// Drops the last entry, repeats it, or puts entries out of order.
void DamageList(const Place& place, Rng& rng) {
  const auto& [message, field] = place;
  const Reflection& reflection = *message->GetReflection();
  const int size = reflection.FieldSize(*message, field);
  switch (rng.Below(3)) {
    case 0:
      reflection.RemoveLast(message, field);
      break;
    case 1: {
      const std::unique_ptr<Message> copy(message->New());
      copy->CopyFrom(*message);
      const std::unique_ptr<Message> twice(message->New());
      twice->GetReflection()->SwapFields(twice.get(), copy.get(), {field});
      // Merging appends lists.
      message->MergeFrom(*twice);
      break;
    }
    default:
      reflection.SwapElements(
          message, field,
          static_cast<int>(rng.Below(static_cast<uint32_t>(size))), size - 1);
  }
}

}  // namespace

std::string DamageBytes(std::string bytes, Rng& rng) {
  if (bytes.empty()) return "?";
  const size_t at = rng.Below(static_cast<uint32_t>(bytes.size()));
  switch (rng.Below(5)) {
    case 0:
      bytes[at] = static_cast<char>(rng.Below(256));
      break;
    case 1:
      bytes[at] = static_cast<char>(bytes[at] + 1);
      break;
    case 2:
      bytes.erase(at, 1);
      break;
    case 3:
      bytes.insert(at, 1, bytes[at]);
      break;
    default:
      bytes.resize(at);
  }
  return bytes;
}

void DamageField(Message& message, Rng& rng) {
  std::vector<Place> places;
  FindPlaces(message, places);
  if (places.empty()) return;
  const Place& place = places[rng.Below(static_cast<uint32_t>(places.size()))];
  if (place.field->is_repeated() && rng.Below(2) == 0) {
    DamageList(place, rng);
  } else {
    DamageNumber(place, rng);
  }
}

}  // namespace arena
