package pentathlon.sdk;

/** An option has a wrong value; the message names it and says what would be right. */
public final class OptionException extends RuntimeException {
  private static final long serialVersionUID = 1;

  OptionException(String message) {
    super(message);
  }
}
