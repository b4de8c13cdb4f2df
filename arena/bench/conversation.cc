#include "arena/bench/conversation.h"

#include <google/protobuf/io/zero_copy_stream_impl.h>
#include <google/protobuf/util/delimited_message_util.h>

#include <fstream>
#include <map>

#include "absl/strings/str_cat.h"

namespace arena::bench {
namespace {

// Prompts by decision and seat; prompts of the last decision may be incomplete.
using Prompts = std::map<uint32_t, std::array<v1::PlayResponse, kSeats>>;

void Take(v1::PlayResponse response, Conversation& conversation,
          Prompts& prompts) {
  if (response.has_welcome()) {
    conversation.welcome = response;
  } else if (response.has_match_start()) {
    conversation.starts.at(response.match_start().seat()) = response;
  } else if (response.has_act_ack()) {
    conversation.acks.at(response.act_ack().seat()) = response;
  } else if (response.has_prompt()) {
    v1::Prompt& prompt = *response.mutable_prompt();
    const uint32_t seat = prompt.seat();
    if (prompt.has_ack()) {
      *conversation.acks.at(seat).mutable_act_ack() = prompt.ack();
      prompt.clear_ack();
    }
    prompts[prompt.decision()].at(seat) = response;
  }
}

Conversation::Round RoundOf(const std::array<v1::PlayResponse, kSeats>& prompts,
                            const Conversation& conversation) {
  Conversation::Round round;
  for (int seat = 0; seat < kSeats; ++seat) {
    if (!prompts[seat].has_prompt()) continue;
    round[seat].alone = round[seat].with_ack = prompts[seat];
    *round[seat].with_ack.mutable_prompt()->mutable_ack() =
        conversation.acks[seat].act_ack();
  }
  return round;
}

}  // namespace

void RecordResponse(const v1::PlayResponse& response, std::ostream& file) {
  google::protobuf::util::SerializeDelimitedToOstream(response, &file);
}

absl::StatusOr<Conversation> Conversation::Read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  google::protobuf::io::IstreamInputStream input(&file);
  Conversation conversation;
  Prompts prompts;
  v1::PlayResponse response;
  bool at_end = false;
  while (google::protobuf::util::ParseDelimitedFromZeroCopyStream(
      &response, &input, &at_end)) {
    Take(response, conversation, prompts);
    response.Clear();
  }
  if (!prompts.empty()) prompts.erase(std::prev(prompts.end()));
  for (const auto& [decision, by_seat] : prompts) {
    conversation.rounds.push_back(RoundOf(by_seat, conversation));
  }
  if (!at_end || conversation.rounds.empty()) {
    return absl::DataLossError(
        absl::StrCat(path, " holds no prompts, or is damaged"));
  }
  return conversation;
}

}  // namespace arena::bench
