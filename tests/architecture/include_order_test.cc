// Planted bad includes, which the test of includes must find.
#include "tests/architecture/include_order.h"

#include "gmock/gmock.h"

namespace arena {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Include {
  const char* path;
  const char* line;
};

class BadIncludeTest : public ::testing::TestWithParam<Include> {};
TEST_P(BadIncludeTest, IsFound) {
  EXPECT_THAT(WrongIncludes(GetParam().path, GetParam().line),
              ElementsAre(HasSubstr(GetParam().path)));
}
INSTANTIATE_TEST_SUITE_P(
    Planted, BadIncludeTest,
    ::testing::Values(
        Include{"arena/core/rng.cc", "#include \"arena/games/registry.h\""},
        Include{"arena/process/launch.cc",
                "#include \"arena/games/registry.h\""},
        Include{"arena/games/registry.h", "#include \"arena/match/table.h\""},
        Include{"arena/match/table.cc", "#include \"arena/record/reader.h\""},
        Include{"arena/record/reader.cc",
                "#include \"arena/competition/comparison/interval.h\""},
        Include{"arena/competition/comparison/interval.cc",
                "#include \"arena/record/reader.h\""},
        Include{"arena/competition/course/scheduler.cc",
                "#include \"arena/competition/comparison/interval.h\""},
        Include{"arena/competition/tournament_file/spec_file.cc",
                "#include \"arena/competition/report/standings.h\""},
        Include{"referee/store/matches/matches.cc",
                "#include \"referee/sessions/session.h\""},
        Include{"referee/lobby/lobby.h",
                "#include \"referee/matches/match_pipeline.h\""},
        Include{"arena/cli/base/output.cc",
                "#include \"arena/cli/bots/bot_list.h\""},
        Include{"referee/store/matches/matches.cc",
                "#include \"referee/journal/journal.h\""},
        Include{"referee/server.cc",
                "#include \"arena/competition/comparison/interval.h\""},
        Include{"arena/cli/main.cc", "#include \"referee/server.h\""},
        Include{"referee/server.cc", "#include \"arena/cli/play.h\""},
        Include{"sdk/cpp/bot.h", "#include \"arena/games/base/action.h\""},
        Include{"sample_bots/cpp/search.cc",
                "#include \"arena/match/table.h\""},
        Include{"arena/games/ordo/ordo.cc",
                "#include \"arena/games/octrix/octrix.h\""},
        Include{"arena/match/player.cc",
                "#include \"arena/games/ordo/ordo.h\""},
        Include{"arena/games/registry.cc",
                "#include \"arena/games/ordo/ordo.h\""},
        Include{"arena/games/ordo/ordo_parts.cc",
                "#include \"arena/v1/ordo.pb.h\""},
        Include{"arena/core/rng.cc", "#include <google/protobuf/message.h>"},
        Include{"arena/match/runner.cc", "#include <grpcpp/grpcpp.h>"},
        Include{"arena/match/runner.cc", "#include <boost/asio/ip/tcp.hpp>"},
        Include{"arena/match/runner.cc",
                "#include \"arena/v1/play_service.grpc.pb.h\""},
        Include{"arena/record/writer.cc", "  #  include <sqlite3.h>"},
        Include{"arena/record/writer.cc", "#include <spdlog/spdlog.h>"},
        Include{"arena/record/writer.cc", "#include <boost/asio/post.hpp>"}));

class GoodIncludeTest : public ::testing::TestWithParam<Include> {};
TEST_P(GoodIncludeTest, IsLeftAlone) {
  EXPECT_THAT(WrongIncludes(GetParam().path, GetParam().line), IsEmpty());
}
INSTANTIATE_TEST_SUITE_P(
    Planted, GoodIncludeTest,
    ::testing::Values(
        Include{"arena/games/all_games.h",
                "#include \"arena/games/ordo/ordo.h\""},
        Include{"arena/core/message_json.h",
                "#include <google/protobuf/message.h>"},
        Include{"arena/games/ordo/ordo_view.cc",
                "#include \"arena/v1/observation.pb.h\""},
        Include{"arena/games/ordo/ordo_sample.cc",
                "#include \"arena/v1/observation.pb.h\""},
        Include{"arena/executor/executor.cc", "#include <boost/asio/post.hpp>"},
        Include{"arena/match/table.cc", "// #include \"referee/server.h\""},
        Include{"referee/server.cc", "#include <grpcpp/grpcpp.h>"},
        Include{"referee/server.cc", "#include \"referee/store/store.h\""},
        Include{"sample_bots/cpp/search.cc",
                "#include \"arena/games/ordo/ordo.h\""}));

TEST(WrongIncludesTest, KnowsEveryFolder) {
  EXPECT_THAT(WrongIncludes("arena/attic/rng.cc", ""),
              ElementsAre(HasSubstr("arena/attic/rng.cc")));
}

TEST(ProtobufInRulesTest, IsFoundBehindTheMainHeaderOnly) {
  Sources sources = {
      {"arena/games/go/go.h", "#include \"arena/games/go/board.h\"\n"},
      {"arena/games/go/board.h", "#include \"arena/games/base/action.h\"\n"},
      {"arena/games/go/guess.h", "#include \"arena/v1/go.pb.h\"\n"},
      {"arena/games/go/guess.cc", "#include \"arena/games/go/go.h\"\n"},
  };
  EXPECT_THAT(ProtobufInRules(sources, "go"), IsEmpty());
  sources["arena/games/go/board.cc"] = "#include <google/protobuf/any.h>\n";
  EXPECT_THAT(ProtobufInRules(sources, "go"),
              ElementsAre(HasSubstr("arena/games/go/board.cc belongs")));
  sources["arena/games/go/board.h"] = "#include \"arena/games/go/guess.h\"\n";
  EXPECT_THAT(ProtobufInRules(sources, "go"),
              Contains(HasSubstr("arena/games/go/guess.h belongs")));
}

TEST(WrongIncludesTest, NamesFileLineAndReason) {
  EXPECT_THAT(WrongIncludes("arena/core/rng.cc",
                            "// Words.\n#include \"arena/match/table.h\"\n"),
              ElementsAre("arena/core/rng.cc:2 includes arena/match/table.h: "
                          "arena/core/ may not include arena/match/"));
}

}  // namespace
}  // namespace arena
