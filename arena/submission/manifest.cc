#include "arena/submission/manifest.h"

#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/core/command_words.h"
#include "arena/core/suggestion.h"
#include "arena/core/text.h"
#include "arena/games/registry.h"
#include "arena/toml/toml_file.h"
#include "arena/toml/toml_table.h"

namespace arena::submission {
namespace {

constexpr size_t kLongestVersion = 64;
constexpr size_t kLongestImage = 256;
constexpr uint32_t kMostMemoryMib = 64 * 1024;
constexpr uint32_t kMostCores = 64;
constexpr absl::Duration kLongestStart = absl::Minutes(5);
constexpr uint32_t kMostSeats = 4;
constexpr uint32_t kMostVersion = 1'000'000;

struct NamedRuntime {
  absl::string_view word;
  Runtime runtime;
};
constexpr std::array<NamedRuntime, 8> kRuntimes = {{
    {"cpp", Runtime::kCpp},
    {"python", Runtime::kPython},
    {"node", Runtime::kNode},
    {"go", Runtime::kGo},
    {"rust", Runtime::kRust},
    {"java", Runtime::kJava},
    {"bridge", Runtime::kBridge},
    {"binary", Runtime::kBinary},
}};

std::vector<std::string> RuntimeWords() {
  std::vector<std::string> words;
  for (const NamedRuntime& one : kRuntimes) words.emplace_back(one.word);
  return words;
}

// Reads one manifest. Every function notes its mistakes in the table that it
// reads; the table keeps the first mistake.
class ManifestReader {
 public:
  explicit ManifestReader(absl::string_view file_name)
      : file_name_(file_name) {}

  absl::StatusOr<Manifest> Read(const toml::table& root) {
    TomlTable table(
        root, "the file", file_name_,
        {"name", "version", "games", "runtime", "image", "build", "run",
         "memory_mib", "cores", "isolation", "start", "include"});
    ReadNames(table);
    ReadRuntime(table);
    ReadCommands(table);
    ReadResources(table);
    ReadIsolation(table);
    ReadInclude(table);
    ARENA_RETURN_IF_ERROR(table.status());
    ARENA_RETURN_IF_ERROR(ReadGames(table));
    return std::move(manifest_);
  }

 private:
  void ReadNames(TomlTable& table) {
    manifest_.name = Required(table, "name", "\"my_bot\"");
    Check(table, "name", CheckName("name", manifest_.name));
    manifest_.version = Required(table, "version", "\"1.0\"");
    Check(table, "version",
          CheckText("version", manifest_.version, kLongestVersion));
  }

  void ReadRuntime(TomlTable& table) {
    if (table.has("image")) {
      manifest_.runtime = Runtime::kImage;
      manifest_.image = table.Text("image");
      Check(table, "image", CheckText("image", manifest_.image, kLongestImage));
      if (manifest_.image.empty()) {
        table.Fail("image",
                   "image is empty; expected the name of an OCI image");
      }
      if (table.has("runtime")) {
        table.Fail("runtime", "there are a runtime and an image; expected one");
      }
      return;
    }
    const std::string word = Required(table, "runtime", "\"python\"");
    const auto known = absl::c_find_if(
        kRuntimes, [&](const NamedRuntime& one) { return one.word == word; });
    if (known != kRuntimes.end()) {
      manifest_.runtime = known->runtime;
      return;
    }
    table.Fail("runtime",
               absl::StrCat("runtime is \"", Shortened(word), "\"",
                            DidYouMean(word, RuntimeWords()), "; expected ",
                            absl::StrJoin(RuntimeWords(), ", "),
                            ", or a key image in place of runtime"));
  }

  void ReadCommands(TomlTable& table) {
    ReadBuild(table);
    // An image may have a command of its own.
    if (!table.has("run") && table.has("image")) return;
    const std::string run = Required(table, "run", "\"./my_bot\"");
    if (!table.has("run")) return;
    if (manifest_.runtime == Runtime::kBridge) {
      manifest_.run = {"arena", "bridge", "--"};
    }
    absl::c_move(Words(table, "run", run),
                 std::back_inserter(manifest_.run));
  }

