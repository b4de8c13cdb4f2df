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
 */
export function openPage(matchDocument) {
  const viewing = new Viewing(matchDocument, settingsOf(location.search));
  viewing.index = viewing.indexOf(location.hash) ?? 0;
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
  const setAddress = addressBar();
  let { view } = viewing.story;
  viewing.onChange((_, fresh) => {
    for (const pane of panes) pane.show(viewing, fresh);
    spoken.tell(viewing, stepText(viewing.step));
    setAddress(addressOf(viewing));
    if (fresh) nameWindow(viewing);
    if (view !== viewing.story.view) {
      view = viewing.story.view;
      say(told, `The match as seen ${viewText(view)}.`);
    }
  });
  for (const pane of panes) pane.show(viewing, true);
  spoken.tell(viewing, "");
  nameWindow(viewing);
  autoplay(viewing);
  listenToKeys(viewing, dialogs, COMMANDS);
  followLinks(viewing);
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
