// How long a call waits for a database, and how it is told not to.
#ifndef REFEREE_STORE_PATIENCE_H_
#define REFEREE_STORE_PATIENCE_H_

#include <memory>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace arena::referee {

// Makes all who watch it impatient, for ever. Thread-safe.
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

// The waits of one call after the other: those of a call last no longer than
// its patience altogether, or than a second once there is hurry. Not
// thread-safe.
class Patience {
 public:
  // `hurry` may be null.
  Patience(absl::Duration time, std::shared_ptr<const Hurry> hurry);

  // Another call begins.
  void Renew();
  // What is left for this call, not below zero.
  absl::Duration Left() const;
  // Waits until a descriptor has one of these events (see poll); UNAVAILABLE
  // when the patience is at its end.
  absl::Status Await(int descriptor, short events);
  // Waits for so long. The same error.
  absl::Status Pause(absl::Duration time);

 private:
  // Whether the descriptor (-1: none) is ready by that time.
  bool Poll(int descriptor, short events, absl::Time until);

  const absl::Duration time_;
  const std::shared_ptr<const Hurry> hurry_;
  bool hurried_ = false;
  absl::Time end_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_PATIENCE_H_
