// The page: panes in their places, and what they listen to.
// @ts-check
import { addressBar, addressOf, indexOf, settingsOf } from "./address.js";
import { autoplay } from "./autoplay.js";
import { stepButtons, viewButtons } from "./controls.js";
import { dialogsOf } from "./dialogs.js";
import { html } from "./elements.js";
import { headerPane, title } from "./header_pane.js";
import { listenToKeys } from "./keyboard.js";
import { logPane } from "./log_pane.js";
import { picturePane } from "./picture_pane.js";
import { pictureOf } from "./pictures.js";
import { scorePane } from "./score_pane.js";
import { seenPane } from "./seen_pane.js";
import { say, sentencePane } from "./sentence_pane.js";
import { tabbed } from "./tabs.js";
import { thinkPane } from "./think_pane.js";
import { timelinePane } from "./timeline_pane.js";
import { Viewing } from "./viewing.js";
import { playerName, viewText, winnersText } from "./words.js";

/**
 * Shows a match in the body of the page.
 * @param {import("./match_document.js").MatchDocument} matchDocument
 */
export function openPage(matchDocument) {
  const viewing = new Viewing(matchDocument, settingsOf(location.search));
  viewing.index = indexOf(location.hash, viewing.story) ?? 0;
  const { match } = viewing;
  const told = html("p", { class: "told", role: "status" });
  const dialogs = dialogsOf(viewing, (text) => say(told, text));
  const picture = pictureOf(match.game);

  const header = headerPane(match);
  const pictured = picturePane(picture);
  const sentence = sentencePane();
  const timeline = timelinePane();
  const think = thinkPane();
  const steps = stepButtons(viewing);
  const views = viewButtons(viewing, dialogs);
  const side = tabbed([
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
    setAddress(addressOf(viewing.story, viewing.index, viewing.spoilers));
    if (fresh) nameWindow(viewing);
    if (view !== viewing.story.view) {
      view = viewing.story.view;
      say(told, `The match as seen ${viewText(view)}.`);
    }
  });
  for (const pane of panes) pane.show(viewing, true);
  nameWindow(viewing);
  autoplay(viewing);
  listenToKeys(viewing, dialogs);
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

/**
 * Links to places of the match, and addresses that the reader changes.
 * @param {Viewing} viewing
 */
function followLinks(viewing) {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const hash = target?.closest("a[href^='#']")?.getAttribute("href");
    if (!hash || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    viewing.jump(indexOf(hash, viewing.story));
  });
  addEventListener("hashchange", () =>
    viewing.jump(indexOf(location.hash, viewing.story)),
  );
}
