// Methods whose every answer is full of hostile text, and a site in front of
// them.
#ifndef TESTS_REFEREE_SITE_HOSTILE_REFEREE_H_
#define TESTS_REFEREE_SITE_HOSTILE_REFEREE_H_

#include <google/protobuf/message.h>

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "referee/http/http_server.h"
#include "referee/site/pages/site.h"
#include "tests/testing/http/local_listener.h"

namespace arena::referee {

// What a stranger would like to be markup; 64 letters behind it, and a mark
// that turns the direction of writing.
inline constexpr absl::string_view kHostile =
    "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;\u202E"
    "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm";

// Fills every field: text with `text`, lists with two elements, enums with
// their first value that is sent, times with a moment.
void FillWith(absl::string_view text, google::protobuf::Message& message);

// A site over methods that answer with messages filled with a text. Not
// thread-safe.
class HostileReferee {
 public:
  explicit HostileReferee(std::string text = std::string(kHostile));
  ~HostileReferee();

  // Takes the connection that a client has made. Call it after connecting.
  void Take();
  std::string url() const { return listener_.url(); }

 private:
  class Methods;

  std::unique_ptr<Methods> methods_;
  std::unique_ptr<Site> site_;
  std::unique_ptr<HttpServer> http_;
  const testing::LocalListener listener_;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_SITE_HOSTILE_REFEREE_H_
