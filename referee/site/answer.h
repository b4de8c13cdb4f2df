// The answers of the site, and the headers that every answer has.
#ifndef REFEREE_SITE_ANSWER_H_
#define REFEREE_SITE_ANSWER_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "referee/http/exchange.h"
#include "referee/site/visit.h"

namespace arena::referee {

// How long the answer may be kept, and by whom.
enum class Keep {
  // Not at all: the answer depends on the reader's token.
  kNever,
  // By the browser, which asks each time whether the answer still holds.
  kAsk,
  // By everybody, for ever.
  kForEver,
};

// Adds the headers that keep a page from doing harm: only files of this site
// run or are loaded, no other site frames the page, and forms stay here.
void AddGuards(HttpResponse& response);

// Packs the body if the reader can unpack it and it is worth while. 304 without
// a body if the reader has this very body.
HttpResponse Answer(const Visit& visit, int status, absl::string_view type,
                    std::string body, Keep keep);
// The same for a body that exists in gzip as well.
HttpResponse PackedAnswer(const Visit& visit, absl::string_view type,
                          absl::string_view body, absl::string_view packed,
                          const std::string& etag, Keep keep);
// "303 See Other".
HttpResponse SeeOther(const std::string& address);

// The error in words for people, instead of words for programs that call.
// `has_token`: whether the reader shows a token.
absl::Status ForReaders(const absl::Status& status, bool has_token);

// The identity of a text, for the header ETag.
std::string EtagOf(absl::string_view text);

}  // namespace arena::referee

#endif  // REFEREE_SITE_ANSWER_H_
