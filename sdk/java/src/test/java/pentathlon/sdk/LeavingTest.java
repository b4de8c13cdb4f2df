package pentathlon.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Signals, as if they had come. */
class LeavingTest {
  private final BlockingQueue<Integer> ends = new LinkedBlockingQueue<>();
  private final List<String> done = new ArrayList<>();

  private Leaving leaving(Duration within) {
    Logger quiet = Logger.getAnonymousLogger();
    quiet.setUseParentHandlers(false);
    return new Leaving(() -> done.add("left"), within, quiet, ends::add);
  }

  @Test
  void theEndOfTheTimeEndsTheProgram() {
    Leaving leaving = leaving(Duration.ZERO);
    leaving.signal(2);
    leaving.watch();
    assertEquals(List.of("left"), done);
    assertEquals(143, ends.poll());
  }

  @Test
  void aSecondSignalEndsTheProgramUnlessItComesWithTheFirst() throws Exception {
    Leaving leaving = leaving(Duration.ofHours(1));
    Thread thread = new Thread(leaving::watch);
    thread.start();
    leaving.signal(15);
    long first = System.nanoTime();
    // A condition that holds at some time needs no fixed pause.
    Integer status = null;
    while (status == null) {
      leaving.signal(2);
      status = ends.poll(50, TimeUnit.MILLISECONDS);
    }
    assertEquals(130, status);
    assertTrue(System.nanoTime() - first >= Leaving.AGAIN.toNanos());
    thread.join();
  }
}
