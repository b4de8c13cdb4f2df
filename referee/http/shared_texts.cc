#include "referee/http/shared_texts.h"

namespace arena::referee {

using google::protobuf::Descriptor;

absl::StatusOr<std::string> SharedTexts::Write(const Descriptor& type,
                                               Encoding encoding,
                                               std::string bytes) {
  if (encoding != Encoding::kJson) {
    return WriteBytes(type, encoding, std::move(bytes));
  }
  Message message(&type, std::move(bytes));
  {
    MutexLock lock(mutex_);
    const auto found = texts_.find(message);
    if (found != texts_.end()) {
      order_.splice(order_.end(), order_, found->second.place);
      return found->second.text;
    }
    ++written_;
  }
  absl::StatusOr<std::string> text =
      WriteBytes(type, encoding, message.second);
  if (text.ok()) Keep(std::move(message), *text);
  return text;
}

void SharedTexts::Keep(Message message, const std::string& text) {
  MutexLock lock(mutex_);
  const auto [kept, added] =
      texts_.insert({std::move(message), {.text = text, .place = {}}});
  // Another caller's thread was faster.
  if (!added) return;
  kept->second.place = order_.insert(order_.end(), kept);
  bytes_ += BytesOf(*kept);
  while (bytes_ > most_bytes_) {
    bytes_ -= BytesOf(*order_.front());
    texts_.erase(order_.front());
    order_.pop_front();
  }
}

size_t SharedTexts::written() const {
  MutexLock lock(mutex_);
  return written_;
}

size_t SharedTexts::kept_bytes() const {
  MutexLock lock(mutex_);
  return bytes_;
}

}  // namespace arena::referee
