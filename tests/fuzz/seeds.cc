// Writes inputs from real matches, from which fuzzing begins: fuzz_seeds
// FOLDER.
#include <filesystem>
#include <fstream>
#include <vector>

#include "arena/core/message_json.h"
#include "arena/match/local.h"
#include "arena/record/entry_code.h"
#include "arena/record/frame.h"
#include "arena/record/record.h"
#include "arena/record/writer.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/observation.pb.h"
#include "arena/v1/runner_service.pb.h"
#include "tests/arena/submission/archive_builder.h"
#include "tests/fuzz/input.h"

namespace arena::fuzz {
namespace {

constexpr char kSeed[] = "7";
// The number of positions of a match whose players are looked at.
constexpr int kLooks = 3;

class Seeds {
 public:
  explicit Seeds(std::string folder) : folder_(std::move(folder)) {}

  void WriteAll() {
    for (const Game &game : AllGames()) {
      const Table table = Play(game);
      WriteRecords(table);
      WriteObservations(table);
      WritePlay(table.config());
      WriteRequest(table.config());
    }
    WriteJournals();
    WriteArchives();
    WriteHttp();
    WriteReports();
    v1::Hello hello;
    hello.set_name("ada");
    hello.set_max_matches(3);
    v1::GameSupport &plays = *hello.add_plays();
    plays.set_game("ordo");
    plays.add_rules_versions(1);
    plays.add_seats(2);
    v1::OptionConstraint &variant = *plays.add_options();
    variant.set_name("variant");
    variant.add_values("classic");
    Write("request", "hello", '\1' + hello.SerializeAsString());
  }

 private:
  void Write(const std::string &target, const std::string &name,
             const std::string &bytes) const {
    std::filesystem::create_directories(folder_ + "/" + target);
    std::ofstream(folder_ + "/" + target + "/" + name, std::ios::binary)
        << bytes;
  }
  static Table Play(const Game &game) {
    const TableConfig config = {.game = &game,
                                .seats = game.info->default_seats,
                                .options = GameOptions(game.info->options),
                                .seed = ParseSeed(kSeed).value()};
    return PlayLocally(config, std::vector<std::string>(config.seats, "random"))
        .value();
  }

  void WriteRecords(const Table &played) const {
    const std::string name = played.config().game->info->name;
    const Record record = RecordOf(played, {});
    const std::string bytes = WriteRecord(record).value();
    Write("record", name, bytes);
    std::string frames;
    FrameReader reader = FrameReader::Open(bytes).value();
    for (auto frame = reader.Next().value(); frame.has_value();
         frame = reader.Next().value()) {
      frames.push_back(static_cast<char>(frame->type));
      PutPiece(frame->payload, frames);
    }
    Write("frames", name, frames);
    std::string entries;
    PutPiece(BytesOf(record.header), entries);
    Table table = TableOf(record.header).value();
    for (const MatchEntry &entry : record.entries) {
      ARENA_CHECK(SpellEntry(table, entry, entries).ok());
      ARENA_CHECK(table.Play(entry).ok());
    }
    Write("entries", name, entries);
  }
  void WriteObservations(const Table &played) const {
    const TableConfig &config = played.config();
    const std::vector<MatchEntry> &entries = played.entries();
    Table table = Table::Create(config).value();
    const size_t step = entries.size() / kLooks;
    for (size_t i = 0; i < entries.size(); ++i) {
      if (i % step == step / 2) {
        const Seat seat = static_cast<Seat>(i % config.seats);
        v1::Observation observation;
        table.state()->ObservationFor(seat, observation);
        std::string bytes;
        PutSetup(*config.game, config.seats, "", bytes);
        bytes.push_back(static_cast<char>(seat));
        Write("sample", absl::StrCat(config.game->info->name, "-", i / step),
              bytes + observation.SerializeAsString());
      }
      ARENA_CHECK(table.Play(entries[i]).ok());
    }
  }
  // Every bot arrives. Some decisions follow, with a restart in between. The
  // numbers of the steps are those of play.cc.
  void WritePlay(const TableConfig &config) const {
    std::string bytes;
    PutSetup(*config.game, config.seats, "", bytes);
    bytes += {2, 1};  // three faults, no clock
    for (int round = 0; round < 2; ++round) {
      for (char seat = 0; seat < config.seats; ++seat) {
        bytes += {0, seat, 1, 1, 2, seat};  // Comes, is ready.
      }
      for (char choice = 0; choice < 20; ++choice) {
        for (char seat = 0; seat < config.seats; ++seat) {
          bytes += {5, seat, choice};  // chooses
        }
      }
      bytes += {8, 0};  // restart
    }
    Write("play", config.game->info->name, bytes);
  }
  void WriteRequest(const TableConfig &config) const {
    v1::CreateMatchRequest request;
    request.set_game(config.game->info->name);
    for (const OptionSpec &option : config.game->info->options) {
      (*request.mutable_options())[option.name] = option.default_value;
    }
    for (int seat = 0; seat < config.seats; ++seat) {
      request.add_seats()->set_bot("ada");
    }
    request.set_request_id("once");
    Write("request", config.game->info->name,
          '\0' + request.SerializeAsString());
  }

