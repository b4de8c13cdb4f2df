// The page: panes in their places, and what they listen to.
// @ts-check
import { addressBar, addressOf, followLinks, settingsOf } from "./address.js";
import { autoplay } from "./autoplay.js";
import { COMMANDS } from "./commands.js";
import { stepButtons, viewButtons } from "./controls.js";
import { dialogsOf } from "./dialogs.js";
import { html } from "./elements.js";
import { headerPane, title } from "./header_pane.js";
import { listenToKeys } from "./keyboard.js";
import { logPane } from "./log_pane.js";
import { curves, marks } from "./match_layers.js";
import { picturePane } from "./picture_pane.js";
import { pictureOf } from "./pictures.js";
import { scorePane } from "./score_pane.js";
import { seenPane } from "./seen_pane.js";
import { say, sentencePane, spokenPlace } from "./sentence_pane.js";
import { tabbed } from "./tabs.js";
import { thinkPane } from "./think_pane.js";
import { timelinePane } from "./timeline_pane.js";
import { Viewing } from "./viewing.js";
import { playerName, stepText, viewText, winnersText } from "./words.js";

/**
 * Shows a match in the body of the page.
 * @param {import("./match_document.js").MatchDocument} matchDocument
 * @param {object} [beginning]
 * @param {string} [beginning.choice]  Whose eyes, and
 * @param {number} [beginning.index]  which step, whatever the address of the page
 *   names.
 * @param {AbortSignal} [beginning.signal]  Ends what listens to the page: another
 *   match takes its place.
 * @param {import("./live_pane.js").LivePane} [beginning.live]  Of a match under
 *   way.
 */
export function openPage(
  matchDocument,
  { choice, index, signal, live } = {},
) {
  const settings = settingsOf(location.search);
  const viewing = new Viewing(matchDocument, {
    ...settings,
    choice: choice ?? settings.choice,
  });
  viewing.index = Math.min(
    index ?? viewing.indexOf(location.hash) ?? 0,
    viewing.last,
  );
  const { match } = viewing;
  const told = html("p", { class: "told", role: "status" });
  const dialogs = dialogsOf(viewing, COMMANDS, (text) => say(told, text));
  const picture = pictureOf(match.game);

  const header = headerPane(match);
  const pictured = picturePane(picture);
  const sentence = sentencePane();
  const spoken = spokenPlace();
  const timeline = timelinePane(
    "Step of the match",
    () => curves(viewing),
    () => marks(viewing),
  );
  const think = thinkPane();
  const steps = stepButtons(viewing);
  const views = viewButtons(viewing, dialogs);
  const side = tabbed("Log, score and observation", [
    { name: "Log", pane: logPane() },
    { name: "Score", pane: scorePane(picture) },
    { name: "Seen", pane: seenPane() },
  ]);
  const panes = [
    header,
    pictured,
    sentence,
    timeline,
    think,
    steps,
    views,
    side,
  ];

  document.body.append(
    header.element,
    ...(live ? [live.element] : []),
    html(
      "main",
      {},
      pictured.element,
      sentence.element,
      spoken.element,
      html("div", { class: "times" }, timeline.element, think.element),
      steps.element,
      html("div", { class: "choices" }, views.element, told),
      side.element,
    ),
  );
  for (const pane of panes) pane.show(viewing, true);
  spoken.tell(viewing, "");
  nameWindow(viewing);
  const setAddress = addressBar();
  let { view } = viewing.story;
  viewing.onChange((_, fresh) => {
    for (const pane of panes) pane.show(viewing, fresh);
    live?.show(viewing);
    // What comes by itself is said by the pane of the match under way.
    if (viewing.growing) return;
    spoken.tell(viewing, stepText(viewing.step));
    setAddress(addressOf(viewing));
    if (fresh) nameWindow(viewing);
    if (view !== viewing.story.view) {
      view = viewing.story.view;
      say(told, `The match as seen ${viewText(view)}.`);
    }
  });
  const until = signal ? { signal } : {};
  autoplay(viewing);
  listenToKeys(viewing, dialogs, COMMANDS, until);
  followLinks(viewing, until);
  return viewing;
}

/** @param {Viewing} viewing */
function nameWindow({ match, spoilers }) {
  const names = match.players
    .map((/** @type {unknown} */ _, /** @type {number} */ seat) =>
      playerName(match, seat),
    )
    .join(" – ");
  const winners = spoilers ? winnersText(match) : "";
  document.title = [title(match), names, winners].filter(Boolean).join(": ");
}
