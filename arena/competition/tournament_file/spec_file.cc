#include "arena/competition/tournament_file/spec_file.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"
#include "arena/match/bot_name.h"
#include "arena/match/clock.h"
#include "arena/match/isolation.h"
#include "arena/match/player.h"
#include "arena/toml/toml_file.h"
#include "arena/toml/toml_table.h"

namespace arena::competition {
namespace {

constexpr uint32_t kAnyCount = std::numeric_limits<int32_t>::max();

// Reads one file; every function stops at the first mistake.
class FileReader {
 public:
  explicit FileReader(absl::string_view file_name) : file_name_(file_name) {}

  absl::StatusOr<TournamentFile> Read(const toml::table& root) {
    TomlTable table =
        Reader(root, "the file", {"name", "seed", "clock", "bot", "event"});
    file_.name = table.Text("name");
    if (!table.has("name")) table.Fail("name", "the file has no name");
    ARENA_RETURN_IF_ERROR(ReadSeed(table));
    if (const toml::table* clock = table.Table("clock")) {
      ARENA_RETURN_IF_ERROR(ReadClock(*clock));
    }
    for (const toml::table* bot : table.Tables("bot")) {
      ARENA_RETURN_IF_ERROR(ReadBot(*bot));
    }
    const std::vector<const toml::table*> events = table.Tables("event");
    if (events.empty()) table.Fail("event", "there is no [[event]]");
    ARENA_RETURN_IF_ERROR(table.status());
    for (const toml::table* event : events) {
      ARENA_RETURN_IF_ERROR(ReadEvent(*event));
    }
    return std::move(file_);
  }

 private:
  TomlTable Reader(const toml::table& table, std::string what,
                   std::initializer_list<absl::string_view> keys) const {
    return TomlTable(table, std::move(what), file_name_, keys);
  }

  // A number or a text, like the flag --seed.
  absl::Status ReadSeed(TomlTable& table) {
    ARENA_RETURN_IF_ERROR(table.status());
    if (!table.has("seed")) return absl::OkStatus();
    const std::string text = table.TextOrNumber("seed");
    const absl::StatusOr<Seed> seed = ParseSeed(text);
    if (!seed.ok()) table.Fail("seed", seed.status().message());
    if (seed.ok()) seed_ = *seed;
    guessable_ = seed.ok() && ToHex(*seed) != absl::AsciiStrToLower(text);
    return table.status();
  }

  absl::Status ReadClock(const toml::table& root) {
    TomlTable table =
        Reader(root, "[clock]",
               {"start", "allowance", "bank", "increment", "untimed"});
    v1::Clock& clock = clock_.emplace();
    const auto read = [&](absl::string_view key, auto mutable_field) {
      const std::optional<absl::Duration> time = table.Duration(key);
      if (time.has_value()) ToMessage(*time, *(clock.*mutable_field)());
    };
    read("start", &v1::Clock::mutable_start_budget);
    read("allowance", &v1::Clock::mutable_allowance);
    read("bank", &v1::Clock::mutable_bank);
    read("increment", &v1::Clock::mutable_increment);
    clock.set_untimed(table.Bool("untimed"));
    const absl::Status possible = ClockFromMessage(clock).status();
    if (!possible.ok()) {
      table.Fail(root, absl::StrCat("[clock]: ", possible.message()));
    }
    return table.status();
  }

  absl::Status ReadBot(const toml::table& root) {
    TomlTable table =
        Reader(root, "[[bot]]",
               {"name", "command", "built_in", "max_matches", "token_file"});
    FileBot bot{.name = table.Text("name"),
                .command = table.Text("command"),
                .built_in = table.Text("built_in"),
                .max_matches = table.Count("max_matches", 1'000'000),
                .token_file = table.Text("token_file"),
                .line = root.source().begin.line};
    if (bot.name.empty()) table.Fail("name", "a [[bot]] has no name");
    for (const auto& [key, value] :
         {std::pair("command", &bot.command),
          std::pair("built_in", &bot.built_in)}) {
      if (!table.has(key) || !value->empty()) continue;
      table.Fail(key, absl::StrCat("bot \"", bot.name, "\" has an empty ", key,
                                   "; leave it out for a bot that connects by "
                                   "itself"));
    }
    if (table.has("command") && table.has("built_in")) {
      table.Fail("built_in", absl::StrCat("bot \"", bot.name,
                                          "\" has both command and built_in; "
                                          "expected at most one"));
    }
    if (table.has("token_file") && !table.has("command")) {
      table.Fail("token_file", absl::StrCat("bot \"", bot.name,
                                            "\" has a token_file and no "
                                            "command; expected both"));
    }
    const auto mistake = bot.built_in.empty()
                             ? CheckBotName("name", bot.name)
                             : CheckSeatSpec("[[bot]]", PlayerOf(bot));
    if (!mistake.ok()) {
      table.Fail(bot.built_in.empty() ? "name" : "built_in", mistake.message());
    }
    const FileBot* const other = FindTwin(bot.name);
    if (other != nullptr) {
      table.Fail("name",
                 absl::StrCat("bot \"", bot.name, "\" is there twice, first ",
                              "in line ", other->line,
                              "; expected unique names, and upper and lower "
                              "case make no difference"));
    }
    file_.bots.push_back(std::move(bot));
    return table.status();
  }