  // Entries of three matches with a restart in between, then one change of the
  // files. The numbers are those of journal.cc.
  void WriteJournals() const {
    std::string entries;
    for (char step = 2; step < 14; ++step) entries += {step, step};
    entries += {1, 0};
    for (char step = 13; step > 1; --step) entries += {step, step};
    entries += '\0';
    const auto damage = [](char how, const std::string &piece) {
      std::string bytes = {how, 1, 0, 90};
      PutPiece(piece, bytes);
      return bytes;
    };
    Write("journal", "sound", entries);
    Write("journal", "flip", entries + std::string{0, 1, 0, 90, 64});
    Write("journal", "cut", entries + std::string{1, 1, 0, 90});
    Write("journal", "added_bytes", entries + damage(2, "more"));
    const std::string run = {0, 1, 0, 9, 1, 3, 17, 1, 0};
    Write("journal", "added_group", entries + damage(3, run));
    Write("journal", "made_up", entries + damage(4, std::string(50, '\1')));
    Write("journal", "deleted", entries + std::string{5, 1, 0, 90});
    Write("journal", "renamed", entries + damage(6, "\1\1"));
    Write("journal", "zeros", entries + std::string{7, 1, 0, 90});
  }

  // Whole archives, then archives that are made of entries. The numbers are
  // those of submission.cc.
  void WriteArchives() const {
    using Builder = submission::ArchiveBuilder;
    const std::pair<const char *, Builder::Kind> kinds[] = {
        {"tar_gz", Builder::Kind::kTarGz},
        {"tar_zst", Builder::Kind::kTarZst},
        {"zip", Builder::Kind::kZip}};
    for (const auto &[name, kind] : kinds) {
      Builder builder(kind);
      builder.File("bot.toml", "name = \"ada\"").Folder("data");
      builder.File("data/run", "#!", 0755).Link("start", "data/run");
      Write("archive", name, '\0' + builder.Bytes());
    }
    std::string entries = {1, 0};
    const auto add = [&entries](char what, const std::string &path,
                                const std::string &piece) {
      entries.push_back(what);
      PutPiece(path, entries);
      PutPiece(piece, entries);
      if (what == 0) entries.push_back(0);
    };
    add(0, "./bot.toml", "name = \"ada\"");
    add(1, "data/", "");
    add(0, "data/\u00e4", std::string(100, 'x'));
    add(2, "data/link", "../bot.toml");
    Write("archive", "entries", entries);
    add(2, "out", "data/../../x");
    Write("archive", "link_out", entries);
    add(3, "hard", "bot.toml");
    Write("archive", "hard_link", entries);
  }

