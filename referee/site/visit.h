// The parts of a reader's request.
#ifndef REFEREE_SITE_VISIT_H_
#define REFEREE_SITE_VISIT_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "referee/http/exchange.h"
#include "referee/http/metadata.h"

namespace arena::referee {

struct Visit {
  // "/bot/ada%20b" -> {"bot", "ada b"}; "/" -> {}.
  std::vector<std::string> path;
  std::map<std::string, std::string> query;
  // The value of the reader's `authorization`; empty without a token.
  std::string authorization;
  // The address of the reader according to a proxy; empty without a proxy.
  std::string forwarded_for;
  bool takes_gzip = false;
  std::string if_none_match;
  // Why the address is malformed: INVALID_ARGUMENT.
  absl::Status problem;

  // A field of the query; empty if the query has no such field.
  std::string Asked(const std::string& name) const;
  // Whether the reader shows a token.
  bool has_token() const { return !authorization.empty(); }
  // The metadata that identify the reader to the referee's services.
  Metadata Credentials() const;
};

Visit ReadVisit(const HttpRequest& request);

// The fields of a form as a browser sends them: "a=1&b=2".
std::map<std::string, std::string> ReadFields(absl::string_view text);

// A part of an address: "ada b" -> "ada%20b".
std::string AddressPart(absl::string_view text);

}  // namespace arena::referee

#endif  // REFEREE_SITE_VISIT_H_