  absl::Status ReadEvent(const toml::table& root) {
    TomlTable table = Reader(
        root, "[[event]]",
        {"name", "game", "options", "seats", "format", "sets", "rounds",
         "max_sets", "deals", "tables", "independent_deals",
         "concurrent_sets", "max_matches_per_minute", "max_faults",
         "bench_faults", "isolation", "anonymous", "same_author_meets",
         "anchor", "entrants"});
    v1::CompetitionSpec spec;
    const std::string name = table.Text("name");
    if (name.empty()) table.Fail("name", "an [[event]] has no name");
    spec.set_tournament(file_.name);
    spec.set_name(absl::StrCat(file_.name, ".", name));
    spec.set_game(table.Text("game"));
    if (!table.has("game")) table.Fail("game", "an [[event]] has no game");
    spec.set_seats(table.Count("seats", kAnyCount));
    spec.set_sets(table.Count("sets", kAnyCount));
    spec.set_rounds(table.Count("rounds", kAnyCount));
    spec.set_max_sets(table.Count("max_sets", kAnyCount));
    spec.set_concurrent_sets(table.Count("concurrent_sets", kAnyCount));
    spec.set_max_faults(table.Count("max_faults", kAnyCount));
    spec.set_bench_faults(table.Count("bench_faults", kAnyCount));
    spec.set_independent_deals(table.Bool("independent_deals"));
    spec.set_tables(table.Count("tables", kAnyCount));
    spec.set_max_matches_per_minute(
        table.Count("max_matches_per_minute", kAnyCount));
    spec.set_anonymous(table.Bool("anonymous"));
    spec.set_same_author_meets(table.Bool("same_author_meets"));
    spec.set_anchor(table.Text("anchor"));
    if (clock_.has_value()) *spec.mutable_clock() = *clock_;
    ReadFormat(table, spec);
    ReadDeals(table, spec);
    ReadIsolation(table, spec);
    ReadOptions(table, spec);
    ReadEntrants(table, spec);
    ARENA_RETURN_IF_ERROR(table.status());
    SetSeed(spec);
    return Finish(table, root, std::move(spec));
  }

  void ReadFormat(TomlTable& table, v1::CompetitionSpec& spec) {
    const std::string text = table.Text("format", "round_robin");
    std::vector<std::string> words;
    for (const competition::FormatInfo& info : competition::Formats()) {
      if (text == info.word) return spec.set_format(info.format);
      words.emplace_back(info.word);
    }
    const std::string last = words.back();
    words.pop_back();
    table.Fail("format",
               absl::StrCat("format in [[event]] is \"", text, "\"; expected ",
                            absl::StrJoin(words, ", "), " or ", last));
  }

  void ReadDeals(TomlTable& table, v1::CompetitionSpec& spec) {
    static constexpr std::pair<const char*, v1::Deals> kDeals[] = {
        {"independent", v1::DEALS_INDEPENDENT},
        {"duplicate", v1::DEALS_DUPLICATE},
        {"field", v1::DEALS_FIELD},
    };
    if (!table.has("deals")) return;
    const std::string text = table.Text("deals");
    for (const auto& [name, deals] : kDeals) {
      if (text == name) return spec.set_deals(deals);
    }
    table.Fail("deals",
               absl::StrCat("deals in [[event]] is \"", text,
                            "\"; expected independent, duplicate or field"));
  }

  void ReadIsolation(TomlTable& table, v1::CompetitionSpec& spec) {
    if (!table.has("isolation")) return;
    const auto isolation = ParseIsolation(table.Text("isolation"));
    if (!isolation.ok()) {
      return table.Fail("isolation", isolation.status().message());
    }
    spec.set_isolation(*isolation);
    file_.isolated.insert(spec.name());
  }

  void ReadOptions(TomlTable& table, v1::CompetitionSpec& spec) {
    const toml::table* options = table.Table("options");
    if (options == nullptr) return;
    for (const auto& [key, node] : *options) {
      const std::string name(key.str());
      // Options are texts for the game; true and 5 need no quotation marks.
      std::string text = ToText(node);
      if (const auto exact = node.value_exact<std::string>()) text = *exact;
      (*spec.mutable_options())[name] = text;
    }
  }

  void ReadEntrants(TomlTable& table, v1::CompetitionSpec& spec) {
    if (!table.has("entrants")) {
      for (const FileBot& bot : file_.bots) AddEntrant({&bot}, spec);
      return;
    }
    const toml::array* entrants = table.Array("entrants");
    if (entrants == nullptr) return;
    for (const toml::node& entry : *entrants) {
      std::vector<const FileBot*> players;
      if (const toml::array* pair = entry.as_array()) {
        for (const toml::node& bot : *pair) {
          players.push_back(NamedBot(table, bot));
        }
        if (players.size() != 2) {
          table.Fail(entry,
                     absl::StrCat("a list in entrants has ", players.size(),
                                  " bots; expected 2 for a pair"));
        }
      } else {
        players.push_back(NamedBot(table, entry));
      }
      if (!table.status().ok()) return;
      AddEntrant(players, spec);
    }
  }

