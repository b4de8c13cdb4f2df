package pentathlon.sdk;

import pentathlon.arena.v1.ErrorReason;

/** The session with the referee is over and cannot be continued. */
public final class SessionException extends Exception {
  private static final long serialVersionUID = 1;
  private final ErrorReason reason;

  SessionException(String message, ErrorReason reason) {
    super(message);
    this.reason = reason;
  }

  /** The reason that the referee gave, stable between versions; unspecified if it gave none. */
  public ErrorReason reason() {
    return reason;
  }
}
