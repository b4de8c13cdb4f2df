#include "arena/competition/course/differences.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/competition/course/amendment.h"
#include "arena/competition/planning/change_text.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/planning/openings.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "google/protobuf/util/message_differencer.h"

namespace arena::competition {

void RepeatChoices(const v1::CompetitionSpec& first,
                   v1::CompetitionSpec& spec) {
  if (OpeningPlies(first) > 0) GiveOpenings(spec);
  if (!spec.has_clock() && first.has_clock()) {
    *spec.mutable_clock() = first.clock();
  }
  if (spec.seed().empty()) spec.set_seed(first.seed());
  if (spec.anchor().empty()) spec.set_anchor(first.anchor());
  const v1::Deals deals = DealsOf(first);
  const bool asks =
      spec.deals() != v1::DEALS_UNSPECIFIED || spec.independent_deals();
  if (!asks || DealsOf(spec) == deals) {
    spec.set_deals(first.deals());
    spec.set_independent_deals(first.independent_deals());
  }
  *spec.mutable_changes() = first.changes();
  const int entrants = std::min(spec.entrants_size(), first.entrants_size());
  for (int i = 0; i < entrants; ++i) {
    v1::Entrant& entrant = *spec.mutable_entrants(i);
    // Bots may have been registered since.
    *entrant.mutable_authors() = first.entrants(i).authors();
    // One of the two may lack the program.
    if (entrant.program().empty() || first.entrants(i).program().empty()) {
      entrant.set_program(first.entrants(i).program());
    }
  }
}

namespace {

// The value of a field as text, as in a tournament file.
std::string ValueText(const v1::CompetitionSpec& spec,
                      const google::protobuf::FieldDescriptor& field) {
  if (field.name() == "options") {
    std::vector<std::string> options;
    for (const auto& [name, value] : spec.options()) {
      options.push_back(absl::StrCat(name, "=", value));
    }
    std::sort(options.begin(), options.end());
    return options.empty() ? "none" : absl::StrJoin(options, ", ");
  }
  if (field.name() == "seed") return "(bytes)";
  const auto& reflection = *spec.GetReflection();
  switch (field.cpp_type()) {
    case google::protobuf::FieldDescriptor::CPPTYPE_BOOL:
      return reflection.GetBool(spec, &field) ? "true" : "false";
    case google::protobuf::FieldDescriptor::CPPTYPE_UINT32:
      return absl::StrCat(reflection.GetUInt32(spec, &field));
    case google::protobuf::FieldDescriptor::CPPTYPE_ENUM: {
      const auto& value = *reflection.GetEnum(spec, &field);
      const std::string& first = value.type()->value(0)->name();
      return EnumWord(value.name(), first.substr(0, first.find('_') + 1));
    }
    case google::protobuf::FieldDescriptor::CPPTYPE_STRING: {
      const std::string text = reflection.GetString(spec, &field);
      return text.empty() ? "none" : Shortened(Printable(text));
    }
    default:
      return "";
  }
}

using Changes = std::vector<v1::CompetitionChange>;

// Collects the differences of two specifications.
class Comparison {
 public:
  Comparison(const v1::CompetitionSpec& now, const v1::CompetitionSpec& wanted)
      : now_(now), wanted_(wanted) {
    CompareRest();
    // Rounds and sets come first: they make room for new entrants.
    CompareNumber("rounds", now.rounds(), wanted.rounds());
    CompareNumber("sets", now.sets(), wanted.sets());
    CompareNumber("max_sets", now.max_sets(), wanted.max_sets());
    CompareEntrants();
    if (!google::protobuf::util::MessageDifferencer::Equals(now.clock(),
                                                            wanted.clock())) {
      v1::CompetitionChange& change = changes_.emplace_back();
      if (now.has_clock()) {
        *change.mutable_clock()->mutable_before() = now.clock();
      }
      *change.mutable_clock()->mutable_after() = wanted.clock();
    }
  }

  absl::StatusOr<Changes> Take() {
    if (refused_.empty()) return std::move(changes_);
    return absl::FailedPreconditionError(absl::StrCat(
        "competition ", now_.name(),
        " has begun with other values, and these cannot be changed:",
        absl::StrJoin(refused_, ""),
        "\nChange them back, or choose another name for a new "
        "competition."));
  }