  // One command, or a list of commands that run one after the other.
  void ReadBuild(TomlTable& table) {
    if (!table.has("build")) return;
    if (!table.IsArray("build")) {
      manifest_.build.push_back(Words(table, "build", table.Text("build")));
      return;
    }
    for (const toml::node& entry : *table.Array("build")) {
      const auto command = entry.value_exact<std::string>();
      if (!command.has_value()) {
        return table.Fail(entry,
                          absl::StrCat("an entry of build is ", ToText(entry),
                                       "; expected a text in quotation marks"));
      }
      manifest_.build.push_back(Words(table, "build", *command));
    }
  }

  void ReadResources(TomlTable& table) {
    if (const uint32_t mib = table.Count("memory_mib", kMostMemoryMib)) {
      manifest_.memory_bytes = int64_t{mib} << 20;
    }
    if (const uint32_t cores = table.Count("cores", kMostCores)) {
      manifest_.cores = static_cast<int>(cores);
    }
    const std::optional<absl::Duration> start = table.Duration("start");
    if (!start.has_value()) return;
    manifest_.start_budget = *start;
    if (*start <= absl::ZeroDuration() || *start > kLongestStart) {
      table.Fail("start",
                 absl::StrCat("start is ", absl::FormatDuration(*start),
                              "; expected more than 0 and at most ",
                              absl::FormatDuration(kLongestStart)));
    }
  }

  void ReadIsolation(TomlTable& table) {
    if (!table.has("isolation")) return;
    const std::string word = table.Text("isolation");
    if (word == "matches") return;
    if (word == "seats") {
      manifest_.isolation = v1::ISOLATION_SEATS;
      return;
    }
    table.Fail("isolation",
               absl::StrCat("isolation is \"", Shortened(word), "\"",
                            DidYouMean(word, {"matches", "seats"}),
                            "; expected matches or seats"));
  }

  void ReadInclude(TomlTable& table) {
    if (!table.has("include")) return;
    const toml::array* const names = table.Array("include");
    if (names == nullptr) return;
    for (const toml::node& entry : *names) {
      const auto name = entry.value_exact<std::string>();
      if (name.has_value() && absl::c_linear_search(kLeftOut, *name)) {
        manifest_.include.push_back(*name);
        continue;
      }
      table.Fail(entry, absl::StrCat("an entry of include is ", ToText(entry),
                                     "; expected a name that is left out: ",
                                     absl::StrJoin(kLeftOut, ", ")));
    }
  }

  absl::Status ReadGames(TomlTable& table) {
    const toml::array* games = table.Array("games");
    if (games == nullptr || games->empty()) {
      table.Fail("games",
                 "the file names no game; expected, for example, games = "
                 "[\"octrix\"]");
      return table.status();
    }
    std::set<std::string> seen;
    for (const toml::node& entry : *games) {
      ARENA_RETURN_IF_ERROR(ReadGame(table, entry));
      const std::string& name = manifest_.games.back().game();
      if (!seen.insert(name).second) {
        table.Fail(entry, absl::StrCat("the game ", name, " is there twice"));
      }
      ARENA_RETURN_IF_ERROR(table.status());
    }
    return absl::OkStatus();
  }

  // "octrix", or a table with the game's name and the seats and options that
  // the bot supports.
  absl::Status ReadGame(TomlTable& file, const toml::node& entry) {
    v1::GameSupport& support = manifest_.games.emplace_back();
    if (const auto name = entry.value_exact<std::string>()) {
      support.set_game(*name);
      const absl::StatusOr<const Game*> game = FindGame(*name);
      if (!game.ok()) file.Fail(entry, game.status().message());
      return file.status();
    }
    if (!entry.is_table()) {
      file.Fail(entry, absl::StrCat("an entry of games is ", ToText(entry),
                                    "; expected the name of a game, or a "
                                    "table with name, seats, rules_versions "
                                    "and options"));
      return file.status();
    }
    TomlTable table(*entry.as_table(), "games", file_name_,
                    {"name", "seats", "rules_versions", "options"});
    support.set_game(Required(table, "name", "\"octrix\""));
    ARENA_RETURN_IF_ERROR(table.status());
    const absl::StatusOr<const Game*> game = FindGame(support.game());
    if (!game.ok()) {
      table.Fail("name", game.status().message());
      return table.status();
    }
    for (const uint32_t seats : Numbers(table, "seats", kMostSeats)) {
      Check(table, "seats",
            CheckSeats(*(*game)->info, static_cast<int>(seats)));
      support.add_seats(seats);
    }
    for (const uint32_t version :
         Numbers(table, "rules_versions", kMostVersion)) {
      support.add_rules_versions(version);
    }
    ReadOptions(table, **game, support);
    return table.status();
  }

