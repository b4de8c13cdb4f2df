// The page of a match: the shell that the viewer fills, and its data.
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/games/base/action.h"
#include "arena/games/registry.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/replay_service.pb.h"
#include "referee/site/answer.h"
#include "referee/site/document_maker.h"
#include "referee/site/pages/pages.h"
#include "referee/site/visit.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

std::string StateOfMatch(v1::Match::State state) {
  // "STATE_RUNNING" -> "RUNNING"
  return v1::Match::State_Name(state).substr(6);
}

// Text for readers without scripts, and until the viewer is there.
Html Facts(const v1::Match& match, bool spoilers) {
  Html facts = Element("p", {GameLink(match.game()), ": ", PlayersHtml(match),
                             " (", StateText(match), ")"});
  const std::string result = ResultText(match);
  if (spoilers && !result.empty()) {
    facts += Element("p", {ForeignText(result)});
  }
  return Element("noscript",
                 {facts, Element("p", {"The board is drawn by a script, and "
                                       "scripts are switched off."})});
}

// Links to the game, the competition, the set and the bots of the match.
Html LinksAroundMatch(const v1::Match& match) {
  Html links = Element("li", {GameLink(match.game())});
  if (match.has_competition()) {
    const v1::CompetitionPlace& place = match.competition();
    links += Element("li", {CompetitionLink(place.competition())});
    if (place.has_set()) {
      links += Element("li", {SetLink(place.competition(), place.set(),
                                      absl::StrCat("Set ", place.set()))});
    }
  }
  std::set<std::string> linked;
  for (const v1::SeatSpec& player : match.seats()) {
    if (player.has_bot() && linked.insert(player.bot()).second) {
      links += Element("li", {BotLink(player.bot())});
    }
  }
  return LinksAround("This match", links);
}

Page Shell(const v1::Match& match, bool spoilers) {
  const std::string address =
      absl::StrCat("/match/", AddressPart(match.match_id()));
  Page page = {
      .title = absl::StrCat(GameTitle(match.game()), ": ", PlayersText(match)),
      .description =
          absl::StrCat("A match of ", GameTitle(match.game()), " between ",
                       PlayersText(match), ", step by step.")};
  const std::string result = ResultText(match);
  if (spoilers && !result.empty()) {
    absl::StrAppend(&page.title, ": ", result);
  }
  page.body = Joined({LinksAroundMatch(match), Facts(match, spoilers)});
  if (!match.waits_for().empty()) {
    page.body += Element(
        "p", {"It has not begun: ", ForeignText(match.waits_for()), "."});
  }
  page.section = "/matches";
  page.viewer = true;
  page.data = {{"data-match", match.match_id()},
               {"data-state", StateOfMatch(match.state())},
               {"data-document", absl::StrCat(address, "/document")}};
  return page;
}

// The value of ?view=: "table", "public" or a seat. The default is the table,
// because the reader of a finished match may see everything.
absl::StatusOr<View> ReadView(const std::string& text) {
  if (text.empty() || text == "table") return kTableView;
  if (text == "public") return View(kSpectator);
  int seat = 0;
  constexpr int kMostSeats = 16;
  if (absl::SimpleAtoi(text, &seat) && seat >= 0 && seat < kMostSeats) {
    return View(seat);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("view is \"", text,
                   "\"; expected table, public or the number of a seat"));
}

// The viewer shows the message to the reader.
HttpResponse Refusal(const Visit& visit, int code, absl::string_view message) {
  return Answer(visit, code, "text/plain; charset=utf-8", std::string(message),
                Keep::kNever);
}

HttpResponse Refusal(const Visit& visit, const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kNotFound:
      return Refusal(visit, 404, status.message());
    case absl::StatusCode::kUnauthenticated:
      return Refusal(visit, 401, status.message());
    case absl::StatusCode::kPermissionDenied:
      return Refusal(visit, 403, status.message());
    case absl::StatusCode::kResourceExhausted:
      return Refusal(visit, 429, status.message());
    case absl::StatusCode::kUnavailable:
      return Refusal(visit, 503, status.message());
    case absl::StatusCode::kDeadlineExceeded:
      return Refusal(visit, 504, status.message());
    case absl::StatusCode::kDataLoss:
    case absl::StatusCode::kInternal:
      return Refusal(visit, 500, status.message());
    default:
      return Refusal(visit, 400, status.message());
  }
}

