#include "referee/kubernetes/wire/request.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace arena::kubernetes {
namespace {

constexpr char kProtocol[] = "arena-pod/1";

bool IsKey(absl::string_view text) {
  constexpr size_t kLongest = 128;
  return !text.empty() && text.size() <= kLongest &&
         std::all_of(text.begin(), text.end(), [](char letter) {
           return absl::ascii_isalnum(letter) || letter == '_';
         });
}

// The part of a text that fits behind the other words.
std::string LineOf(absl::string_view text) {
  constexpr size_t kLongest = 120;
  std::string line(text.substr(0, kLongest));
  for (char& letter : line) {
    if (!absl::ascii_isprint(letter)) letter = '?';
  }
  return line;
}

}  // namespace

bool IsSocketName(absl::string_view name) {
  constexpr size_t kLongest = 64;
  return !name.empty() && name.size() <= kLongest && name[0] != '.' &&
         std::all_of(name.begin(), name.end(), [](char letter) {
           return absl::ascii_isalnum(letter) || letter == '.' ||
                  letter == '_' || letter == '-';
         });
}

std::string TextOf(const Request& request) {
  const std::string begin = absl::StrCat(kProtocol, " ", request.key, " ");
  switch (request.wish) {
    case Wish::kFetch:
      return absl::StrCat(begin, "fetch");
    case Wish::kHold:
      return absl::StrCat(begin, "hold");
    case Wish::kOpen:
      return absl::StrCat(begin, "open ", request.socket);
    case Wish::kKeep:
      return absl::StrCat(begin, "keep ", request.bytes);
    case Wish::kDrop:
      return absl::StrCat(begin, "drop ", LineOf(request.reason));
  }
  return begin;
}

absl::StatusOr<Request> ParseRequest(absl::string_view line) {
  const std::vector<std::string> words = absl::StrSplit(line, ' ');
  const absl::Status wrong = absl::InvalidArgumentError("no such request");
  if (words.size() < 3 || words[0] != kProtocol || !IsKey(words[1])) {
    return wrong;
  }
  Request request = {.key = words[1], .wish = Wish::kFetch};
  if (words.size() == 3 && words[2] == "fetch") return request;
  if (words.size() == 3 && words[2] == "hold") {
    request.wish = Wish::kHold;
    return request;
  }
  if (words.size() == 4 && words[2] == "open" && IsSocketName(words[3])) {
    request.wish = Wish::kOpen;
    request.socket = words[3];
    return request;
  }
  if (words.size() == 4 && words[2] == "keep" &&
      absl::SimpleAtoi(words[3], &request.bytes) && request.bytes >= 0) {
    request.wish = Wish::kKeep;
    return request;
  }
  if (words.size() >= 4 && words[2] == "drop") {
    request.wish = Wish::kDrop;
    const std::vector<std::string> rest(words.begin() + 3, words.end());
    request.reason = LineOf(absl::StrJoin(rest, " "));
    return request;
  }
  return wrong;
}

submission::ArchiveLimits FolderLimits(int64_t most_bytes) {
  submission::ArchiveLimits limits;
  limits.most_packed_bytes = int64_t{256} << 20;
  limits.most_unpacked_bytes = most_bytes;
  limits.most_entries = 100'000;
  // Both ends count bytes, and the files of a build may pack very well.
  limits.ratio_from = most_bytes;
  return limits;
}

}  // namespace arena::kubernetes
