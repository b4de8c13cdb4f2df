// The messages of a game as text for people who write bots.
#ifndef ARENA_RULEBOOK_PROTO_TEXT_H_
#define ARENA_RULEBOOK_PROTO_TEXT_H_

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"

namespace arena::rulebook {

// The comments of a proto file, by what they stand above. A value.
class ProtoComments {
 public:
  explicit ProtoComments(absl::string_view proto);

  // The comment at the top of the file.
  const std::string& head() const { return head_; }
  // Of "Message", "Message.field", "Enum" or "Enum.VALUE"; empty if there is
  // none.
  std::string Of(const std::string& name) const;

 private:
  std::string head_;
  std::map<std::string, std::string> comments_;
};

// Every field of the message with its type and comment, then the same of all
// messages and enums that it leads to, each once. What has no comment is called
// undocumented.
std::string MessageText(const google::protobuf::Descriptor& message,
                        const ProtoComments& comments);

}  // namespace arena::rulebook

#endif  // ARENA_RULEBOOK_PROTO_TEXT_H_
