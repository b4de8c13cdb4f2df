import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import pentathlon.arena.v1.ActAck;
import pentathlon.arena.v1.AnnounceAck;
import pentathlon.arena.v1.Events;
import pentathlon.arena.v1.GameAction;
import pentathlon.arena.v1.LegalAction;
import pentathlon.arena.v1.MatchEnd;
import pentathlon.arena.v1.MatchStart;
import pentathlon.sdk.Bot;
import pentathlon.sdk.Choice;
import pentathlon.sdk.Decline;
import pentathlon.sdk.Program;
import pentathlon.sdk.Prompt;

/**
 * Lets sdk/conformance/run decide what a bot of this SDK does: each hook writes a line of JSON to
 * stdout and waits for its answer on stdin.
 */
public final class Probe extends Bot {
  /** What the bots share: the numbers of calls and the pipes. */
  private static final class Desk {
    private record Pending(JsonObject call, BooleanSupplier open, CompletableFuture<JsonObject> reply) {}

    private final Gson gson = new Gson();
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final Map<Integer, Pending> waiting = new HashMap<>();
    private int calls;

    /** Writes the line of a call, and waits for the reply. */
    JsonObject ask(JsonObject call, BooleanSupplier open) {
      Pending pending = new Pending(call, open, new CompletableFuture<>());
      synchronized (this) {
        call.addProperty("call", ++calls);
        waiting.put(calls, pending);
        out.println(gson.toJson(call));
      }
      return pending.reply.join();
    }

    /** Hands the replies to the hooks that wait, until stdin ends. */
    void read() {
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          take(gson.fromJson(line, JsonObject.class));
        }
      } catch (IOException ended) {
        // As if it had ended well.
      }
      Runtime.getRuntime().halt(0);
    }

    private synchronized void take(JsonObject reply) {
      int number = reply.get("call").getAsInt();
      if (!reply.has("look")) {
        waiting.remove(number).reply.complete(reply);
        return;
      }
      Pending pending = waiting.get(number);
      JsonObject look = new JsonObject();
      look.addProperty("call", number);
      look.addProperty("hook", "look");
      look.add("match", pending.call.get("match"));
      look.add("seat", pending.call.get("seat"));
      look.addProperty("open", pending.open.getAsBoolean());
      out.println(gson.toJson(look));
    }
  }

  private static final Desk DESK = new Desk();

  private final MatchStart start;

  /** A bot; the conversation may let it fail. */
  public Probe(MatchStart start) {
    this.start = start;
    ask(about("make", start), () -> false);
  }

  private JsonObject about(String hook, MessageLite message) {
    JsonObject call = new JsonObject();
    call.addProperty("hook", hook);
    call.addProperty("match", start.getMatchId());
    call.addProperty("seat", start.getSeat());
    call.addProperty("message", HexFormat.of().formatHex(message.toByteArray()));
    return call;
  }

  /** Says what a hook was called with, and does what every reply may ask for. */
  private JsonObject ask(JsonObject call, BooleanSupplier open) {
    JsonObject reply = DESK.ask(call, open);
    if (reply.has("leave")) {
      leave();
    }
    if (reply.has("decline")) {
      throw new Decline(reply.get("decline").getAsString());
    }
    if (reply.has("throw")) {
      throw new IllegalStateException(reply.get("throw").getAsString());
    }
    return reply;
  }

  private void tell(String hook, MessageLite message) {
    ask(about(hook, message), () -> false);
  }

  @Override
  public void onStart(MatchStart begun) {
    tell("on_start", begun);
  }

  @Override
  public void onEvents(Events events) {
    tell("on_events", events);
  }

  @Override
  public void onAck(ActAck ack) {
    tell("on_ack", ack);
  }

  @Override
  public void onAnnounceAck(AnnounceAck ack) {
    tell("on_announce_ack", ack);
  }

  @Override
  public void onEnd(MatchEnd end) {
    tell("on_end", end);
  }

  @Override
  public Choice act(Prompt prompt) throws InvalidProtocolBufferException {
    return choose("act", prompt, prompt.actions());
  }

  @Override
  public Choice announce(Prompt prompt) throws InvalidProtocolBufferException {
    return choose("announce", prompt, prompt.announcements());
  }

  private Choice choose(String hook, Prompt prompt, List<LegalAction> offered)
      throws InvalidProtocolBufferException {
    JsonObject call = about(hook, prompt.message());
    call.addProperty("open", prompt.isOpen());
    call.addProperty("seed", Long.toUnsignedString(prompt.seed()));
    call.addProperty("draw", prompt.random().below(1000));
    prompt.timeLeft().ifPresent(left -> call.addProperty("time_left", left.toNanos() / 1e9));
    prompt.roundTrip().ifPresent(trip -> call.addProperty("round_trip", trip.toNanos() / 1e9));
    // An answer counts exactly as long as the stage is not complete.
    CompletableFuture<Void> over = prompt.over().toCompletableFuture();
    JsonObject reply = ask(call, () -> prompt.isOpen() && !over.isDone());
    Choice choice = choiceOf(reply, offered);
    return choice == null || !reply.has("note")
        ? choice
        : choice.withNote(reply.get("note").getAsString());
  }

  private static Choice choiceOf(JsonObject reply, List<LegalAction> offered)
      throws InvalidProtocolBufferException {
    if (reply.has("offered")) {
      return Choice.of(offered.get(reply.get("offered").getAsInt()));
    }
    if (reply.has("index")) {
      return Choice.index(reply.get("index").getAsInt());
    }
    if (reply.has("id")) {
      return Choice.id(reply.get("id").getAsInt());
    }
    if (reply.has("text")) {
      return Choice.text(reply.get("text").getAsString());
    }
    if (reply.has("action")) {
      byte[] bytes = HexFormat.of().parseHex(reply.get("action").getAsString());
      return Choice.of(GameAction.parseFrom(ByteString.copyFrom(bytes)));
    }
    return null;
  }

  /** Plays. */
  public static void main(String[] arguments) {
    Thread reader = new Thread(DESK::read, "stdin");
    reader.setDaemon(true);
    reader.start();
    Program.of(Probe.class).main(arguments);
  }
}
