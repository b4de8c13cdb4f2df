// The page: its panes in their places, and their listeners.
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
 * @typedef {import("./live_pane.js").LivePane} LivePane
 * @typedef {object} Beginning  Settings of a page, which go before those of its
 *   address.
 * @property {string} [choice]  The view.
 * @property {number} [index]  The step.
 * @property {AbortSignal} [signal]  Ends the listeners of the page when another
 *   match takes its place.
 * @property {LivePane} [live]  The pane of a match under way.
 */

/**
 * Shows a match in the body of the page.
 * @param {import("./match_document.js").MatchDocument} matchDocument
 * @param {Beginning} [beginning]
 */
export function openPage(matchDocument, beginning = {}) {
  const settings = settingsOf(location.search);
  const choice = beginning.choice ?? settings.choice;
  const viewing = new Viewing(matchDocument, { ...settings, choice });
  const index = beginning.index ?? viewing.indexOf(location.hash) ?? 0;
  viewing.index = Math.min(index, viewing.last);
  const told = html("p", { class: "told", role: "status" });
  const spoken = spokenPlace();
  const dialogs = dialogsOf(viewing, COMMANDS, (text) => say(told, text));
  const panes = panesOf(viewing, dialogs);
  document.body.append(
    panes.header.element,
    ...(beginning.live ? [beginning.live.element] : []),
    html(
      "main",
      {},
      panes.pictured.element,
      panes.sentence.element,
      spoken.element,
      html("div", { class: "times" }, panes.timeline.element, panes.think.element),
      panes.steps.element,
      html("div", { class: "choices" }, panes.views.element, told),
      panes.side.element,
    ),
  );
  showChanges(viewing, Object.values(panes), beginning.live);
  tellChanges(viewing, spoken, told);
  const until = beginning.signal ? { signal: beginning.signal } : {};
  autoplay(viewing);
  listenToKeys(viewing, dialogs, COMMANDS, until);
  followLinks(viewing, until);
  return viewing;
}

/**
 * @param {Viewing} viewing
 * @param {import("./commands.js").Dialogs} dialogs
 */
function panesOf(viewing, dialogs) {
  const picture = pictureOf(viewing.match.game);
  return {
    header: headerPane(viewing.match),
    pictured: picturePane(picture),
    sentence: sentencePane(),
    timeline: timelinePane(
      "Step of the match",
      () => curves(viewing),
      () => marks(viewing),
    ),
    think: thinkPane(),
    steps: stepButtons(viewing),
    views: viewButtons(viewing, dialogs),
    side: tabbed("Log, score and observation", [
      { name: "Log", pane: logPane() },
      { name: "Score", pane: scorePane(picture) },
      { name: "Seen", pane: seenPane() },
    ]),
  };
}

/**
 * @param {Viewing} viewing
 * @param {{show: (viewing: Viewing, fresh: boolean) => void}[]} panes
 * @param {LivePane | undefined} live
 */
function showChanges(viewing, panes, live) {
  /** @param {boolean} fresh */
  const show = (fresh) => {
    for (const pane of panes) pane.show(viewing, fresh);
    live?.show(viewing);
    if (fresh) nameWindow(viewing);
  };
  viewing.onChange((_, fresh) => show(fresh));
  show(true);
}

/**
 * Tells a screen reader where the reader has gone, and keeps the address of the
 * window there.
 * @param {Viewing} viewing
 * @param {{tell: (viewing: Viewing, text: string) => void}} spoken
 * @param {HTMLElement} told
 */
function tellChanges(viewing, spoken, told) {
  const setAddress = addressBar();
  let { view } = viewing.story;
  spoken.tell(viewing, "");
  viewing.onChange(() => {
    // Steps that come by themselves are told by the pane of the match under
    // way.
    if (viewing.growing) return;
    spoken.tell(viewing, stepText(viewing.step));
    setAddress(addressOf(viewing));
    if (view !== viewing.story.view) {
      view = viewing.story.view;
      say(told, `The match as seen ${viewText(view)}.`);
    }
  });
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
