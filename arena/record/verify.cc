#include "arena/record/verify.h"

#include <google/protobuf/stubs/logging.h>

#include <limits>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/bytes.h"
#include "arena/core/check.h"
#include "arena/record/entry_code.h"
#include "arena/record/writer.h"

namespace arena {
namespace {

// The longest charged time that a record can tell.
constexpr uint64_t kMaxMilliseconds = std::numeric_limits<uint32_t>::max();

// Protobuf writes to stderr about bytes that are not a message; the returned
// status says this already.
template <typename Message>
bool Parse(const std::string& bytes, Message& message) {
  const google::protobuf::LogSilencer quiet;
  return message.ParseFromString(bytes);
}

// The header in the first frame of a file.
absl::StatusOr<v1::RecordHeader> ParseHeader(
    const std::optional<Frame>& first) {
  if (!first.has_value()) {
    return Damage(RecordStart().size(), "cut off: there is no header");
  }
  v1::RecordHeader header;
  if (first->type != FrameType::kHeader || !Parse(first->payload, header)) {
    return Damage(first->offset, "the first frame is not a header");
  }
  return header;
}

}  // namespace

VerifyReport VerifyRecord(absl::string_view bytes,
                          absl::Span<const Game> games) {
  RecordChecker checker(games);
  VerifyReport report;
  report.status = checker.Check(bytes);
  report.plies = checker.plies();
  return report;
}

absl::Status RecordChecker::Check(absl::string_view bytes) {
  ARENA_ASSIGN_OR_RETURN(FrameReader frames, FrameReader::Open(bytes));
  ARENA_ASSIGN_OR_RETURN(std::optional<Frame> frame, frames.Next());
  ARENA_ASSIGN_OR_RETURN(header_, ParseHeader(frame));
  ARENA_ASSIGN_OR_RETURN(table_, TableOf(header_, games_));
  chain_.emplace(frame->payload);
  ARENA_ASSIGN_OR_RETURN(frame, frames.Next());
  while (frame.has_value() && frame->type == FrameType::kPlies) {
    ARENA_ASSIGN_OR_RETURN(std::optional<Frame> next, frames.Next());
    // A file without its end is reported as cut off, whatever else is missing.
    if (!next.has_value()) break;
    if (next->type == FrameType::kTimes) {
      ARENA_RETURN_IF_ERROR(CheckPlies(*frame, next));
      ARENA_ASSIGN_OR_RETURN(frame, frames.Next());
    } else {
      ARENA_RETURN_IF_ERROR(CheckPlies(*frame, std::nullopt));
      frame = std::move(next);
    }
  }
  if (frames.bytes_left() == 0 &&
      (!frame.has_value() || frame->type != FrameType::kFooter)) {
    return Damage(frames.offset(), "cut off: there is no footer");
  }
  if (frame->type != FrameType::kFooter) {
    return Damage(frame->offset,
                  absl::StrCat("frame type ", static_cast<int>(frame->type),
                               " where plies or the footer are due"));
  }
  ARENA_RETURN_IF_ERROR(CheckFooter(*frame));
  ARENA_RETURN_IF_ERROR(CheckFormat(frames.format()));
  if (frames.bytes_left() > 0) {
    return Damage(frames.offset(),
                  absl::StrCat(frames.bytes_left(), " bytes after the footer"));
  }
  return absl::OkStatus();
}

absl::Status RecordChecker::CheckFormat(uint8_t format) const {
  const bool pauses = absl::c_any_of(table_->entries(), [](const auto& entry) {
    return entry.kind == EntryKind::kPause;
  });
  if (format == (pauses ? 2 : 1)) return absl::OkStatus();
  return Damage(RecordStart().size() - 1,
                absl::StrCat("format ", format, ", but the match has ",
                             pauses ? "" : "no ", "pauses"));
}

absl::Status RecordChecker::CheckPlies(const Frame& plies,
                                       const std::optional<Frame>& times) {
  ByteReader codes(plies.payload);
  uint64_t count = 0;
  if (!codes.Varint(kEntriesPerFrame, count) || count == 0) {
    return Damage(plies.offset,
                  absl::StrCat("a frame of ", count, " entries; expected 1 to ",
                               kEntriesPerFrame));
  }
  ByteReader milliseconds(times.has_value() ? absl::string_view(times->payload)
                                            : absl::string_view());
  for (uint32_t i = 0; i < count; ++i) {
    absl::StatusOr<MatchEntry> entry = ReadEntry(*table_, codes);
    if (!entry.ok()) return Differs(plies, entry.status().message());
    if (times.has_value() && KeepsTime(entry->kind)) {
      uint64_t charged = 0;
      if (!milliseconds.Varint(kMaxMilliseconds, charged)) {
        return Damage(times->offset, "fewer times than entries");
      }
      entry->charged = absl::Milliseconds(charged);
    }
    if (const auto played = table_->Play(*entry); !played.ok()) {
      return Differs(plies, played.status().message());
    }
    chain_->Add(*entry);
    ++entries_;
  }
  if (codes.rest() != chain_->bytes().substr(0, kCheckpointBytes)) {
    return Differs(plies,
                   codes.rest().size() == kCheckpointBytes
                       ? "the chain differs at the checkpoint: these entries "
                         "are not what was played"
                       : "the number of entries in the frame is wrong");
  }
  if (!milliseconds.empty()) {
    return Damage(times->offset, "more times than entries");
  }
  return absl::OkStatus();
}

absl::Status RecordChecker::CheckFooter(const Frame& frame) {
  v1::RecordFooter footer;
  if (!Parse(frame.payload, footer)) {
    return Damage(frame.offset, "the footer is not a RecordFooter message");
  }
  if (!table_->over()) {
    return Differs(frame, "the entries end, but the match is not over");
  }
  result_ = table_->Result();
  if (const std::string difference = ResultDifference(result_, footer.result());
      !difference.empty()) {
    return Differs(frame, absl::StrCat("the result does not follow from the "
                                       "entries: ",
                                       difference));
  }
  if (footer.chain() != chain_->bytes()) {
    return Damage(frame.offset,
                  "the chain over header and entries does not end in the "
                  "footer's link");
  }
  return absl::OkStatus();
}

absl::Status RecordChecker::Differs(const Frame& frame,
                                    absl::string_view what) const {
  return absl::DataLossError(absl::StrCat("ply ", table_->plies(), " (entry ",
                                          entries_, ", frame at byte ",
                                          frame.offset, "): ", what));
}

Record RecordChecker::TakeRecord() {
  ARENA_CHECK(table_.has_value() && table_->over());
  return {std::move(header_), table_->entries(), std::move(result_)};
}

}  // namespace arena
