// Rewrites the goldens: write_goldens FOLDER. The target update_goldens runs
// this program.
#include <filesystem>
#include <iostream>

#include "arena/record/file.h"
#include "tests/arena/record/golden.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_goldens FOLDER\n";
    return 2;
  }
  const std::string folder = std::string(argv[1]) + "/";
  // Goldens that no game writes any more are deleted.
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_directory()) std::filesystem::remove_all(entry.path());
  }
  for (const arena::testing::Golden& golden : arena::testing::Goldens()) {
    const std::string path = folder + golden.path;
    std::filesystem::create_directories(
        std::filesystem::path(path).parent_path());
    const absl::Status status = arena::WriteFileAtomically(path, golden.text);
    if (!status.ok()) {
      std::cerr << status << "\n";
      return 1;
    }
    std::cout << golden.path << "\n";
  }
  return 0;
}
