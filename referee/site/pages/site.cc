#include "referee/site/pages/site.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "referee/base/peer.h"
#include "referee/http/connect_error.h"
#include "referee/site/answer.h"
#include "referee/site/pages/pages.h"
#include "referee/site/visit.h"

namespace arena::referee {
namespace {

constexpr absl::string_view kHtmlType = "text/html; charset=utf-8";

// Any text as the third part of a path.
constexpr absl::string_view kAnyLeaf = "*";

// A page: "/first", "/first/NAME" or "/first/NAME/leaf".
struct Route {
  absl::string_view first;
  bool named;
  absl::string_view leaf;
  SitePage* page;
};

constexpr Route kRoutes[] = {
    {"", false, "", &HomePage},
    {"competitions", false, "", &CompetitionsPage},
    {"competition", true, "", &CompetitionPage},
    {"competition", true, "feed.atom", &CompetitionFeed},
    {"bots", false, "", &BotsPage},
    {"bot", true, "", &BotPage},
    {"matches", false, "", &MatchesPage},
    {"match", true, "", &MatchPage},
    {"match", true, "document", &MatchDocumentFile},
    {"games", false, "", &GamesPage},
    {"game", true, "", &GamePage},
    {"game", true, "observation", &ObservationPage},
    {"sample", true, "", &SamplePage},
    {"sample", true, "document", &SampleDocumentFile},
    {"connect", false, "", &ConnectPage},
    {"data", false, "", &DataPage},
    {"set", true, kAnyLeaf, &SetPage},
};

const Route* FindRoute(const Visit& visit) {
  const auto part = [&](size_t i) -> absl::string_view {
    return i < visit.path.size() ? absl::string_view(visit.path[i]) : "";
  };
  if (visit.path.size() > 3) return nullptr;
  for (const Route& route : kRoutes) {
    const size_t parts = (route.first.empty() ? 0 : 1) + (route.named ? 1 : 0) +
                         (route.leaf.empty() ? 0 : 1);
    if (parts == visit.path.size() && part(0) == route.first &&
        (route.leaf.empty() || route.leaf == kAnyLeaf ||
         part(2) == route.leaf)) {
      return &route;
    }
  }
  return nullptr;
}

// A hint for readers without a token.
Html LogInHint() {
  return Element(
      "p", {"You may need to ", Element("a", {{"href", "/token"}}, {"log in"}),
            " with a token."});
}

struct ErrorTitle {
  absl::StatusCode code;
  absl::string_view title;
};
constexpr ErrorTitle kErrorTitles[] = {
    {absl::StatusCode::kNotFound, "Not found"},
    {absl::StatusCode::kUnauthenticated, "Log in first"},
    {absl::StatusCode::kPermissionDenied, "No permission"},
    {absl::StatusCode::kResourceExhausted, "Too much at once"},
    {absl::StatusCode::kUnavailable, "Not now"},
    {absl::StatusCode::kDeadlineExceeded, "Not now"},
    {absl::StatusCode::kInvalidArgument, "Not understood"},
    {absl::StatusCode::kFailedPrecondition, "Not yet"},
};

std::string TitleOf(const absl::Status& status) {
  for (const ErrorTitle& entry : kErrorTitles) {
    if (entry.code == status.code()) return std::string(entry.title);
  }
  return "Something went wrong";
}

}  // namespace

Site::Site(MethodTable& table, const Options& options)
    : table_(table), options_(options) {}

net::awaitable<void> Site::Serve(Exchange& exchange) {
  const Visit visit = ReadVisit(exchange.request());
  HttpResponse response = co_await Respond(exchange, visit);
  co_await exchange.Reply(std::move(response));
}

net::awaitable<HttpResponse> Site::Respond(Exchange& exchange,
                                           const Visit& visit) {
  const HttpRequest& request = exchange.request();
  const bool token = visit.path.size() == 1 && visit.path[0] == "token";
  const bool reads = request.method() == http::verb::get ||
                     request.method() == http::verb::head;
  if (!reads && !(token && request.method() == http::verb::post)) {
    HttpResponse refusal =
        ErrorPage(visit, 405, "Only for reading",
                  token ? "This page takes GET, HEAD and POST."
                        : "Pages take GET and HEAD.");
    refusal.set(http::field::allow, token ? "GET, HEAD, POST" : "GET, HEAD");
    co_return refusal;
  }
  if (!visit.problem.ok()) {
    co_return ErrorPage(visit, 400, TitleOf(visit.problem),
                        std::string(visit.problem.message()));
  }
  if (!visit.path.empty() && visit.path[0] == "static") {
    co_return StaticFile(visit);
  }
  const Route* const route = FindRoute(visit);
  if (route == nullptr && !token) {
    co_return ErrorPage(visit, 404, "Not found",
                        absl::StrCat("There is no page /",
                                     absl::StrJoin(visit.path, "/"), "."));
  }
  RefereeCalls calls(table_, exchange, visit.Credentials());
  SiteRequest asked = {
      .exchange = exchange,
      .visit = visit,
      .referee = calls,
      .documents = documents_,
      .address = AddressOf(exchange, visit),
      .stranger = options_.tokens_needed && !visit.has_token()};
  // Not one expression: GCC 12 makes wrong code of a choice between two
  // co_awaits.
  SiteAnswer answer;
  if (token) {
    answer = co_await TokenPage(asked);
  } else {
    answer = co_await route->page(asked);
  }
  co_return Dress(visit, std::move(answer));
}

std::string Site::AddressOf(const Exchange& exchange,
                            const Visit& visit) const {
  const std::string& name = exchange.connection();
  const Peer peer = PeerOf(name.empty() ? "unix:" : name);
  return options_.forwarded ? BehindProxy(peer, visit.forwarded_for).address
                            : peer.address;
}

HttpResponse Site::StaticFile(const Visit& visit) const {
  const std::string path =
      visit.path.size() < 2
          ? ""
          : absl::StrJoin(visit.path.begin() + 2, visit.path.end(), "/");
  const StaticFiles::File* const file = files_.Find(path);
  if (file == nullptr || visit.path[1] != files_.hash()) {
    return ErrorPage(visit, 404, "Not found",
                     "This version of the referee has no such file. Load the "
                     "page again.");
  }
  return PackedAnswer(visit, file->type, file->content, file->packed,
                      absl::StrCat("\"", files_.hash(), "\""), Keep::kForEver);
}

HttpResponse Site::Dress(const Visit& visit, SiteAnswer answer) const {
  if (auto* const response = std::get_if<HttpResponse>(&answer)) {
    return std::move(*response);
  }
  if (const auto* const page = std::get_if<Page>(&answer)) {
    return Answer(visit, 200, kHtmlType,
                  PageText(*page, files_, visit.has_token()),
                  visit.has_token() ? Keep::kNever : Keep::kAsk);
  }
  const absl::Status status =
      ForReaders(std::get<absl::Status>(answer), visit.has_token());
  return ErrorPage(visit, HttpStatusOf(status.code()), TitleOf(status),
                   std::string(status.message()));
}

HttpResponse Site::ErrorPage(const Visit& visit, int status,
                             const std::string& title,
                             const std::string& text) const {
  Page page = {
      .title = title,
      .description = text,
      .body = Joined({Element("h1", {title}), Element("p", {{"class", "error"}},
                                                      {ForeignText(text)})})};
  if (status == 401 || status == 403) page.body += LogInHint();
  if (status == 404) {
    page.body += Element(
        "p",
        {"Go on to the ", Element("a", {{"href", "/"}}, {"home page"}), "."});
  }
  return Answer(visit, status, kHtmlType,
                PageText(page, files_, visit.has_token()), Keep::kNever);
}

}  // namespace arena::referee
