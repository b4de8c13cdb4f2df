#include "referee/access/access.h"

#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/core/text.h"
#include "referee/access/replies.h"
#include "referee/base/log.h"

namespace arena::referee {
namespace {

// How long a token that another referee has revoked may go on working here.
constexpr absl::Duration kRenewInterval = absl::Seconds(5);

absl::Status Revoked() {
  return absl::UnauthenticatedError(
      "the token has been revoked or has expired");
}

absl::Status NeedsToken(const Method& method) {
  const bool proven = method.permission.proven;
  return absl::UnauthenticatedError(absl::StrCat(
      method.Name(), " needs a token", proven ? "" : " here",
      ": send it as metadata `authorization: Bearer TOKEN` (the SDKs and arena "
      "take it from ARENA_TOKEN)",
      proven ? "; the first one is printed by `referee --data DIR "
               "--create-admin-token NAME`, before the start"
             : ""));
}

// "admin or author", without the public.
std::string RoleNames(uint32_t roles) {
  std::vector<std::string> names;
  for (int role = v1::Role_MIN + 1; role <= v1::Role_MAX; ++role) {
    if (roles & (1u << role)) {
      names.push_back(RoleName(static_cast<v1::Role>(role)));
    }
  }
  return absl::StrJoin(names, " or ");
}

absl::Status OnlyForRunners() {
  return absl::UnauthenticatedError(
      "only the runners of this referee, and the bots that they have started, "
      "may call at this address");
}

// The hash of the secret in the metadata.
absl::StatusOr<std::string> HashOf(absl::string_view authorization) {
  constexpr absl::string_view kScheme = "bearer ";
  if (!absl::StartsWithIgnoreCase(authorization, kScheme)) {
    return absl::UnauthenticatedError(
        "the metadata `authorization` is not of the form `Bearer TOKEN`");
  }
  return Sha256(
      absl::StripAsciiWhitespace(authorization.substr(kScheme.size())));
}

}  // namespace

Access::Access(StoreExecutor& store, Executor& executor,
               const AccessOptions& options)
    : store_(store),
      executor_(executor),
      options_(options),
      strand_(executor.NewStrand()),
      refusals_(options.peers.max_refusals) {
  strand_->Post([this] { Renew(); });
}

// ---- Calls ----

void Access::Admit(const Method& method, absl::string_view authorization,
                   const Peer& peer, Admitted admitted) {
  const Permission& permission = method.permission;
  if (peer.by_private_address && authorization.empty()) {
    return admitted(Refuse(peer, OnlyForRunners()));
  }
  if (permission.roles == kEverybody.roles) return admitted(Caller{});
  if (absl::StripAsciiWhitespace(authorization).empty()) {
    const bool is_public = (permission.roles & Bit(v1::ROLE_UNSPECIFIED)) != 0;
    if (options_.open_to_public && is_public) {
      return admitted(Allow(
          method, {.role = v1::ROLE_SPECTATOR, .address = peer.address}, peer));
    }
    if (options_.tokens_required || permission.proven) {
      return admitted(Refuse(peer, NeedsToken(method)));
    }
    return admitted(Allow(method, Caller{}, peer));
  }
  const absl::StatusOr<std::string> secret_sha256 = HashOf(authorization);
  if (!secret_sha256.ok()) {
    return admitted(Refuse(peer, secret_sha256.status()));
  }
  const absl::Status may_look = CheckLookup(*secret_sha256, peer);
  if (!may_look.ok()) return admitted(may_look);
  if (const std::optional<Caller> granted = FindGranted(*secret_sha256)) {
    return admitted(Allow(method, *granted, peer));
  }
  Find(*secret_sha256, [this, &method, peer, admitted = std::move(admitted)](
                           const absl::StatusOr<TokenRow>& token) {
    if (absl::IsNotFound(token.status())) {
      return admitted(Refuse(
          peer, absl::UnauthenticatedError(absl::StrCat(
                    method.Name(),
                    ": the token is not one of this referee's, has been "
                    "revoked, or has expired"))));
    }
    if (!token.ok()) return admitted(token.status());
    admitted(Allow(method,
                   {.role = token->role,
                    .owner = token->owner,
                    .token_id = token->token_id,
                    .author = token->author},
                   peer));
  });
}

void Access::Find(const std::string& secret_sha256, Found found) {
  std::optional<TokenRow> known;
  int64_t revocations = 0;
  {
    MutexLock lock(mutex_);
    const auto it = tokens_.find(secret_sha256);
    if (it != tokens_.end()) known = it->second;
    revocations = revocations_;
  }
  if (known.has_value()) return found(*known);
  store_.Read(
      strand_.get(),
      [secret_sha256](Store& store) {
        return store.tokens().Find(secret_sha256);
      },
      [this, secret_sha256, revocations,
       found = std::move(found)](const absl::StatusOr<TokenRow>& token) {
        if (!token.ok()) return found(token.status());
        // The duration of the lookups above tells at most something about the
        // hash of a guess, which does not help the guesser. This comparison,
        // which decides, tells nothing at all.
        if (!SameHash(token->secret_sha256, secret_sha256)) {
          return found(absl::NotFoundError("another token"));
        }
        bool revoked = false;  // Any token, perhaps this one.
        {
          MutexLock lock(mutex_);
          revoked = revocations != revocations_;
          if (!revoked) tokens_[secret_sha256] = *token;
        }
        if (revoked) return Find(secret_sha256, found);
        found(token);
      });
}

absl::StatusOr<Caller> Access::Allow(const Method& method, Caller caller,
                                     const Peer& peer) {
  const Permission& permission = method.permission;
  if (peer.by_private_address && caller.role != v1::ROLE_RUNNER &&
      caller.process.empty()) {
    return Refuse(peer, OnlyForRunners());
  }
  // Before the role is checked, so that refused calls count, too.
  if (permission.counted) ARENA_RETURN_IF_ERROR(CountCall(caller));
  if ((permission.roles & Bit(caller.role)) == 0) {
    return absl::PermissionDeniedError(absl::StrCat(
        method.Name(), " needs the role ", RoleNames(permission.roles),
        "; the token belongs to ", caller.Account()));
  }
  const bool confined = options_.confined_bots || !caller.process.empty();
  if (confined && caller.role == v1::ROLE_BOT && permission.roles != kBots.roles) {
    return absl::PermissionDeniedError(absl::StrCat(
        method.Name(), ": bots only play at this referee",
        options_.confined_bots ? " (--confined-bots)" : "",
        "; the token belongs to ", caller.Account()));
  }
  if (!peer.connection.empty()) {
    options_.on_admitted(peer.connection, caller.address.empty());
  }
  return caller;
}

absl::Status Access::CountCall(const Caller& caller) {
  if (!caller.limited() || options_.quotas.max_calls == 0) {
    return absl::OkStatus();
  }
  const absl::Time now = executor_.Now();
  MutexLock lock(mutex_);
  Minute& minute = minutes_[caller.QuotaAccount()];
  if (now >= minute.began + absl::Minutes(1)) minute = {now, 0};
  if (++minute.calls <= options_.quotas.max_calls) return absl::OkStatus();
  return ExhaustedError(
      absl::StrCat(caller.QuotaAccount(), " has made ",
                   options_.quotas.max_calls,
                   " calls in this minute, its limit; try again in the next"),
      minute.began + absl::Minutes(1) - now);
}

absl::Status Access::CheckLookup(const std::string& secret_sha256,
                                 const Peer& peer) {
  if (peer.local) return absl::OkStatus();
  {
    MutexLock lock(mutex_);
    if (tokens_.contains(secret_sha256)) return absl::OkStatus();
    if (granted_.contains(secret_sha256)) return absl::OkStatus();
  }
  return refusals_.Check(peer.address, executor_.Now());
}

absl::Status Access::Refuse(const Peer& peer, const absl::Status& why) {
  if (peer.local) return why;
  const absl::Time now = executor_.Now();
  ARENA_RETURN_IF_ERROR(refusals_.Check(peer.address, now));
  refusals_.Count(peer.address, now);
  return why;
}

absl::Status Access::Refuse(const Caller& caller, const Peer& peer,
                            const absl::Status& why) {
  ARENA_RETURN_IF_ERROR(CountCall(caller));
  return Refuse(peer, why);
}

Peer Access::PeerOf(const Call& call) const {
  Peer peer = referee::PeerOf(call.uri());
  if (options_.peers.forwarded) {
    peer = BehindProxy(std::move(peer), call.MetadataOf("x-forwarded-for"));
  }
  peer.by_private_address = call.by_private_address();
  return peer;
}

// ---- Streams ----

absl::StatusOr<std::unique_ptr<StreamPlace>> Access::OpenStream(
    const Caller& caller, const Peer& peer, End end) {
  const std::string address = peer.local ? "" : peer.address;
  MutexLock lock(mutex_);
  const auto has_id = [&](const auto& token) {
    return token.second.token_id == caller.token_id;
  };
  const bool known = caller.anonymous() || absl::c_any_of(tokens_, has_id) ||
                     absl::c_any_of(granted_, has_id);
  if (!known) return Revoked();
  ARENA_RETURN_IF_ERROR(CheckStreams(caller, address));
  ++stream_counts_[caller.QuotaAccount()];
  if (!address.empty()) ++streams_by_address_[address];
  const int64_t number = next_stream_++;
  streams_[number] = {.token_id = caller.token_id,
                      .account = caller.QuotaAccount(),
                      .address = address,
                      .end = std::move(end)};
  return std::make_unique<Stream>(*this, number,
                                  options_.progress_of(peer.connection));
}

absl::Status Access::CheckStreams(const Caller& caller,
                                  const std::string& address) {
  const auto exhausted = [](const std::string& who, int count) {
    return ExhaustedError(
        absl::StrCat(who, " has ", count,
                     " streams open, its limit; close one first"),
        absl::Seconds(1));
  };
  const auto mine = stream_counts_.find(caller.QuotaAccount());
  const int most = options_.quotas.max_streams;
  if (caller.limited() && most > 0 && mine != stream_counts_.end() &&
      mine->second >= most) {
    return exhausted(mine->first, mine->second);
  }
  const auto here = streams_by_address_.find(address);
  if (here != streams_by_address_.end() &&
      here->second >= options_.peers.max_streams_of_address) {
    return exhausted(address, here->second);
  }
  return absl::OkStatus();
}

void Access::CloseStream(int64_t number) {
  // Destroyed after the lock is released: it may own the object that it calls.
  OpenedStream closed;
  MutexLock lock(mutex_);
  const auto it = streams_.find(number);
  closed = std::move(it->second);
  streams_.erase(it);
  const auto uncount = [](std::map<std::string, int>& counts,
                          const std::string& key) {
    const auto count = counts.find(key);
    if (count != counts.end() && --count->second == 0) counts.erase(count);
  };
  uncount(stream_counts_, closed.account);
  uncount(streams_by_address_, closed.address);
}

// ---- Tokens that are in no store ----

void Access::Grant(const std::string& secret_sha256, const Caller& caller) {
  MutexLock lock(mutex_);
  granted_[secret_sha256] = caller;
}

std::optional<Caller> Access::FindGranted(const std::string& secret_sha256) {
  MutexLock lock(mutex_);
  const auto found = granted_.find(secret_sha256);
  if (found == granted_.end()) return std::nullopt;
  return found->second;
}

// ---- Revocation ----

void Access::Revoke(absl::string_view token_id) {
  std::vector<End> ends;
  {
    MutexLock lock(mutex_);
    ++revocations_;
    for (auto it = tokens_.begin(); it != tokens_.end();) {
      it = it->second.token_id == token_id ? tokens_.erase(it) : std::next(it);
    }
    std::erase_if(granted_, [&](const auto& token) {
      return token.second.token_id == token_id;
    });
    for (auto& [number, stream] : streams_) {
      if (stream.token_id != token_id || stream.end == nullptr) continue;
      ends.push_back(std::exchange(stream.end, nullptr));
    }
  }
  Log("token revoked", {{"token", std::string(token_id)},
                        {"streams", absl::StrCat(ends.size())}});
  for (const End& end : ends) end(Revoked());
}

void Access::Renew() {
  strand_->WakeAt(executor_.Now() + kRenewInterval, [this] { Renew(); });
  ForgetOldMinutes();
  refusals_.ForgetOld(executor_.Now());
  const std::vector<std::string> used = UsedTokens();
  if (used.empty()) return;
  store_.Read(
      strand_.get(),
      [used](Store& store) { return store.tokens().FindIds(used); },
      [this, used](const absl::StatusOr<std::set<std::string>>& kept) {
        if (!kept.ok()) {
          return LogError("tokens not read", {}, kept.status());
        }
        for (const std::string& token_id : used) {
          if (kept->count(token_id) == 0) Revoke(token_id);
        }
      });
}

std::vector<std::string> Access::UsedTokens() {
  MutexLock lock(mutex_);
  std::set<std::string> used;
  for (const auto& [hash, token] : tokens_) used.insert(token.token_id);
  return {used.begin(), used.end()};
}

void Access::ForgetOldMinutes() {
  const absl::Time past = executor_.Now() - absl::Minutes(1);
  MutexLock lock(mutex_);
  for (auto it = minutes_.begin(); it != minutes_.end();) {
    it = it->second.began <= past ? minutes_.erase(it) : std::next(it);
  }
}

}  // namespace arena::referee
