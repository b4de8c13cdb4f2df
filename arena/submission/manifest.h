// bot.toml: an author's description of a submitted bot. README.md describes the
// keys, with an example.
#ifndef ARENA_SUBMISSION_MANIFEST_H_
#define ARENA_SUBMISSION_MANIFEST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "arena/v1/player.pb.h"

namespace arena::submission {

// The name of the file, in the bot's own folder.
inline constexpr char kManifestName[] = "bot.toml";

// Files in authors' folders that are not part of a bot: histories, caches, and
// installed or compiled files, which are made anew where the bot runs.
inline constexpr absl::string_view kLeftOut[] = {".git", "__pycache__", ".venv",
                                                 "node_modules", "target"};

// The runtime of a bot's program, besides the system that every bot sees.
enum class Runtime {
  kCpp,
  kPython,
  kNode,
  kGo,
  kRust,
  kJava,
  // A program that reads and writes JSON lines, behind `arena bridge`.
  kBridge,
  kBinary,
  kImage
};

// As bot.toml writes it: "cpp".
absl::string_view WordOf(Runtime runtime);

// The default resources of each process, unless an operator sets others.
inline constexpr uint32_t kUsualMemoryMib = 512;

struct Manifest {
  std::string name;
  std::string version;
  // The games that the bot plays; at least one.
  std::vector<v1::GameSupport> games;
  Runtime runtime = Runtime::kBinary;
  // Of an OCI image; empty for all other runtimes.
  std::string image;
  // Commands that make the program, in the bot's folder, one after the other.
  // Each is a list of words; no shell reads it.
  std::vector<std::vector<std::string>> build;
  // The command that starts the program, in the bot's folder, or the bridge in
  // front of it. May be empty for an image, which then runs its own.
  std::vector<std::string> run;
  // The least memory that each process needs; 0: the default. A referee that
  // gives less refuses the bot.
  int64_t memory_bytes = 0;
  int cores = 0;
  // ISOLATION_MATCHES: a process plays one match. ISOLATION_SEATS: it plays one
  // match after the other, if the competition allows it.
  v1::Isolation isolation = v1::ISOLATION_MATCHES;
  // Names of kLeftOut that are handed over all the same.
  std::vector<std::string> include;
  // From the start of its process until it says that it is ready.
  absl::Duration start_budget = absl::Seconds(10);
};

// Reads the text of a manifest. INVALID_ARGUMENT names `file_name`, line, key
// and value, and what would be right.
absl::StatusOr<Manifest> ReadManifest(absl::string_view text,
                                      absl::string_view file_name);

// Reads bot.toml in a bot's folder. NOT_FOUND if there is none; other errors
// as above. Errors name the file as `file_name`.
absl::StatusOr<Manifest> ReadManifestIn(const std::string& folder,
                                        absl::string_view file_name);

}  // namespace arena::submission

#endif  // ARENA_SUBMISSION_MANIFEST_H_
