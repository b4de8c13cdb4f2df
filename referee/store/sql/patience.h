// How long a call waits for a database, and how to shorten the wait.
#ifndef REFEREE_STORE_SQL_PATIENCE_H_
#define REFEREE_STORE_SQL_PATIENCE_H_

#include <memory>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace arena::referee {

// Shortens every Patience that watches it, for good. Thread-safe.
class Hurry {
 public:
  Hurry();
  ~Hurry();
  Hurry(const Hurry&) = delete;
  Hurry& operator=(const Hurry&) = delete;

  void Begin();
  // Readable from Begin on.
  int descriptor() const { return descriptor_; }

 private:
  const int descriptor_;
};

// Limits how long each call waits. All waits of one call together last no
// longer than the patience, or than a second once the Hurry has begun. Not
// thread-safe.
class Patience {
 public:
  // `hurry` may be null.
  Patience(absl::Duration time, std::shared_ptr<const Hurry> hurry);

  // Begins another call.
  void Renew();
  // The time left for this call, not below zero.
  absl::Duration Left() const;
  // Waits until a descriptor has one of these events (see poll); UNAVAILABLE
  // when the patience has run out.
  absl::Status Await(int descriptor, short events);
  // Waits for this time. Errors as Await.
  absl::Status Pause(absl::Duration time);

 private:
  // Waits; returns whether the descriptor (-1: none) is ready by that time.
  bool Poll(int descriptor, short events, absl::Time until);

  const absl::Duration time_;
  const std::shared_ptr<const Hurry> hurry_;
  bool hurried_ = false;
  absl::Time end_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_PATIENCE_H_
