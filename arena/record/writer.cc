#include "arena/record/writer.h"

#include <google/protobuf/util/message_differencer.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "arena/core/bytes.h"
#include "arena/core/check.h"
#include "arena/core/message_json.h"
#include "arena/record/entry_code.h"
#include "arena/record/record.h"

namespace arena {

RecordWriter::RecordWriter(const v1::RecordHeader& header)
    : header_(BytesOf(header)), chain_(header_) {}

absl::Status RecordWriter::Add(Table& table, const MatchEntry& entry) {
  if (const absl::Status status = SpellEntry(table, entry, plies_);
      !status.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("ply ", table.plies(), ": ", status.message()));
  }
  MatchEntry kept = entry;
  kept.charged = KeepsTime(entry.kind) ? RecordedTime(entry.charged)
                                       : absl::ZeroDuration();
  if (KeepsTime(entry.kind)) {
    PutVarint(static_cast<uint32_t>(absl::ToInt64Milliseconds(kept.charged)),
              times_);
    any_time_ = any_time_ || kept.charged != absl::ZeroDuration();
  }
  chain_.Add(kept);
  pauses_ = pauses_ || kept.kind == EntryKind::kPause;
  ARENA_CHECK(table.Play(kept).ok());
  if (++count_ == kEntriesPerFrame) EndFrame();
  return absl::OkStatus();
}

void RecordWriter::EndFrame() {
  std::string payload;
  PutVarint(count_, payload);
  absl::StrAppend(&payload, plies_, chain_.bytes().substr(0, kCheckpointBytes));
  AppendFrame(FrameType::kPlies, payload, frames_);
  if (any_time_) AppendFrame(FrameType::kTimes, times_, frames_);
  count_ = 0;
  plies_.clear();
  times_.clear();
  any_time_ = false;
}

absl::StatusOr<std::string> RecordWriter::Finish(
    const Table& table, const v1::MatchResult& result) {
  if (!table.over()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "ply ", table.plies(), ": the entries end, but the match is not over"));
  }
  if (const std::string difference = ResultDifference(table.Result(), result);
      !difference.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the result does not follow from the entries: ", difference));
  }
  if (count_ > 0) EndFrame();
  v1::RecordFooter footer;
  *footer.mutable_result() = result;
  footer.set_chain(std::string(chain_.bytes()));
  const std::string end = BytesOf(footer);
  for (const std::string* payload : {&header_, &end}) {
    if (payload->size() > kMaxPayload) {
      return absl::InvalidArgumentError(
          absl::StrCat("header or footer has ", payload->size(),
                       " bytes; at most ", kMaxPayload, " are possible"));
    }
  }
  std::string bytes = RecordStart(pauses_ ? 2 : 1);
  AppendFrame(FrameType::kHeader, header_, bytes);
  absl::StrAppend(&bytes, frames_);
  AppendFrame(FrameType::kFooter, end, bytes);
  return bytes;
}

std::string ResultDifference(const v1::MatchResult& expected,
                             const v1::MatchResult& found) {
  // The cheap comparison settles nearly every case.
  if (BytesOf(expected) == BytesOf(found)) return "";
  google::protobuf::util::MessageDifferencer differencer;
  std::string report;
  differencer.ReportDifferencesToString(&report);
  if (differencer.Compare(expected, found)) return "";
  return absl::StrReplaceAll(absl::StripSuffix(report, "\n"), {{"\n", "; "}});
}

}  // namespace arena
