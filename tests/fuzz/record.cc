// Records: everything that can be read can be written, replayed and exported
// again.
#include "arena/record/record.h"

#include <google/protobuf/stubs/logging.h>

#include "arena/record/entry_code.h"
#include "arena/record/export.h"
#include "arena/record/frame.h"
#include "arena/record/replay.h"
#include "arena/record/verify.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/targets.h"

namespace arena::fuzz {
namespace {

// All uses of a good record.
void UseRecord(const Record &record) {
  ARENA_CHECK(ExportJsonLines(record).ok());
  ARENA_CHECK(ExportNotation(record).ok());
  for (Seat seat = 0; seat < static_cast<Seat>(record.header.seats()); ++seat) {
    ARENA_CHECK(Playthrough(record, {.view = seat}).ok());
  }
  const absl::StatusOr<std::string> written = WriteRecord(record);
  ARENA_CHECK(written.ok(), written.status().ToString());
  const absl::Status again = VerifyRecord(*written).status;
  ARENA_CHECK(again.ok(), again.ToString());
}

// Whether the bytes were a good record.
bool ReadBytes(absl::string_view bytes) {
  const absl::StatusOr<Record> record = ReadRecord(bytes);
  ARENA_CHECK(record.status().code() == VerifyRecord(bytes).status.code());
  if (record.ok()) UseRecord(*record);
  return record.ok();
}

}  // namespace

void FuzzRecord(absl::string_view bytes) { ReadBytes(bytes); }

void FuzzFrames(absl::string_view bytes) {
  Input input(bytes);
  std::string record = RecordStart();
  while (!input.empty()) {
    const auto type = static_cast<FrameType>(input.Below(256));
    AppendFrame(type, input.Piece().substr(0, kMaxPayload), record);
  }
  ReadBytes(record);
}

void FuzzEntries(absl::string_view bytes) {
  const google::protobuf::LogSilencer quiet;
  Input input(bytes);
  v1::RecordHeader header;
  if (!header.ParseFromString(std::string(input.Piece()))) return;
  absl::StatusOr<Table> table = TableOf(header);
  if (!table.ok()) return;
  ByteReader codes(input.Rest());
  while (!codes.empty()) {
    const absl::string_view before = codes.rest();
    const absl::StatusOr<MatchEntry> entry = ReadEntry(*table, codes);
    Table played = *table;
    if (!entry.ok() || !played.Play(*entry).ok()) break;
    std::string again;
    const absl::Status spelled = SpellEntry(*table, *entry, again);
    ARENA_CHECK(spelled.ok(), spelled.ToString());
    ByteReader reread(again);
    ARENA_CHECK(ReadEntry(*table, reread).value() == *entry);
    ARENA_CHECK(codes.rest().size() < before.size());
    *table = std::move(played);
  }
  if (!table->over()) return;
  MatchNames names;
  names.players.assign(header.players().begin(), header.players().end());
  UseRecord(RecordOf(*table, names));
}

}  // namespace arena::fuzz
