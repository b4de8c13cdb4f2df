// Guides: how to connect a bot, and how to take data away.
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/html/table.h"
#include "referee/site/pages/pages.h"
#include "referee/site/visit.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

// Lines for the reader to copy; site.js adds a button.
Html Lines(absl::string_view lines) {
  return Element("pre", {{"class", "copy"}, {"tabindex", "0"}},
                 {Element("code", {lines})});
}

struct Language {
  // Null if the lines belong to the language before.
  const char* name;
  const char* text;
  const char* lines;
};
constexpr Language kLanguages[] = {
    {"Python",
     "In an empty folder, with a checkout of Pentathlon in ~/pentathlon, these "
     "lines install the SDK:",
     "python3 -m venv venv\n"
     "venv/bin/pip install ~/pentathlon/sdk/python\n"},
    {nullptr, "Save this there as my_bot.py:",
     R"(from pentathlon import Bot, Choice, Prompt, main


class MyBot(Bot):
    def act(self, prompt: Prompt) -> Choice:
        return prompt.actions[0]


if __name__ == "__main__":
    main(MyBot)
)"},
    {"C++", "Link with the CMake target pentathlon_sdk:",
     R"(#include "sdk/cpp/pentathlon.h"

class MyBot : public pentathlon::Bot {
  pentathlon::Choice Act(const pentathlon::Prompt& prompt) override {
    return prompt.actions(0);
  }
};

int main(int argc, char** argv) { return pentathlon::Run<MyBot>(argc, argv); }
)"},
    {"Go, Java, Kotlin, Rust, TypeScript, JavaScript",
     "The folders sdk/go, sdk/java, sdk/rust and sdk/typescript begin with the "
     "same ten lines each.",
     ""},
    {"Any other language",
     "A program that reads and writes lines of JSON is a bot, too:",
     "arena bridge --name my-bot -- ./my_program\n"},
};

Html LanguagesHtml() {
  Html all;
  for (const Language& language : kLanguages) {
    if (language.name != nullptr) all += Element("h3", {language.name});
    all += Element("p", {language.text});
    if (*language.lines != '\0') all += Lines(language.lines);
  }
  return all;
}

// The address that this reader has used.
std::string BaseOf(SiteRequest& request) {
  const auto host = request.exchange.request()[http::field::host];
  return absl::StrCat(request.exchange.secure() ? "https://" : "http://",
                      std::string(host.data(), host.size()));
}

Html Trying() {
  return Card(
      "Try it on your machine",
      Joined({Element("p", {"A match against built-in players, and a check "
                            "of the bot under all kinds of trouble. The "
                            "program arena is build/bin/arena of a checkout "
                            "that is built."}),
              Lines("arena play --game octrix --bots 'venv/bin/python "
                    "my_bot.py',greedy,random\n"
                    "arena check-bot -- venv/bin/python my_bot.py\n")}));
}

// The variables of a program that calls the referee. An address of the pages
// with TLS means that gRPC has it, too.
std::string Variables(const std::string& base, bool token) {
  return absl::StrCat(
      token ? "ARENA_TOKEN=... " : "",
      absl::StartsWith(base, "https:") ? "ARENA_TLS_CA=cert.pem " : "");
}

// `token`: whether bots may need one.
Html ConnectingByGrpc(const std::string& base, bool token) {
  const std::string ask = absl::StrCat(
      "Ask the operator for the address of gRPC (by default port 5757)",
      token ? ", and for a token" : ". No token is needed here",
      absl::StartsWith(base, "https:")
          ? ". The file cert.pem has the certificates to trust: the operator's "
            "own, or those of the public authorities."
          : ".");
  return Card("Connect it",
              Joined({Element("p", {ask}),
                      Lines(absl::StrCat(Variables(base, token),
                                         "venv/bin/python my_bot.py --name "
                                         "my-bot --address HOST:5757\n"))}));
}

Html ConnectingByHttp(const std::string& base, bool token) {
  const std::string variable = token ? "ARENA_TOKEN=... " : "";
  return Card(
      "Without gRPC",
      Joined(
          {Element("p", {"Methods are HTTP requests here, so any HTTP client "
                         "will do:"}),
           Lines(absl::StrCat("curl -d '{}' -H 'Content-Type: "
                              "application/json' ",
                              base, "/arena.v1.CatalogueService/ListGames\n")),
           Element("p", {"Only methods with a stream of requests need gRPC. In "
                         "place of ",
                         Element("code", {"PlayService/Play"}),
                         ", which is one, a bot calls ",
                         Element("code", {"PlayService/Receive"}), " and ",
                         Element("code", {"PlayService/Submit"}),
                         ". A sample bot does so, with curl and jq; "
                         "in a checkout it starts by:"}),
           Lines(absl::StrCat(variable, "sample_bots/bash/http_bot.sh my-bot ",
                              base, "\n")),
           Element("p", {Element("code", {"sample_bots/README.md"}),
                         " lists the sample bots of all languages."})}));
}

Page Connecting(const std::string& base, bool token) {
  return {
      .title = "Connect a bot",
      .description =
          "Lines to copy: a bot in each language, how it connects, "
          "and how it is handed over.",
      .body = Joined(
          {Element("h1", {"Connect a bot"}), Card("Write it", LanguagesHtml()),
           Trying(), ConnectingByGrpc(base, token),
           ConnectingByHttp(base, token),
           Card("Hand it over",
                Joined({Element("p", {"Where the arena has runners, it builds "
                                      "and plays the bot itself:"}),
                        Lines(absl::StrCat(Variables(base, token),
                                           "arena bots submit FOLDER --address "
                                           "HOST:5757\n"))}))}),
      .section = "/connect"};
}

Page Taking(const std::string& base) {
  const std::string call = absl::StrCat(
      "curl -d '{\"pageSize\": 10}' -H 'Content-Type: application/json' ", base,
      "/arena.v1.MatchService/ListMatches\n");
  return {
      .title = "Data",
      .description =
          "How to take matches, records, results and standings away "
          "as JSON, Parquet, CSV or JSON lines.",
      .body = Joined(
          {Element("h1", {"Data"}),
           Element(
               "section", {{"class", "card"}, {"id", "json"}},
               {Element("h2", {"JSON"}),
                Element("p", {"The protocol is the interface: the foot of each "
                              "page names the method with the same data. "
                              "Methods are called by POST with JSON; a token "
                              "goes into the header Authorization."}),
                Lines(call)}),
           Card("Records",
                Joined({Element("p", {"A record has every entry of a match, "
                                      "and can be replayed and checked:"}),
                        Lines("arena replay MATCH --address HOST:5757\n"
                              "arena verify MATCH --address HOST:5757\n")})),
           Card("Tables",
                Joined({Element("p", {"Tables of matches, seats, decisions "
                                      "and deals from a folder of records:"}),
                        Lines("arena export FOLDER --tables data\n"),
                        Element("p", {"In Python the same tables are data "
                                      "frames, and can be written as Parquet: "
                                      "the module pentathlon.records."})})),
           Card("Feeds",
                Element("p", {"Each competition has an Atom feed of its "
                              "results. To hide the results, add ",
                              Element("code", {"?spoilers=0"}), "."}))}),
      .section = "/data"};
}

}  // namespace

net::awaitable<SiteAnswer> ConnectPage(SiteRequest& request) {
  // A reader that shows a token may need it for bots, too.
  co_return Connecting(BaseOf(request),
                       request.stranger || request.visit.has_token());
}

net::awaitable<SiteAnswer> DataPage(SiteRequest& request) {
  co_return Taking(BaseOf(request));
}

}  // namespace arena::referee