  // The bot that an entry of `entrants` names; null after a mistake.
  const FileBot* NamedBot(TomlTable& table, const toml::node& node) {
    const auto name = node.value_exact<std::string>();
    if (!name.has_value()) {
      table.Fail(node, absl::StrCat("an entry of entrants is ", ToText(node),
                                    "; expected the name of a bot, or a pair "
                                    "[\"a\", \"b\"]"));
      return nullptr;
    }
    const FileBot* bot = FindBot(*name);
    if (bot != nullptr) return bot;
    table.Fail(node,
               absl::StrCat("there is no bot \"", *name, "\"; the bots are: ",
                            absl::StrJoin(file_.bots, ", ",
                                          [](std::string* out, const auto& b) {
                                            absl::StrAppend(out, b.name);
                                          })));
    return nullptr;
  }

  const FileBot* FindBot(absl::string_view name) const {
    const auto found = absl::c_find_if(
        file_.bots, [&](const FileBot& bot) { return bot.name == name; });
    return found == file_.bots.end() ? nullptr : &*found;
  }

  // A bot with the same name, or a name that differs only in case.
  const FileBot* FindTwin(absl::string_view name) const {
    const auto found = absl::c_find_if(file_.bots, [&](const FileBot& bot) {
      return absl::EqualsIgnoreCase(bot.name, name);
    });
    return found == file_.bots.end() ? nullptr : &*found;
  }

  static v1::SeatSpec PlayerOf(const FileBot& bot) {
    v1::SeatSpec player;
    if (bot.built_in.empty()) {
      player.set_bot(bot.name);
    } else {
      player.set_built_in(bot.built_in);
    }
    return player;
  }

  // A pair is called "a+b".
  static void AddEntrant(const std::vector<const FileBot*>& players,
                         v1::CompetitionSpec& spec) {
    v1::Entrant& entrant = *spec.add_entrants();
    for (const FileBot* bot : players) {
      absl::StrAppend(entrant.mutable_name(), entrant.name().empty() ? "" : "+",
                      bot->name);
      *entrant.add_players() = PlayerOf(*bot);
    }
  }

  // Whether bots take part or may enter, and not only built-in players.
  static bool HasBots(const v1::CompetitionSpec& spec) {
    return competition::FormatOf(spec).endless ||
           absl::c_any_of(spec.entrants(), [](const v1::Entrant& entrant) {
             return absl::c_any_of(
                 entrant.players(),
                 [](const v1::SeatSpec& player) { return player.has_bot(); });
           });
  }

  // Every event has its own deals. A bot that guessed the seed, which it can
  // compare with the commitment, would know all of them.
  void SetSeed(v1::CompetitionSpec& spec) {
    if (!seed_.has_value()) return;
    if (guessable_ && HasBots(spec)) {
      file_.unseeded.insert(spec.name());
      return;
    }
    const Seed seed = DeriveSeed(*seed_, file_.events.size());
    spec.set_seed(std::string(seed.begin(), seed.end()));
  }

  absl::Status Finish(TomlTable& table, const toml::table& root,
                      v1::CompetitionSpec spec) {
    for (const v1::CompetitionSpec& other : file_.events) {
      if (other.name() != spec.name()) continue;
      table.Fail("name", absl::StrCat("event \"", spec.name(),
                                      "\" is there twice; expected unique "
                                      "names"));
    }
    const std::string name = spec.name();
    absl::StatusOr<v1::CompetitionSpec> complete = Complete(std::move(spec));
    if (!complete.ok()) {
      // The message begins with the field, which is called like the key.
      const std::string message(complete.status().message());
      const std::string key = message.substr(0, message.find_first_of(" :[."));
      const std::string text = absl::StrCat("event \"", name, "\": ", message);
      if (table.has(key)) {
        table.Fail(key, text);
      } else {
        table.Fail(root, text);
      }
    }
    ARENA_RETURN_IF_ERROR(table.status());
    file_.events.push_back(*std::move(complete));
    return absl::OkStatus();
  }

  std::string file_name_;
  TournamentFile file_;
  std::optional<Seed> seed_;
  // Whether the seed follows from a text that people have chosen.
  bool guessable_ = false;
  std::optional<v1::Clock> clock_;
};

}  // namespace

absl::StatusOr<TournamentFile> ReadTournamentFile(absl::string_view text,
                                                  absl::string_view file_name) {
  ARENA_ASSIGN_OR_RETURN(const toml::table root, ParseToml(text, file_name));
  return FileReader(file_name).Read(root);
}

}  // namespace arena::competition
