// What the pages are given, and what they give back.
#ifndef REFEREE_SITE_SITE_REQUEST_H_
#define REFEREE_SITE_SITE_REQUEST_H_

#include <string>
#include <variant>

#include "absl/status/status.h"
#include "referee/http/exchange.h"
#include "referee/site/page.h"
#include "referee/site/referee_calls.h"
#include "referee/site/visit.h"

namespace arena::referee {

class DocumentMaker;

// Lives as long as the request.
struct SiteRequest {
  Exchange& exchange;
  const Visit& visit;
  RefereeCalls& referee;
  DocumentMaker& documents;
  // Where the reader is. Readers who share something are told apart by it, and
  // not by their tokens: one person may have many.
  const std::string address;
  // Whether the reader should have a token and shows none. A call that
  // strangers may not make counts as refused, so do not make it for them.
  bool stranger;

  // The second part of the path: "ada" of "/bot/ada". Only where there is one.
  const std::string& name() const { return visit.path[1]; }
  // The third one.
  const std::string& leaf() const { return visit.path[2]; }
};

// A page; another answer; or the error in place of a page.
using SiteAnswer = std::variant<Page, HttpResponse, absl::Status>;

}  // namespace arena::referee

#endif  // REFEREE_SITE_SITE_REQUEST_H_
