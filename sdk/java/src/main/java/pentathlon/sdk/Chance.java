package pentathlon.sdk;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/** The generator of a prompt, the same in the SDKs of all languages: SplitMix64. */
public final class Chance implements RandomGenerator {
  private long state;

  /** A generator with its first state. */
  public Chance(long seed) {
    state = seed;
  }

  /** Draws a number of 64 bits. */
  @Override
  public long nextLong() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * Draws a number from 0 to n-1, all of them equally likely, as the SDKs of other languages do; n
   * is at least 1.
   */
  public int below(int n) {
    if (n < 1) {
      throw new IllegalArgumentException("below(" + n + "): n should be at least 1");
    }
    // 2^64 modulo n: so many draws at the end of the range are of no use.
    long rest = Long.remainderUnsigned(-n, n);
    while (true) {
      long draw = nextLong();
      if (rest == 0 || Long.compareUnsigned(draw, -rest) < 0) {
        return (int) Long.remainderUnsigned(draw, n);
      }
    }
  }

  /** FNV-1a of the seat's secret and the place of the decision. */
  static long seedOf(byte[] secret, int seat, int decision) {
    String place = "/" + Integer.toUnsignedString(seat) + "/" + Integer.toUnsignedString(decision);
    long hash = 0xCBF29CE484222325L;
    for (byte[] part : new byte[][] {secret, place.getBytes(StandardCharsets.US_ASCII)}) {
      for (byte each : part) {
        hash = (hash ^ (each & 0xff)) * 0x100000001B3L;
      }
    }
    return hash;
  }
}
