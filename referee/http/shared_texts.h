// The texts of messages that many callers are sent.
#ifndef REFEREE_HTTP_SHARED_TEXTS_H_
#define REFEREE_HTTP_SHARED_TEXTS_H_

#include <google/protobuf/descriptor.h>

#include <cstddef>
#include <list>
#include <map>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "arena/core/mutex.h"
#include "referee/http/message_codec.h"

namespace arena::referee {

// Callers that follow the same thing are sent the same messages at about the
// same time, and JSON takes longer to write than everything else about a
// message. So each message is put into JSON once, and its text is kept for a
// while. Texts are found by the bytes of the message, so nobody is sent the
// text of another message. Thread-safe.
class SharedTexts {
 public:
  // Keeps at most so many bytes of messages with their texts, and forgets the
  // least recently used texts first.
  explicit SharedTexts(size_t most_bytes) : most_bytes_(most_bytes) {}

  // As WriteBytes.
  absl::StatusOr<std::string> Write(const google::protobuf::Descriptor& type,
                                    Encoding encoding, std::string bytes);

  // How many were put into JSON, and how many bytes are kept.
  size_t written() const;
  size_t kept_bytes() const;

 private:
  using Message = std::pair<const google::protobuf::Descriptor*, std::string>;
  struct Kept;
  using Texts = std::map<Message, Kept>;
  // The most recently used last.
  using Order = std::list<Texts::iterator>;
  struct Kept {
    std::string text;
    Order::iterator place;
  };

  static size_t BytesOf(const Texts::value_type& kept) {
    return kept.first.second.size() + kept.second.text.size();
  }
  void Keep(Message message, const std::string& text);

  const size_t most_bytes_;
  mutable Mutex mutex_;
  Texts texts_ ABSL_GUARDED_BY(mutex_);
  Order order_ ABSL_GUARDED_BY(mutex_);
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  size_t written_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_HTTP_SHARED_TEXTS_H_
