// The tree keeps its shape: includes, sizes of files, a README per folder, and
// documents that name only existing things.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "tests/architecture/include_order.h"
#include "tests/testing/folders/folders.h"

namespace arena {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;

// One source file. Its path is relative to the root of the tree.
struct Source {
  std::string path;
  std::string text;
};

bool IsSource(const fs::path& path) {
  return path.extension() == ".h" || path.extension() == ".cc";
}

std::string TextOf(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// All C++ sources below these folders; a folder that does not exist has none.
std::vector<Source> SourcesOf(const std::vector<std::string>& folders) {
  std::vector<Source> sources;
  for (const std::string& folder : folders) {
    const fs::path root = fs::path(testing::InSources("")) / folder;
    if (!fs::exists(root)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file() || !IsSource(entry.path())) continue;
      sources.push_back(
          {fs::relative(entry.path(), testing::InSources("")).string(),
           TextOf(entry.path())});
    }
  }
  return sources;
}

const std::vector<std::string>& Folders() {
  static const auto& folders = *new std::vector<std::string>{
      "arena", "referee", "sdk/cpp", "sample_bots/cpp"};
  return folders;
}

TEST(TreeTest, SourcesAreFound) { EXPECT_GT(SourcesOf(Folders()).size(), 30u); }

TEST(TreeTest, NoIncludePointsUpward) {
  std::vector<std::string> wrong;
  for (const Source& source : SourcesOf(Folders())) {
    for (const std::string& line : WrongIncludes(source.path, source.text)) {
      wrong.push_back(line);
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(TreeTest, RulesCompileWithoutProtobuf) {
  Sources sources;
  std::set<std::string> games;
  for (Source& source : SourcesOf({"arena/core", "arena/games"})) {
    const fs::path folder = fs::path(source.path).parent_path();
    if (folder.parent_path() == "arena/games") games.insert(folder.filename());
    sources[source.path] = std::move(source.text);
  }
  EXPECT_GE(games.size(), 5u);
  for (const std::string& game : games) {
    EXPECT_THAT(ProtobufInRules(sources, game), IsEmpty());
  }
}

// Headers have 200 lines, sources 500, and rules 800; lists of tests may be as
// long as rules.
int MaxLines(const std::string& path) {
  if (path.ends_with(".h")) return 200;
  const bool rules = path.starts_with("arena/games/");
  return rules || path.ends_with("_test.cc") ? 800 : 500;
}

TEST(TreeTest, NoFileIsTooLong) {
  std::vector<std::string> wrong;
  for (const Source& source :
       SourcesOf({"arena", "referee", "sdk/cpp", "sample_bots/cpp", "tests"})) {
    const auto lines = std::count(source.text.begin(), source.text.end(), '\n');
    if (lines <= MaxLines(source.path)) continue;
    wrong.push_back(source.path + " has " + std::to_string(lines) +
                    " lines, more than " +
                    std::to_string(MaxLines(source.path)));
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// Whether the folder has a page of its own, or a line in the page of the folder
// above.
bool IsDescribed(const fs::path& folder) {
  if (fs::exists(fs::path(testing::InSources("")) / folder / "README.md"))
    return true;
  const std::string page = TextOf(fs::path(testing::InSources("")) /
                                  folder.parent_path() / "README.md");
  const std::string line = "\n| `" + folder.filename().string() + "/` | ";
  return page.find(line) != page.npos;
}

TEST(TreeTest, EveryFolderIsDescribed) {
  std::set<std::string> folders = {"proto", "arena",       "arena/games",
                                   "sdk",   "sample_bots", "tests"};
  for (const Source& source : SourcesOf(Folders())) {
    folders.insert(fs::path(source.path).parent_path().string());
  }
  std::vector<std::string> wrong;
  for (const std::string& folder : folders) {
    if (!IsDescribed(folder)) wrong.push_back(folder);
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// All files except built ones.
std::vector<fs::path> AllFiles() {
  std::vector<fs::path> files;
  for (auto entry = fs::recursive_directory_iterator(testing::InSources(""));
       entry != fs::recursive_directory_iterator(); ++entry) {
    const std::string name = entry->path().filename();
    if (name.starts_with("build") || name.starts_with('.') ||
        name == "node_modules" || name == "target") {
      entry.disable_recursion_pending();
    }
    if (entry->is_regular_file()) files.push_back(entry->path());
  }
  return files;
}

// The matches of a pattern's first group in a text.
std::set<std::string> AllMatches(const std::string& text,
                                 const std::string& pattern) {
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end;
       ++at) {
    found.insert((*at)[1]);
  }
  return found;
}

TEST(TreeTest, DocumentsNameFilesThatExist) {
  const std::vector<fs::path> files = AllFiles();
  std::set<std::string> names;
  for (const fs::path& file : files) names.insert(file.filename());
  std::vector<std::string> wrong;
  for (const fs::path& file : files) {
    if (file.extension() != ".md") continue;
    const std::string text = TextOf(file);
    const std::string place =
        fs::relative(file, testing::InSources("")).string() + ": ";
    for (const std::string& link : AllMatches(text, "\\]\\(([^)#:]+)[)#]")) {
      const bool there = fs::exists(file.parent_path() / link);
      if (!there) wrong.push_back(place + link);
    }
    for (const std::string& name :
         AllMatches(text, "`([\\w./-]+\\.(h|cc|py|proto|md|sql))`")) {
      if (!names.contains(fs::path(name).filename())) {
        wrong.push_back(place + name);
      }
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// The lines of a page that belong neither to a table nor to code.
std::vector<std::string> ProseOf(const std::string& text) {
  std::vector<std::string> prose;
  std::istringstream lines(text);
  bool code = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("```") != line.npos) code = !code;
    if (!code && !line.starts_with("|") && !line.starts_with("    ")) {
      prose.push_back(line);
    }
  }
  return prose;
}

int WordsOf(const std::string& line) {
  std::istringstream words(line);
  return static_cast<int>(
      std::distance(std::istream_iterator<std::string>(words),
                    std::istream_iterator<std::string>()));
}

// Counts the bytes that do not begin with the bits 10: each character of UTF-8
// has one.
int CharactersOf(const std::string& line) {
  return static_cast<int>(std::count_if(
      line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

// Pages should be read in one sitting. Only the rules of a game and the formats
// of files may be longer, because readers look things up in them.
int MostWords(const fs::path& page) {
  const bool looked_up = page.filename() == "FORMAT.md" ||
                         page.parent_path().parent_path().filename() == "games";
  return looked_up ? 2000 : 1200;
}

TEST(TreeTest, PagesAreShort) {
  std::vector<std::string> wrong;
  for (const fs::path& file : AllFiles()) {
    if (file.extension() != ".md") continue;
    const std::string place =
        fs::relative(file, testing::InSources("")).string() + ": ";
    int words = 0;
    for (const std::string& line : ProseOf(TextOf(file))) {
      words += WordsOf(line);
      const bool link = line.find("](") != line.npos;
      if (!link && CharactersOf(line) > 120) wrong.push_back(place + line);
    }
    if (words > MostWords(file)) {
      wrong.push_back(place + std::to_string(words) + " words");
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// Every test that a row of attacks.md names is in the file that is named before
// it.
TEST(TreeTest, EveryAttackHasTheTestsThatAreNamed) {
  std::istringstream page(
      TextOf(fs::path(testing::InSources("")) / "tests/attacks.md"));
  std::vector<std::string> wrong;
  int tests = 0;
  for (std::string row; std::getline(page, row);) {
    if (!row.starts_with("| ")) continue;
    const std::regex word("`([^`]+)`");
    std::string file;
    // The tests of the last column.
    const size_t column = row.rfind(" | ");
    const std::string named = row.substr(column == row.npos ? 0 : column);
    for (std::sregex_iterator at(named.begin(), named.end(), word), end;
         at != end; ++at) {
      const std::string name = (*at)[1];
      if (name.ends_with(".cc") || name.ends_with(".py") ||
          name.ends_with(".json")) {
        file = name;
        continue;
      }
      ++tests;
      const std::string text = TextOf(fs::path(testing::InSources("")) / file);
      const bool there = text.find(", " + name + ")") != text.npos ||
                         text.find("def " + name + "(") != text.npos ||
                         text.find("\"name\": \"" + name + "\"") != text.npos;
      if (!there) wrong.push_back(file + " has no test " + name);
    }
  }
  EXPECT_GT(tests, 40);
  EXPECT_THAT(wrong, IsEmpty());
}

// The rows of script/checks: the tests by folder.
std::map<std::string, std::vector<std::string>> Checks() {
  std::map<std::string, std::vector<std::string>> rows;
  std::istringstream table(
      TextOf(fs::path(testing::InSources("")) / "script/checks"));
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string folder;
    words >> folder;
    for (std::string word; words >> word;) rows[folder].push_back(word);
  }
  return rows;
}

TEST(TreeTest, ACheckIsKnownForEveryFolderWithSources) {
  const std::set<std::string> languages = {".cc", ".h",  ".py",   ".proto",
                                           ".js", ".ts", ".java", ".go",
                                           ".rs", ".sql"};
  const auto rows = Checks();
  std::set<std::string> wrong;
  for (const fs::path& file : AllFiles()) {
    if (!languages.contains(file.extension().string())) continue;
    fs::path at = fs::relative(file, testing::InSources("")).parent_path();
    const std::string folder = at.string();
    while (!at.empty() && !rows.contains(at.string())) at = at.parent_path();
    // A folder of the referee has a row of its own.
    if (at.empty() || (at == "referee" && at != folder)) wrong.insert(folder);
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// The folders of tests, by the names of their programs.
std::set<std::string> TestPrograms() {
  std::set<std::string> programs;
  for (const fs::path& file : AllFiles()) {
    const fs::path folder =
        fs::relative(file, testing::InSources("")).parent_path();
    std::string name;
    for (const fs::path& part : folder) {
      if (part == "tests" || part == "arena" || part == "referee") continue;
      name += (name.empty() ? "" : "_") + part.string();
    }
    if (*folder.begin() != "tests") continue;
    programs.insert(name + "_test");
    // The name of a program that measures has only the last folder.
    programs.insert(folder.filename().string() + "_test");
  }
  return programs;
}

TEST(TreeTest, ChecksNameFoldersAndTestsThatExist) {
  const std::set<std::string> programs = TestPrograms();
  std::vector<std::string> wrong;
  for (const auto& [folder, tests] : Checks()) {
    if (!fs::exists(fs::path(testing::InSources("")) / folder))
      wrong.push_back(folder);
    for (const std::string& test : tests) {
      const std::string program = test.substr(0, test.find(':'));
      const bool known =
          test.find('/') == test.npos || program != test
              ? programs.contains(program)
              : fs::exists(fs::path(testing::InSources("")) / test);
      if (!known) wrong.push_back(test);
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

}  // namespace
}  // namespace arena