// Sent packed only, because every browser unpacks it.
HttpResponse Document(const Visit& visit, const std::string& packed,
                      const std::string& etag) {
  HttpResponse response =
      PackedAnswer(visit, "application/json", packed, packed, etag,
                   visit.has_token() ? Keep::kNever : Keep::kAsk);
  response.set(http::field::content_encoding, "gzip");
  return response;
}

Page SampleShell(const GameInfo& info) {
  const std::string title = GameTitle(info.name);
  Page page = {.title = absl::StrCat(title, ", a sample match"),
               .description = absl::StrCat("A whole match of ", title,
                                           " between built-in players, step "
                                           "by step.")};
  page.body = Element("noscript", {Element("p", {"The board is drawn by a "
                                                 "script, and scripts are "
                                                 "switched off."})});
  page.section = "/games";
  page.viewer = true;
  page.module = "main.js";
  page.data = {
      {"data-documents", absl::StrCat("/sample/", info.name, "/document")}};
  return page;
}

// Whether the reader may read notes of bots: an author or an admin may.
net::awaitable<bool> MayReadNotes(SiteRequest& request) {
  if (request.stranger) co_return false;
  v1::ListNotesRequest asked;
  asked.set_match_id(request.name());
  asked.set_page_size(1);
  const auto got = co_await request.referee.Ask<v1::ListNotesResponse>(
      "ReplayService/ListNotes", asked);
  co_return !absl::IsPermissionDenied(got.status()) &&
      !absl::IsUnauthenticated(got.status());
}

}  // namespace

net::awaitable<SiteAnswer> MatchPage(SiteRequest& request) {
  v1::GetMatchRequest asked;
  asked.set_match_id(request.name());
  const auto got = co_await request.referee.Ask<v1::GetMatchResponse>(
      "MatchService/GetMatch", asked);
  if (!got.ok()) co_return got.status();
  Page page = Shell(got->match(), request.visit.Asked("spoilers") != "0");
  if (co_await MayReadNotes(request)) {
    page.data.push_back({"data-notes", "yes"});
  }
  co_return page;
}

net::awaitable<SiteAnswer> MatchDocumentFile(SiteRequest& request) {
  const Visit& visit = request.visit;
  const absl::StatusOr<View> view = ReadView(visit.Asked("view"));
  if (!view.ok()) co_return Refusal(visit, view.status());
  // The call decides each time whether the reader may have the record.
  absl::StatusOr<std::string> record =
      co_await request.referee.ReadRecord(request.name());
  if (!record.ok()) co_return Refusal(visit, record.status());
  const std::string etag = EtagOf(
      absl::StrCat(visit.Asked("view"), "\n", request.name(), "\n", *record));
  if (visit.if_none_match == etag && !visit.has_token()) {
    co_return PackedAnswer(visit, "", "", "", etag, Keep::kAsk);
  }
  const absl::StatusOr<std::string> document =
      co_await request.documents.MakeDocument(
          *std::move(record), *view, request.address, request.exchange);
  if (!document.ok()) co_return Refusal(visit, document.status());
  co_return Document(visit, *document, etag);
}

net::awaitable<SiteAnswer> SamplePage(SiteRequest& request) {
  const absl::StatusOr<const Game*> game = FindGame(request.name());
  if (!game.ok()) co_return game.status();
  co_return SampleShell(*(*game)->info);
}

net::awaitable<SiteAnswer> SampleDocumentFile(SiteRequest& request) {
  const absl::StatusOr<const Game*> game = FindGame(request.name());
  if (!game.ok()) co_return Refusal(request.visit, game.status());
  const absl::StatusOr<std::string> document =
      co_await request.documents.ExampleDocument(**game, request.address,
                                                 request.exchange);
  if (!document.ok()) co_return Refusal(request.visit, document.status());
  co_return Document(request.visit, *document, EtagOf(*document));
}

}  // namespace arena::referee
