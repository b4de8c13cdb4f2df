package pentathlon.sdk;

import java.util.List;
import java.util.Objects;
import pentathlon.arena.v1.Act;
import pentathlon.arena.v1.Announce;
import pentathlon.arena.v1.GameAction;
import pentathlon.arena.v1.LegalAction;
import pentathlon.arena.v1.Prompt;

/** A bot's answer, in any of five forms, with an optional note. */
public final class Choice {
  private enum Form {
    INDEX,
    ID,
    ACTION,
    TEXT
  }

  private final Form form;
  private final int number;
  private final GameAction action;
  private final String text;
  private final String note;

  private Choice(Form form, int number, GameAction action, String text, String note) {
    this.form = form;
    this.number = number;
    this.action = action;
    this.text = text;
    this.note = note;
  }

  /**
   * One of the prompt's actions or announcements.
   *
   * @param action the action; sent as its id
   * @return the choice
   */
  public static Choice of(LegalAction action) {
    return id(action.getId());
  }

  /**
   * An action in the words of its game.
   *
   * @param action the action
   * @return the choice
   */
  public static Choice of(GameAction action) {
    return new Choice(Form.ACTION, 0, Objects.requireNonNull(action), "", "");
  }

  /**
   * An action by its place in the prompt's list.
   *
   * @param index from 0, into {@link pentathlon.sdk.Prompt#actions}; in {@link Bot#announce}, into
   *     {@link pentathlon.sdk.Prompt#announcements}
   * @return the choice
   */
  public static Choice index(int index) {
    return new Choice(Form.INDEX, index, null, "", "");
  }

  /**
   * An action by its id in the prompt.
   *
   * @param id the id
   * @return the choice
   */
  public static Choice id(int id) {
    return new Choice(Form.ID, id, null, "", "");
  }

  /**
   * An action in the notation of its game.
   *
   * @param text such as "H1"
   * @return the choice
   */
  public static Choice text(String text) {
    return new Choice(Form.TEXT, 0, null, Objects.requireNonNull(text), "");
  }

  /**
   * Adds a note for the author of the bot, such as what it considered: text or JSON of up to {@code
   * Limits.max_note_bytes}. It can be read when the match is over. An announcement takes no note.
   *
   * @param note the note
   * @return this choice with the note
   */
  public Choice withNote(String note) {
    return new Choice(form, number, action, text, Objects.requireNonNull(note));
  }

  /** The message that answers the prompt with this choice. */
  Act toAct(Prompt prompt) {
    Act.Builder act = emptyAct(prompt).toBuilder().setNote(note);
    switch (form) {
      case INDEX -> act.setIndex(inside(prompt.getActionsList(), "actions"));
      case ID -> act.setId(number);
      case ACTION -> act.setAction(action);
      case TEXT -> act.setText(text);
    }
    return act.build();
  }

  /** The message that announces this choice. */
  Announce toAnnounce(Prompt prompt) {
    Announce.Builder announce =
        Announce.newBuilder()
            .setMatchId(prompt.getMatchId())
            .setSeat(prompt.getSeat())
            .setDecision(prompt.getDecision());
    List<LegalAction> offered = prompt.getAnnouncementsList();
    switch (form) {
      // By id, because the list may change while the message is on its way.
      case INDEX -> announce.setId(offered.get(inside(offered, "announcements")).getId());
      case ID -> announce.setId(number);
      case ACTION -> announce.setAction(action);
      case TEXT -> announce.setText(text);
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

  /** "3 H1": the index among the offered actions, or "-", and the text. */
  String among(List<LegalAction> offered) {
    for (int index = 0; index < offered.size(); ++index) {
      LegalAction action = offered.get(index);
      if (names(index, action)) {
        String text = action.getText();
        return index
            + " "
            + (text.isEmpty() ? "id " + Integer.toUnsignedString(action.getId()) : text);
      }
    }
    return switch (form) {
      case TEXT -> "- " + text;
      case ACTION -> "- " + PromptText.fields(action);
      default -> "- id " + Integer.toUnsignedString(number);
    };
  }

  private boolean names(int index, LegalAction other) {
    return switch (form) {
      case INDEX -> number == index;
      case ID -> number == other.getId();
      case ACTION -> action.equals(other.getAction());
      case TEXT -> text.equals(other.getText());
    };
  }

  /** The index, which must be one into the offered actions. */
  private int inside(List<LegalAction> offered, String name) {
    if (number < 0 || number >= offered.size()) {
      throw new IndexOutOfBoundsException(
          "index "
              + number
              + " is outside the prompt's "
              + offered.size()
              + " "
              + name
              + ", which count from 0");
    }
    return number;
  }
}
