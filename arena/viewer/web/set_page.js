// The page of several matches: its panes in their places, and their listeners.
// @ts-check
import { addressBar, addressOf, followLinks, settingsOf } from "./address.js";
import { autoplay } from "./autoplay.js";
import { stepButtons, viewButtons } from "./controls.js";
import { dealsPane } from "./deals_pane.js";
import { dialogsOf } from "./dialogs.js";
import { html } from "./elements.js";
import { listenToKeys } from "./keyboard.js";
import { logPane } from "./log_pane.js";
import { pictureOf } from "./pictures.js";
import { scorePane } from "./score_pane.js";
import { seenPane } from "./seen_pane.js";
import { say, spokenPlace } from "./sentence_pane.js";
import { setCommands } from "./set_commands.js";
import { setHeaderPane, setTitle } from "./set_header_pane.js";
import { forks } from "./set_layers.js";
import { SetViewing } from "./set_viewing.js";
import { setText } from "./set_words.js";
import { tablesPane, tableSwitch } from "./tables_pane.js";
import { tabbed } from "./tabs.js";
import { timelinePane } from "./timeline_pane.js";

/** @typedef {import("./pane.js").Pane<SetViewing>} SetPane */

/**
 * Shows matches with the same deals in the body of the page.
 * @param {import("./match_document.js").MatchDocument[]} documents
 */
export function openSet(documents) {
  const set = new SetViewing(documents, settingsOf(location.search));
  set.begin(set.indexOf(location.hash) ?? 0);
  const told = html("p", { class: "told", role: "status" });
  const commands = setCommands(set);
  const dialogs = dialogsOf(set, commands, (text) => say(told, text));
  const spoken = spokenPlace();
  const panes = layOut(set, dialogs, html("div", {}, told, spoken.element));
  const setAddress = addressBar();
  let { choice, chosen } = set;
  set.onChange((_, fresh) => {
    for (const pane of panes) pane.show(set, fresh);
    if (chosen !== set.chosen || choice !== set.choice) {
      ({ choice, chosen } = set);
      say(told, `${set.table.name}, as seen by ${choiceText(set)}.`);
    } else {
      spoken.tell(set, setText(set));
    }
    setAddress(addressOf(set));
  });
  for (const pane of panes) pane.show(set, true);
  spoken.tell(set, "");
  document.title = [setTitle(set), ...set.bots].join(" – ");
  autoplay(set);
  listenToKeys(set, dialogs, commands);
  followLinks(set);
}

/**
 * Puts the panes into the page.
 * @param {SetViewing} set
 * @param {import("./commands.js").Dialogs} dialogs
 * @param {HTMLElement} told
 * @returns {SetPane[]}
 */
function layOut(set, dialogs, told) {
  const picture = pictureOf(set.match.game);
  const header = setHeaderPane(set);
  const choice = tableSwitch(set);
  const tables = tablesPane(set, picture);
  const timeline = timelinePane(
    "Place in the matches",
    () => forks(set),
    () => null,
  );
  const steps = stepButtons(set);
  const views = viewButtons(set, dialogs);
  const side = tabbed("Deals, log, score and observation", [
    { name: "Deals", pane: dealsPane() },
    { name: "Log", pane: ofTable(logPane()) },
    { name: "Score", pane: ofTable(scorePane(picture)) },
    { name: "Seen", pane: ofTable(seenPane()) },
  ]);
  document.body.classList.add("set");
  document.body.append(
    header.element,
    html(
      "main",
      {},
      choice.element,
      tables.element,
      html("div", { class: "set-bar" }, timeline.element, steps.element),
      html("div", { class: "choices" }, views.element, told, moreLink()),
      side.element,
    ),
  );
  return [header, choice, tables, timeline, steps, views, side];
}

/**
 * A pane of the chosen table.
 * @param {import("./pane.js").Pane} pane
 * @returns {SetPane}
 */
function ofTable(pane) {
  const name = html("h2", { class: "of-table" });
  return {
    element: html("div", {}, name, pane.element),
    show(set, fresh) {
      name.textContent = set.table.name;
      pane.show(set.table, fresh);
    },
  };
}

/** A served page shows some tables of a large set, with a link to others. */
function moreLink() {
  const { more } = document.body.dataset;
  return more ? html("a", { class: "more", href: more }, "More tables") : null;
}

/** @param {SetViewing} set */
function choiceText({ choices, choice }) {
  return choices.find(({ view }) => view === choice)?.label ?? choice;
}
