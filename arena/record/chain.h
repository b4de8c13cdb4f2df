// The SHA-256 chain over the entries of a match.
#ifndef ARENA_RECORD_CHAIN_H_
#define ARENA_RECORD_CHAIN_H_

#include <array>
#include <cstdint>
#include <memory>

#include "absl/strings/string_view.h"
#include "arena/match/entry.h"

struct evp_md_ctx_st;

namespace arena {

// The bytes of an entry in a link (see FORMAT.md). Requires: the charged time
// is whole milliseconds.
std::array<char, 12> ChainedBytes(const MatchEntry& entry);

// Link 0 is the hash of the header's bytes; each further link is the hash of
// the link before it and the 12 bytes of an entry (see FORMAT.md). These bytes
// tell the actions themselves, not their spelling in the record. So rules that
// read the same spelling as other actions get another chain.
class Chain {
 public:
  using Link = std::array<uint8_t, 32>;

  explicit Chain(absl::string_view header);
  ~Chain();

  // Requires: the charged time is whole milliseconds.
  void Add(const MatchEntry& entry);
  const Link& link() const { return link_; }
  // The last link as bytes.
  absl::string_view bytes() const {
    return {reinterpret_cast<const char*>(link_.data()), link_.size()};
  }

 private:
  void Hash(absl::string_view bytes);

  struct FreeContext {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, FreeContext> context_;
  Link link_ = {};
};

}  // namespace arena

#endif  // ARENA_RECORD_CHAIN_H_
