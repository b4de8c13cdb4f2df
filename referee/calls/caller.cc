#include "referee/calls/caller.h"

#include "absl/strings/str_cat.h"
#include "arena/core/text.h"

namespace arena::referee {

std::string RoleName(v1::Role role) {
  return EnumWord(v1::Role_Name(role), "ROLE_");
}

std::string Caller::Account() const {
  return absl::StrCat(RoleName(role), " \"", owner, "\"");
}

std::string Caller::QuotaAccount() const {
  if (!address.empty()) return address;
  if (author.empty()) return Account();
  return Caller{
      .role = v1::ROLE_AUTHOR, .owner = author, .token_id = "", .author = ""}
      .Account();
}

}  // namespace arena::referee