  void ReadOptions(TomlTable& table, const Game& game,
                   v1::GameSupport& support) {
    const toml::table* options = table.Table("options");
    if (options == nullptr) return;
    std::vector<std::string> known;
    for (const OptionSpec& option : game.info->options) {
      known.emplace_back(option.name);
    }
    for (const auto& [key, node] : *options) {
      const std::string name(key.str());
      if (!absl::c_linear_search(known, name)) {
        return table.Fail(
            node, absl::StrCat(game.info->name, " has no option \"",
                               Shortened(name), "\"", DidYouMean(name, known),
                               "; it has ", absl::StrJoin(known, ", ")));
      }
      ReadConstraint(table, name, node, *support.add_options());
    }
  }

  // A value, a list of values, or { min = 1, max = 9 }.
  void ReadConstraint(TomlTable& table, const std::string& name,
                      const toml::node& node,
                      v1::OptionConstraint& constraint) {
    constraint.set_name(name);
    if (const toml::table* range = node.as_table()) {
      TomlTable bounds(*range, name, file_name_, {"min", "max"});
      for (const absl::string_view key : {"min", "max"}) {
        const std::optional<int32_t> bound = bounds.Number(key);
        if (!bound.has_value()) continue;
        key == "min" ? constraint.set_min(*bound) : constraint.set_max(*bound);
      }
      return table.Adopt(bounds);
    }
    if (const toml::array* values = node.as_array()) {
      for (const toml::node& value : *values) {
        constraint.add_values(Value(value));
      }
    } else {
      constraint.add_values(Value(node));
    }
  }

  // As options are written on the command line.
  static std::string Value(const toml::node& node) {
    if (const auto text = node.value_exact<std::string>()) return *text;
    return ToText(node);
  }

  std::vector<uint32_t> Numbers(TomlTable& table, absl::string_view key,
                                uint32_t most) {
    std::vector<uint32_t> numbers;
    const toml::array* array = table.Array(key);
    if (array == nullptr) return numbers;
    for (const toml::node& entry : *array) {
      const auto number = entry.value_exact<int64_t>();
      if (number.has_value() && *number >= 1 && *number <= int64_t{most}) {
        numbers.push_back(static_cast<uint32_t>(*number));
      } else {
        table.Fail(entry, absl::StrCat("an entry of ", key, " is ",
                                       ToText(entry),
                                       "; expected a whole number from 1 to ",
                                       most));
      }
    }
    return numbers;
  }

  static std::vector<std::string> Words(TomlTable& table,
                                        absl::string_view key,
                                        absl::string_view command) {
    absl::StatusOr<std::vector<std::string>> words = SplitWords(command);
    if (words.ok()) return *std::move(words);
    table.Fail(key, absl::StrCat(key, ": ", words.status().message()));
    return {};
  }

  static std::string Required(TomlTable& table, absl::string_view key,
                              absl::string_view example) {
    if (!table.has(key)) {
      table.Fail(key, absl::StrCat("there is no ", key,
                                   "; expected, for example, ", key, " = ",
                                   example));
    }
    return table.Text(key);
  }

  static void Check(TomlTable& table, absl::string_view key,
                    const absl::Status& status) {
    if (!status.ok()) table.Fail(key, status.message());
  }

  const std::string file_name_;
  Manifest manifest_;
};

}  // namespace

absl::string_view WordOf(Runtime runtime) {
  for (const NamedRuntime& one : kRuntimes) {
    if (one.runtime == runtime) return one.word;
  }
  return "image";
}

absl::StatusOr<Manifest> ReadManifest(absl::string_view text,
                                      absl::string_view file_name) {
  ARENA_ASSIGN_OR_RETURN(const toml::table root, ParseToml(text, file_name));
  return ManifestReader(file_name).Read(root);
}

absl::StatusOr<Manifest> ReadManifestIn(const std::string& folder,
                                        absl::string_view file_name) {
  std::ifstream file(absl::StrCat(folder, "/", kManifestName),
                     std::ios::binary);
  if (!file) {
    return absl::NotFoundError(absl::StrCat(
        "there is no ", file_name, ", which describes the bot and its start"));
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return ReadManifest(text, file_name);
}

}  // namespace arena::submission
