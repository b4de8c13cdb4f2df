#include "arena/record/chain.h"

#include <openssl/evp.h>

#include <algorithm>

#include "arena/core/check.h"

namespace arena {

std::array<char, 12> ChainedBytes(const MatchEntry& entry) {
  // Kind, fault, seat, 0, action, milliseconds.
  std::array<char, 12> bytes = {};
  bytes[0] = static_cast<char>(entry.kind);
  bytes[1] = static_cast<char>(entry.fault);
  bytes[2] = static_cast<char>(entry.seat);
  const auto charged =
      static_cast<uint32_t>(absl::ToInt64Milliseconds(entry.charged));
  for (int i = 0; i < 4; ++i) {
    bytes[4 + i] = static_cast<char>(entry.action >> (8 * i));
    bytes[8 + i] = static_cast<char>(charged >> (8 * i));
  }
  return bytes;
}

void Chain::FreeContext::operator()(evp_md_ctx_st* context) const {
  EVP_MD_CTX_free(context);
}

Chain::Chain(absl::string_view header) : context_(EVP_MD_CTX_new()) {
  ARENA_CHECK(context_ != nullptr);
  ARENA_CHECK(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  Hash(header);
}

Chain::~Chain() = default;

void Chain::Add(const MatchEntry& entry) {
  // 44 bytes, which SHA-256 takes in one block.
  std::array<char, 32 + 12> input;
  const std::array<char, 12> said = ChainedBytes(entry);
  std::copy(said.begin(), said.end(),
            std::copy(link_.begin(), link_.end(), input.begin()));
  // The digest is not named again, so OpenSSL need not look it up.
  ARENA_CHECK(EVP_DigestInit_ex(context_.get(), nullptr, nullptr) == 1);
  Hash({input.data(), input.size()});
}

void Chain::Hash(absl::string_view bytes) {
  ARENA_CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) ==
                  1 &&
              EVP_DigestFinal_ex(context_.get(), link_.data(), nullptr) == 1);
}

}  // namespace arena
