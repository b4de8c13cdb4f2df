// Writes records for the tests of the viewer: write_viewer_records FOLDER.
#include <filesystem>
#include <iostream>
#include <vector>

#include "arena/core/check.h"
#include "arena/record/file.h"
#include "tests/arena/record/golden.h"
#include "tests/arena/viewer/records/endings.h"
#include "tests/arena/viewer/records/sets.h"

namespace {

using arena::testing::GoldenMatch;

absl::Status Write(const std::filesystem::path& folder,
                   const std::vector<GoldenMatch>& matches) {
  for (const GoldenMatch& match : matches) {
    const std::filesystem::path path = folder / (match.name + ".record");
    std::filesystem::create_directories(path.parent_path());
    ARENA_ASSIGN_OR_RETURN(const std::string bytes,
                           arena::WriteRecord(match.record));
    ARENA_RETURN_IF_ERROR(arena::WriteFileAtomically(path.string(), bytes));
  }
  return absl::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_viewer_records FOLDER\n";
    return 2;
  }
  absl::Status status = Write(argv[1], arena::testing::GoldenMatches());
  if (status.ok()) status = Write(argv[1], arena::testing::Endings());
  if (status.ok()) status = Write(argv[1], arena::testing::DuplicateSets());
  if (!status.ok()) std::cerr << status << "\n";
  return status.ok() ? 0 : 1;
}