  void WriteHttp() const {
    const std::string host = "Host: localhost\r\n";
    const std::string get =
        "GET /arena.v1.MatchService/GetMatch?encoding=json"
        "&message=%7b%7d HTTP/1.1\r\n" +
        host + "\r\n";
    const std::string post =
        "POST /arena.v1.MatchService/CreateMatch "
        "HTTP/1.1\r\n" +
        host;
    const std::string json = "Content-Type: application/json\r\n";
    WritePieces("http", "get", {get, get});
    WritePieces("http", "cut",
                {get.substr(0, 7), get.substr(7, 60), get.substr(67)});
    WritePieces(
        "http", "post",
        {post + json + "Content-Length: 15\r\n\r\n" + "{\"game\":\"ordo\"}",
         get});
    WritePieces("http", "chunks",
                {post + "Content-Type: application/jsonl\r\n"
                        "Transfer-Encoding: chunked\r\n\r\n",
                 "2\r\n{}\r\n", "0\r\n\r\n"});
    WritePieces("http", "envelope",
                {post + "Content-Type: application/connect+proto\r\n"
                        "Content-Length: 5\r\n\r\n",
                 std::string(5, '\0')});
    WritePieces("http", "expect",
                {post + json +
                     "Expect: 100-continue\r\n"
                     "Origin: https://example.org\r\n"
                     "Content-Length: 2\r\n\r\n",
                 "{}"});
    WritePieces("http", "old",
                {"POST /x HTTP/1.0\r\nA-bin: aGk=\r\n"
                 "Connection: keep-alive\r\n"
                 "Content-Length: 1\r\n\r\nx"});
    const std::string preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    const std::string settings = {0, 0, 0, 4, 0, 0, 0, 0, 0};
    const auto headers = [](char type, char flags) {
      return std::string{0, 0, 3, type, flags, 0, 0, 0, 1, 'a', 'b', 'c'};
    };
    const std::string call = preface + settings + headers(1, 0);
    WritePieces("http2", "call", {call + headers(9, 4)});
    WritePieces("http2", "cut", {call.substr(0, 30), call.substr(30)});
    std::string endless = call;
    for (int i = 0; i < 5; ++i) {
      endless += std::string{0, 1, 0, 9, 0, 0, 0, 0, 1} + std::string(256, 'a');
    }
    WritePieces("http2", "endless_headers", {endless});
    WritePieces("http2", "large_frame",
                {preface + std::string{1, 0, 0, 0, 0, 0, 0, 0, 1}});
    WritePieces("http2", "no_preface", {"GET / HTTP/1.1\r\n\r\n"});
  }
  void WritePieces(const std::string &target, const std::string &name,
                   const std::vector<std::string> &pieces) const {
    std::string bytes;
    for (const std::string &piece : pieces) PutPiece(piece, bytes);
    Write(target, name, bytes);
  }

  // A runner comes. Then a bot is built, or matches are played. The numbers are
  // those of reports.cc.
  void WriteReports() const {
    v1::RunnerHello hello;
    hello.set_name("r");
    hello.set_max_playing(2);
    hello.add_runtimes("python");
    std::string enter(1, 0);
    PutPiece(hello.SerializeAsString(), enter);
    v1::BuildReport build;
    build.set_output("built");
    std::string built = {8, 5, 6, 3, 0};
    PutPiece(build.SerializeAsString(), built);
    built += {0, 0};
    Write("reports", "built", enter + built + std::string{5, 6, 7, 0, 0, 7});
    build.set_failure("the compiler failed");
    std::string failed = {8, 5, 6, 3, 0};
    PutPiece(build.SerializeAsString(), failed);
    Write("reports", "not_built", enter + failed);
    v1::ProcessReport report;
    report.mutable_report()->set_bot("x");
    report.mutable_report()->set_version("1");
    report.mutable_report()->set_ended_with("exit status 0");
    std::string ended = {2, 0};
    PutPiece(report.SerializeAsString(), ended);
    ended.push_back(0);
    const std::string played = {6, 1, 7, 7, 0, 0, 7};
    Write("reports", "played", enter + played + ended);
    Write("reports", "no_hello", enter + std::string{6, 0, 7} + ended + ended);
    v1::WorkRequest draining;
    draining.mutable_status()->set_draining(true);
    std::string drains = {1, 0};
    PutPiece(draining.SerializeAsString(), drains);
    Write("reports", "drains", enter + played + drains + ended);
    Write("reports", "leaves", enter + played + std::string{4, 0} + enter);
  }

  const std::string folder_;
};

}  // namespace
}  // namespace arena::fuzz

int main(int argc, char **argv) {
  ARENA_CHECK(argc == 2, "usage: fuzz_seeds FOLDER");
  arena::fuzz::Seeds(argv[1]).WriteAll();
  return 0;
}
