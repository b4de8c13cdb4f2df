// What the site answers, and the headers that every answer has.
#ifndef REFEREE_SITE_ANSWER_H_
#define REFEREE_SITE_ANSWER_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "referee/http/exchange.h"
#include "referee/site/visit.h"

namespace arena::referee {

// Who may keep the answer.
enum class Keep {
  // Nobody: it depends on the reader's token.
  kNever,
  // The browser, which asks each time whether it still holds.
  kAsk,
  // Everybody, for ever.
  kForEver,
};

// The headers that keep a page from doing harm: nothing runs or is loaded but
// files of this site, no other site frames it, and forms stay here.
void AddGuards(HttpResponse& response);

// Packed if the reader unpacks and it is worth while. 304 without a body if the
// reader has this very body.
HttpResponse Answer(const Visit& visit, int status, absl::string_view type,
                    std::string body, Keep keep);
// The same for a body that is also there in gzip.
HttpResponse PackedAnswer(const Visit& visit, absl::string_view type,
                          absl::string_view body, absl::string_view packed,
                          const std::string& etag, Keep keep);
// "303 See Other".
HttpResponse SeeOther(const std::string& address);

// The error in words for people, where its own are for programs that call.
// `has_token`: whether the reader shows one.
absl::Status ForReaders(const absl::Status& status, bool has_token);

// As ETag: what identifies the text.
std::string EtagOf(absl::string_view text);

}  // namespace arena::referee

#endif  // REFEREE_SITE_ANSWER_H_