 private:
  template <typename... Text>
  void Refuse(const Text&... text) {
    refused_.push_back(absl::StrCat("\n  ", text...));
  }

  // Compares all fields that earlier results depend on.
  void CompareRest() {
    const auto& descriptor = *now_.GetDescriptor();
    for (int i = 0; i < descriptor.field_count(); ++i) {
      const google::protobuf::FieldDescriptor& field = *descriptor.field(i);
      if (field.name() == "entrants" || field.name() == "sets" ||
          field.name() == "rounds" || field.name() == "max_sets" ||
          field.name() == "clock" || field.name() == "changes" ||
          field.name() == "independent_deals") {
        continue;
      }
      google::protobuf::util::MessageDifferencer one;
      if (one.CompareWithFields(now_, wanted_, {&field}, {&field})) continue;
      Refuse(field.name(), ": ", ValueText(now_, field), " → ",
             ValueText(wanted_, field),
             " (all results so far were made with it)");
    }
  }

  void CompareNumber(const char* key, uint32_t now, uint32_t wanted) {
    if (now == wanted) return;
    // A ladder may end earlier.
    if (wanted < now && key != absl::string_view("max_sets")) {
      return Refuse(key, ": ", now, " → ", wanted,
                    " (what was planned is played; only more are possible)");
    }
    v1::CompetitionChange change;
    change.mutable_number()->set_key(key);
    change.mutable_number()->set_before(now);
    change.mutable_number()->set_after(wanted);
    changes_.push_back(std::move(change));
  }

  void CompareEntrants() {
    const int common = std::min(now_.entrants_size(), wanted_.entrants_size());
    for (int i = 0; i < common; ++i) {
      if (!CompareEntrant(now_.entrants(i), wanted_.entrants(i))) return;
    }
    for (int i = common; i < wanted_.entrants_size(); ++i) {
      *changes_.emplace_back().mutable_entered() = wanted_.entrants(i);
    }
    // Entrants that entered later need not be in the request.
    int entered = 0;
    for (const v1::CompetitionChange& change : now_.changes())
      entered += change.has_entered();
    const bool open = FormatOf(now_).endless;
    for (int i = common; i < now_.entrants_size() - entered && !open; ++i) {
      Refuse("entrants: ", now_.entrants(i).name(),
             " is missing (its results are part of the table; `arena "
             "competition disqualify` takes an entrant out)");
    }
  }

  // Compares an entrant. Returns whether to go on with the next entrant.
  bool CompareEntrant(const v1::Entrant& now, const v1::Entrant& wanted) {
    if (now.name() != wanted.name()) {
      Refuse("entrants: ", wanted.name(), " is where ", now.name(),
             " was (new entrants come last, and `arena competition disqualify` "
             "takes one out)");
      return false;
    }
    if (google::protobuf::util::MessageDifferencer::Equals(now, wanted))
      return true;
    if (!SamePlayers(now, wanted)) {
      Refuse("entrants: ", now.name(), ": ", EntrantText(now), " → ",
             EntrantText(wanted),
             " (its matches follow from its players; add an entrant of "
             "another name)");
      return true;
    }
    v1::CompetitionChange::Replacement& replaced =
        *changes_.emplace_back().mutable_replaced();
    *replaced.mutable_before() = now;
    *replaced.mutable_after() = wanted;
    return true;
  }

  const v1::CompetitionSpec& now_;
  const v1::CompetitionSpec& wanted_;
  Changes changes_;
  std::vector<std::string> refused_;
};

}  // namespace

absl::StatusOr<std::vector<v1::CompetitionChange>> Differences(
    const v1::CompetitionSpec& now, v1::CompetitionSpec wanted) {
  ARENA_ASSIGN_OR_RETURN(wanted, Complete(std::move(wanted)));
  RepeatChoices(now, wanted);
  // Not shown while the competition is running.
  if (now.seed().empty()) wanted.clear_seed();
  return Comparison(now, wanted).Take();
}

}  // namespace arena::competition
