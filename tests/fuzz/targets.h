// Functions of bytes for everything that strangers can send us or leave on the
// disk. Any bytes must either be refused or lead to something consistent. A
// failed ARENA_CHECK, a sanitizer's report or a hang is a finding.
#ifndef TESTS_FUZZ_TARGETS_H_
#define TESTS_FUZZ_TARGETS_H_

#include <string>

#include "absl/strings/string_view.h"

namespace arena::fuzz {

// A record file, byte for byte.
void FuzzRecord(absl::string_view bytes);
// The frames of a record, each a type and a length-prefixed payload. The target
// adds the right checksums, so that the payloads are read.
void FuzzFrames(absl::string_view bytes);
// A length-prefixed record header, then entries in the encoding of records.
void FuzzEntries(absl::string_view bytes);
// Messages of bots in a match, with restarts of the referee in between.
void FuzzPlay(absl::string_view bytes);
// An observation from which a game must sample a state.
void FuzzSample(absl::string_view bytes);
// A tournament file.
void FuzzTournament(absl::string_view bytes);
// The bot.toml of an author.
void FuzzManifest(absl::string_view bytes);
// The archive of an author: its bytes, or a description of its entries.
void FuzzArchive(absl::string_view bytes);
// The bytes of an HTTP connection, as length-prefixed pieces.
void FuzzHttp(absl::string_view bytes);
// The bytes of HTTP/2, counted before gRPC sees them.
void FuzzHttp2(absl::string_view bytes);
// Runners that come, report and go.
void FuzzReports(absl::string_view bytes);
// A CreateMatchRequest or a Hello.
void FuzzRequest(absl::string_view bytes);
// Entries written to a journal, then changes of its files.
void FuzzJournal(absl::string_view bytes);

struct Target {
  // The name is also the name of the target's folder in the corpus.
  const char* name;
  void (*run)(absl::string_view bytes);
};

inline constexpr Target kTargets[] = {
    {"record", FuzzRecord},
    {"frames", FuzzFrames},
    {"entries", FuzzEntries},
    {"play", FuzzPlay},
    {"sample", FuzzSample},
    {"request", FuzzRequest},
    {"tournament", FuzzTournament},
    {"journal", FuzzJournal},
    {"manifest", FuzzManifest},
    {"archive", FuzzArchive},
    {"http", FuzzHttp},
    {"http2", FuzzHttp2},
    {"reports", FuzzReports},
};

}  // namespace arena::fuzz

#endif  // TESTS_FUZZ_TARGETS_H_
