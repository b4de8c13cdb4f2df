package pentathlon.sdk;

import pentathlon.arena.v1.ActAck;
import pentathlon.arena.v1.AnnounceAck;
import pentathlon.arena.v1.Events;
import pentathlon.arena.v1.MatchEnd;
import pentathlon.arena.v1.MatchStart;

/**
 * A bot at one table: one object plays one seat of one match.
 *
 * <p>The SDK calls the methods of an object one at a time, in a thread of this object; objects of
 * different seats run at the same time, so data that they share needs a lock. What a method throws
 * is logged, and costs only this decision.
 */
public abstract class Bot {
  volatile Runnable leave = () -> {};

  /** For subclasses. */
  protected Bot() {}

  /** Chooses one of {@link Prompt#actions}. May take as long as the clock allows. */
  public abstract Choice act(Prompt prompt) throws Exception;

  /**
   * Chooses one of {@link Prompt#announcements} (an index counts in this list), or null. Called
   * whenever there are any: before {@link #act}, and while others decide.
   */
  public Choice announce(Prompt prompt) throws Exception {
    return null;
  }

  /**
   * The match begins; no clock of a decision runs until this returns. Not called again when a lost
   * connection comes back. May throw {@link Decline}.
   */
  public void onStart(MatchStart start) throws Exception {}

  /**
   * The seat has seen something. The referee sends events only to bots that have this method; see
   * {@link Options#events}.
   */
  public void onEvents(Events events) throws Exception {}

  /** An answer was accepted or refused, or a decision has ended without one. */
  public void onAck(ActAck ack) throws Exception {}

  /** What became of an announcement. The SDK logs it if it was refused. */
  public void onAnnounceAck(AnnounceAck ack) throws Exception {}

  /** The match is over; nothing is called after this. */
  public void onEnd(MatchEnd end) throws Exception {}

  /**
   * Tells the referee to give this program no further matches. Matches under way go on; the session
   * ends when they are over.
   */
  public final void leave() {
    leave.run();
  }
}
