package pentathlon.sdk;

import pentathlon.arena.v1.PlayRequest;

/** The connection to the referee, which may be lost and come back. */
interface Link {
  /** The number of the current stream, from 1; 0 while there is none. */
  long stream();

  /** Sends on the current stream, without waiting, and returns its number; 0 if there is none. */
  long send(PlayRequest request);

  /** Asks for no further matches. */
  void leave();
}
