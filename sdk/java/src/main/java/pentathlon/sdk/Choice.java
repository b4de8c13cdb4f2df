package pentathlon.sdk;

import java.util.List;
import pentathlon.arena.v1.Act;
import pentathlon.arena.v1.Announce;
import pentathlon.arena.v1.GameAction;
import pentathlon.arena.v1.LegalAction;
import pentathlon.arena.v1.Prompt;

/**
 * A bot's answer, in any of five forms, with an optional note.
 *
 * @param message the answer as it is sent, but without match, seat and decision
 */
public record Choice(Act message) {
  /** One of the prompt's actions or announcements; sent as its id. */
  public static Choice of(LegalAction action) {
    return id(action.getId());
  }

  /** An action in the words of its game. */
  public static Choice of(GameAction action) {
    return new Choice(Act.newBuilder().setAction(action).build());
  }

  /**
   * An action by its place, from 0, in {@link pentathlon.sdk.Prompt#actions}; in {@link
   * Bot#announce}, in {@link pentathlon.sdk.Prompt#announcements}.
   */
  public static Choice index(int index) {
    return new Choice(Act.newBuilder().setIndex(index).build());
  }

  /** An action by its id in the prompt. */
  public static Choice id(int id) {
    return new Choice(Act.newBuilder().setId(id).build());
  }

  /** An action in the notation of its game, such as "H1". */
  public static Choice text(String text) {
    return new Choice(Act.newBuilder().setText(text).build());
  }

  /**
   * Returns this choice with a note for the author of the bot, such as what it considered: text or
   * JSON of up to {@code Limits.max_note_bytes}. It can be read when the match is over. An
   * announcement takes no note.
   */
  public Choice withNote(String note) {
    return new Choice(message.toBuilder().setNote(note).build());
  }

  /** The message that answers the prompt with this choice. */
  Act toAct(Prompt prompt) {
    if (message.hasIndex()) {
      offered(prompt.getActionsList(), "actions");
    }
    return emptyAct(prompt).toBuilder().mergeFrom(message).build();
  }

  /** The message that announces this choice. */
  Announce toAnnounce(Prompt prompt) {
    Announce.Builder announce =
        Announce.newBuilder()
            .setMatchId(prompt.getMatchId())
            .setSeat(prompt.getSeat())
            .setDecision(prompt.getDecision());
    switch (message.getChoiceCase()) {
      // By id, because the list may change while the message is on its way.
      case INDEX -> announce.setId(offered(prompt.getAnnouncementsList(), "announcements").getId());
      case ID -> announce.setId(message.getId());
      case ACTION -> announce.setAction(message.getAction());
      case TEXT -> announce.setText(message.getText());
      case CHOICE_NOT_SET -> {}
    }
    return announce.build();
  }

  /** An answer without a choice, which is a fault at once. */
  static Act emptyAct(Prompt prompt) {
    return Act.newBuilder()
        .setMatchId(prompt.getMatchId())
        .setSeat(prompt.getSeat())
        .setDecision(prompt.getDecision())
        .build();
  }

  /** The action at the index, which must be in the list. */
  private LegalAction offered(List<LegalAction> list, String name) {
    int index = message.getIndex();
    if (index < 0 || index >= list.size()) {
      throw new IndexOutOfBoundsException(
          "index %d is outside the prompt's %d %s, which count from 0"
              .formatted(index, list.size(), name));
    }
    return list.get(index);
  }
}
