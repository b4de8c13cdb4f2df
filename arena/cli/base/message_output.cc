#include "arena/cli/base/message_output.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <unistd.h>

#include <cstdio>

#include "absl/strings/str_cat.h"
#include "arena/bridge/json_lines.h"
#include "arena/cli/base/output.h"
#include "arena/core/message_json.h"
#include "arena/record/file.h"

namespace arena::cli {

absl::Status CheckMessageOutput(const MessageFlags& flags) {
  if (flags.binary && flags.output.empty() && isatty(STDOUT_FILENO) != 0) {
    return absl::InvalidArgumentError(
        "binary messages cannot be shown on a terminal; name a file with "
        "--out, or ask for --format json");
  }
  return absl::OkStatus();
}

void AppendMessage(const google::protobuf::Message& message, bool binary,
                   std::string& out) {
  if (!binary) {
    absl::StrAppend(&out, bridge::JsonOf(message), "\n");
    return;
  }
  const std::string bytes = BytesOf(message);
  // The stream appends.
  google::protobuf::io::StringOutputStream stream(&out);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.WriteVarint32(static_cast<uint32_t>(bytes.size()));
  coded.WriteString(bytes);
}

absl::Status WriteMessages(const MessageFlags& flags,
                           const std::string& bytes) {
  if (!flags.output.empty()) return WriteFileAtomically(flags.output, bytes);
  if (flags.binary) {
    // A failed write is noticed when stdout is flushed.
    std::fwrite(bytes.data(), 1, bytes.size(), stdout);
  } else {
    Print(bytes);
  }
  return absl::OkStatus();
}

std::string StepText(const v1::MatchStep& step) {
  std::string text;
  if (step.acts().empty() && step.effects().empty()) {
    absl::StrAppend(&text, "the match is at step ", step.step(), "\n");
  }
  for (int i = 0; i < step.acts_size(); ++i) {
    const v1::StepAct& act = step.acts(i);
    const std::string& words = act.event().text();
    absl::StrAppend(&text, i == 0 ? absl::StrCat(step.decision(), ". ") : "   ",
                    act.sentence(),
                    words.empty() ? "" : absl::StrCat(" [", words, "]"), "\n");
  }
  for (const std::string& effect : step.effects()) {
    absl::StrAppend(&text, "   - ", effect, "\n");
  }
  return text;
}

}  // namespace arena::cli
