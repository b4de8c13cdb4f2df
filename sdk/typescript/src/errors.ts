/** The errors of the SDK. Their messages are meant for people. */
import { ErrorReason } from "./protocol.js";

/** An option has an invalid value. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/** The session with the referee is over and cannot be continued. */
export class SessionError extends Error {
  override readonly name = "SessionError";

  /**
   * @param message What happened.
   * @param reason What the referee gave as the reason, if anything; it is stable
   *     between versions.
   */
  constructor(
    message: string,
    readonly reason: ErrorReason = ErrorReason.UNSPECIFIED,
  ) {
    super(message);
  }
}
