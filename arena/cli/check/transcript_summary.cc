#include "arena/cli/check/transcript_summary.h"

#include <map>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "google/protobuf/descriptor.h"

namespace arena::cli {
namespace {

// "card" for an action of Octrix, "bid" for one of Ordago: the innermost choice
// that the schema names.
std::string KindOf(const v1::GameAction& action) {
  const auto* const game = action.GetDescriptor()->oneof_decl(0);
  const auto* const field =
      action.GetReflection()->GetOneofFieldDescriptor(action, game);
  if (field == nullptr) return "unknown";
  const google::protobuf::Message& own =
      action.GetReflection()->GetMessage(action, field);
  if (own.GetDescriptor()->oneof_decl_count() == 0) {
    return own.GetDescriptor()->field_count() == 1
               ? std::string(own.GetDescriptor()->field(0)->name())
               : "move";
  }
  const auto* const kind = own.GetReflection()->GetOneofFieldDescriptor(
      own, own.GetDescriptor()->oneof_decl(0));
  return kind == nullptr ? "move" : std::string(kind->name());
}

std::string Counted(int count, const std::string& what) {
  return absl::StrCat(count, " ", what, count == 1 ? "" : "s");
}

}  // namespace

std::string MillisecondsText(absl::Duration time) {
  return absl::StrFormat("%.1f ms", absl::ToDoubleMilliseconds(time));
}

TranscriptSummary::TranscriptSummary(const std::vector<check::Said>& said) {
  // The time at which a decision was first asked, by match, seat and number.
  std::map<std::tuple<std::string, uint32_t, uint32_t>, absl::Time> asked;
  std::map<uint32_t, absl::Time> pinged;
  for (const check::Said& entry : said) {
    if (const v1::PlayRequest* const request = entry.by_bot()) {
      if (request->has_hello()) {
        ++hellos_;
        hello_ = request->hello();
        resumed_ += !hello_.resume_token().empty();
      } else if (request->has_act()) {
        ++acts_;
        const v1::Act& act = request->act();
        const auto since =
            asked.find({act.match_id(), act.seat(), act.decision()});
        if (since == asked.end()) continue;
        slowest_act_ = std::max(slowest_act_, entry.when - since->second);
        asked.erase(since);
      } else if (request->has_announce()) {
        ++announcements_;
      } else if (request->has_pong()) {
        const auto since = pinged.find(request->pong().nonce());
        if (since == pinged.end()) continue;
        ++pongs_;
        slowest_pong_ = std::max(slowest_pong_, entry.when - since->second);
        pinged.erase(since);
      }
      continue;
    }
    const v1::PlayResponse& response = *entry.by_referee();
    if (response.has_welcome()) {
      ++welcomes_;
    } else if (response.has_ping()) {
      ++pings_;
      pinged[response.ping().nonce()] = entry.when;
    } else if (response.has_error()) {
      (response.error().fatal() ? fatal_ : harmless_)
          .push_back(response.error().message());
    } else if (response.prompt().kind() == v1::DECISION_KIND_MUST) {
      const v1::Prompt& prompt = response.prompt();
      asked.try_emplace({prompt.match_id(), prompt.seat(), prompt.decision()},
                        entry.when);
      for (const v1::LegalAction& action : prompt.actions()) {
        kinds_.insert(KindOf(action.action()));
      }
    }
  }
}

std::string TranscriptSummary::AllErrors() const {
  std::vector<std::string> all = fatal_;
  all.insert(all.end(), harmless_.begin(), harmless_.end());
  return absl::StrJoin(all, "; ");
}

std::string TranscriptSummary::HarmlessErrors() const {
  return absl::StrJoin(harmless_, "; ");
}

std::string TranscriptSummary::Summary() const {
  std::string text =
      absl::StrCat(Counted(acts_, "answer"), ", the slowest after ",
                   MillisecondsText(slowest_act_),
                   "; it chose among: ", absl::StrJoin(kinds_, ", "));
  if (announcements_ > 0) {
    absl::StrAppend(&text, "; ", Counted(announcements_, "announcement"));
  }
  return text;
}

std::string TranscriptSummary::ReturnText() const {
  if (hellos_ < 2) return "the match was over too soon to be interrupted";
  return resumed_ > 0 ? "it came back to its session"
                      : "it came back, in another session";
}

}  // namespace arena::cli
