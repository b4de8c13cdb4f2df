// The inputs that the fuzzer kept, and inputs near to them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "arena/core/rng.h"
#include "tests/fuzz/targets.h"
#include "tests/testing/folders/folders.h"

namespace arena::fuzz {
namespace {

namespace fs = std::filesystem;

// The variations of each kept input. The fuzzer tries more in a second.
constexpr int kVariations = 20;

std::map<std::string, std::string> CorpusOf(const Target& target) {
  std::map<std::string, std::string> corpus;
  const fs::path folder =
      fs::path(testing::InSources("")) / "tests/fuzz/corpus";
  for (const auto& file : fs::directory_iterator(folder / target.name)) {
    std::ifstream bytes(file.path(), std::ios::binary);
    corpus[file.path().filename()] = {std::istreambuf_iterator<char>(bytes),
                                      {}};
  }
  return corpus;
}

// Changes a few bytes, drops some, or repeats some.
std::string Varied(std::string bytes, Rng& rng) {
  for (uint32_t changes = 1 + rng.Below(4); changes > 0; --changes) {
    const uint32_t at = rng.Below(static_cast<uint32_t>(bytes.size()) + 1);
    const uint32_t size = rng.Below(8);
    switch (rng.Below(3)) {
      case 0:
        if (at < bytes.size()) bytes[at] = static_cast<char>(rng.Below(256));
        break;
      case 1:
        bytes.erase(at, size);
        break;
      default:
        bytes.insert(at, bytes.substr(at, size));
    }
  }
  return bytes;
}

class CorpusTest : public ::testing::TestWithParam<Target> {};
TEST_P(CorpusTest, KeptInputsAndTheirLikeAreHandled) {
  const auto corpus = CorpusOf(GetParam());
  EXPECT_GE(corpus.size(), 5u);
  Rng rng(GetParam().name);
  for (const auto& [name, bytes] : corpus) {
    SCOPED_TRACE(name);
    GetParam().run(bytes);
    for (int i = 0; i < kVariations; ++i) GetParam().run(Varied(bytes, rng));
  }
}
INSTANTIATE_TEST_SUITE_P(Targets, CorpusTest, ::testing::ValuesIn(kTargets),
                         [](const auto& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace arena::fuzz
