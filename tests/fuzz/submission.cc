// The files that authors send: bot.toml, and archives.
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/process/temporary_folder.h"
#include "arena/submission/archive.h"
#include "arena/submission/manifest.h"
#include "referee/processes/validation_plan.h"
#include "tests/arena/submission/archive_builder.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/targets.h"

namespace arena::fuzz {
namespace {

namespace fs = std::filesystem;
using submission::ArchiveBuilder;

// The limits are small, so that every limit is met.
constexpr submission::ArchiveLimits kLimits = {.most_packed_bytes = 1 << 16,
                                               .most_unpacked_bytes = 1 << 18,
                                               .most_ratio = 10,
                                               .ratio_from = 1 << 10,
                                               .most_entries = 20,
                                               .longest_path = 60,
                                               .most_folders_deep = 5};

// The author reads the refusal, in a field of a message.
void CheckRefusal(const absl::Status& refusal) {
  ARENA_CHECK(refusal.code() == absl::StatusCode::kInvalidArgument,
              refusal.ToString());
  const std::string message(refusal.message());
  ARENA_CHECK(ValidUtf8(message) == message, message);
}

// An archive with right checksums and any entries.
std::string MadeUp(Input& input) {
  constexpr ArchiveBuilder::Kind kKinds[] = {ArchiveBuilder::Kind::kTarGz,
                                             ArchiveBuilder::Kind::kTarZst,
                                             ArchiveBuilder::Kind::kZip};
  ArchiveBuilder builder(kKinds[input.Below(std::size(kKinds))]);
  while (!input.empty()) {
    const int what = input.Below(5);
    const std::string path(input.Piece());
    const std::string piece(input.Piece());
    switch (what) {
      case 0:
        builder.File(path, piece, input.Below(2) == 0 ? 0644 : 0755);
        break;
      case 1:
        builder.Folder(path);
        break;
      case 2:
        builder.Link(path, piece);
        break;
      case 3:
        builder.HardLink(path, piece);
        break;
      default:
        builder.Special(path, S_IFIFO);
    }
  }
  return builder.Bytes();
}

std::string Unpacked(absl::string_view archive, const std::string& folder) {
  fs::create_directory(folder);
  const absl::Status unpacked = submission::Unpack(archive, folder, kLimits);
  if (!unpacked.ok()) {
    CheckRefusal(unpacked);
    ARENA_CHECK(fs::is_empty(folder));
    return "";
  }
  submission::ArchiveLimits limits = kLimits;
  limits.most_packed_bytes = 1 << 20;
  const auto packed = submission::Pack(folder, limits, /*left_out=*/{});
  ARENA_CHECK(packed.ok(), packed.status().ToString());
  return *packed;
}

}  // namespace

void FuzzManifest(absl::string_view bytes) {
  const auto manifest = submission::ReadManifest(bytes, "bot.toml");
  if (!manifest.ok()) return CheckRefusal(manifest.status());
  ARENA_CHECK(!manifest->games.empty());
  ARENA_CHECK(!manifest->run.empty() || !manifest->image.empty());
  // The manifest goes on in messages.
  v1::SubmittedVersion version;
  version.set_bot(manifest->name);
  version.set_version(manifest->version);
  version.mutable_plays()->Add(manifest->games.begin(), manifest->games.end());
  v1::SubmittedVersion read;
  ARENA_CHECK(read.ParseFromString(version.SerializeAsString()));
  const auto matches = referee::ValidationMatches(read);
  if (!matches.ok()) CheckRefusal(matches.status());
}

void FuzzArchive(absl::string_view bytes) {
  Input input(bytes);
  const std::string archive =
      input.Below(2) == 0 ? std::string(input.Rest()) : MadeUp(input);
  const auto around = arena::TemporaryFolder::Create();
  ARENA_CHECK(around.ok(), around.status().ToString());
  const std::string packed =
      Unpacked(archive, absl::StrCat((*around)->path(), "/once"));
  const auto folders = fs::directory_iterator((*around)->path());
  ARENA_CHECK(std::distance(begin(folders), end(folders)) == 1,
              "something is outside of the folder");
  if (packed.empty()) return;
  // An accepted archive is packed again, and the packed one is accepted
  // unchanged.
  const std::string again =
      Unpacked(packed, absl::StrCat((*around)->path(), "/again"));
  ARENA_CHECK(again == packed);
}

}  // namespace arena::fuzz
