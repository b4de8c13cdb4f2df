// The page of a match at a referee, from the time before the match to its end.
// @ts-check
import { settingsOf } from "./address.js";
import { call, CallError } from "./connect.js";
import { fetched } from "./documents.js";
import { html } from "./elements.js";
import { follow } from "./follow.js";
import { title } from "./header_pane.js";
import { LiveMatch } from "./live_match.js";
import { livePane } from "./live_pane.js";
import { openPage } from "./page.js";
import { playerName, resultLines } from "./words.js";

/**
 * @typedef {import("./match_document.js").Message} Message
 * @typedef {import("./match_document.js").MatchDocument} MatchDocument
 * @typedef {import("./viewing.js").Viewing} Viewing
 */

/** A page that follows a match. */
export class LivePage {
  /**
   * @param {string} matchId
   * @param {string} address  The address of the document when the match is
   *   over.
   */
  constructor(matchId, address) {
    this.matchId = matchId;
    this.address = address;
    /** @private @type {Message | null} */
    this.match = null;
    /** @private @type {Message[]} All so far. */
    this.steps = [];
    /** @private How many of them are shown. */
    this.shown = 0;
    /** @private @type {Viewing | null} Null while there is nothing to show. */
    this.viewing = null;
    /** @private Whether a frame of the window will show what is new. */
    this.waiting = false;
    /** @private A place that the reader asked for, not yet reached. */
    this.wanted = location.hash;
    /** @private Ends the listeners of the page. */
    this.listening = new AbortController();
    /** @private */
    this.pane = livePane();
  }

  async run() {
    this.cover("The referee is asked for the match …");
    try {
      await follow(this.matchId, this);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.tell(`This match cannot be watched: ${error.message}`);
      if (error.code === "unauthenticated" || error.code === "permission_denied")
        this.askForToken();
      return;
    }
    this.showNews();
    await this.finish();
  }

  // ---- News of the match ----

  /** @param {Message} match */
  onMatch(match) {
    this.match = match;
    if (match.state === "STATE_PENDING") this.sayWhatItWaitsFor(match);
    else this.tellState();
  }

  /** @param {Message} step */
  onStep(step) {
    this.steps.push({ observations: [], ...step });
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.showNews();
    });
  }

  /**
   * @param {string} why
   * @param {number} seconds
   */
  onLost(why, seconds) {
    this.tell(`Not connected: ${why}. The next attempt is in ${seconds} s.`);
  }

  // ---- The page ----

  /**
   * Shows the steps that are new since the last call.
   * @private
   */
  showNews() {
    const news = this.steps.slice(this.shown);
    if (!this.match || news.length === 0) return;
    this.shown = this.steps.length;
    if (this.viewing === null) {
      this.tellState();
      this.open(new LiveMatch(this.match, this.steps), Infinity);
    } else {
      this.viewing.grow(news);
    }
    this.goToWanted();
  }

  /**
   * @private
   * @param {MatchDocument} document
   * @param {number} index  Of the step that is shown.
   */
  open(document, index) {
    this.close();
    this.viewing = openPage(document, {
      choice: "public",
      index,
      signal: this.listening.signal,
      live: this.pane,
    });
  }

  /** @private */
  close() {
    this.viewing?.play(false);
    this.listening.abort();
    this.listening = new AbortController();
    this.uncover();
  }

  /**
   * Follows a link to a later step when the match has reached the step, unless
   * the reader has gone somewhere else. The link stays wanted while its step is
   * the last one, because the page would otherwise go on from it with the
   * match.
   * @private
   */
  goToWanted() {
    const { viewing } = this;
    if (!this.wanted || !viewing) return;
    if (!viewing.atEnd) this.wanted = "";
    else if (viewing.has(this.wanted)) {
      viewing.jump(viewing.indexOf(this.wanted));
      if (!viewing.atEnd) this.wanted = "";
    }
  }

  /**
   * The match is over: shows the whole match, or its public part if the whole
   * cannot be loaded.
   * @private
   */
  async finish() {
    const { viewing } = this;
    const match = /** @type {Message} */ (this.match);
    try {
      const whole = await fetched(this.address);
      whole.notes = await this.notes();
      if (viewing) {
        // A reader who has watched stays at the same step and sees as much as
        // before.
        this.open(whole, viewing.index);
        this.tell("The match is over.");
      } else {
        this.close();
        openPage(whole);
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (viewing) {
        this.open(new LiveMatch(match, this.steps), viewing.index);
      } else {
        this.coverWithResult(match);
      }
      this.tell(`The match is over. The whole match cannot be shown: ${why}`);
    }
  }

  /**
   * The notes of bots. The referee shows notes to their author and to admins
   * only, and the page says whether asking is of use.
   * @private
   * @returns {Promise<Message[]>}
   */
  async notes() {
    /** @type {Message[]} */
    const notes = [];
    let pageToken = document.body.dataset.notes ? "" : null;
    while (pageToken !== null) {
      const request = { matchId: this.matchId, pageSize: 1000, pageToken };
      /** @type {Message} */
      const page = await call("ReplayService/ListNotes", request);
      notes.push(...(page.notes ?? []));
      pageToken = page.nextPageToken || null;
    }
    return notes;
  }

  // ---- While there is nothing to show ----

  /**
   * @private
   * @param {string} text
   * @param {...Node} facts
   */
  cover(text, ...facts) {
    this.uncover();
    this.tell(text);
    document.body.append(html("main", {}, ...facts, this.pane.element));
  }

  /** @private */
  uncover() {
    for (const element of document.querySelectorAll(
      "body > main, body > .match-header, body > .live",
    )) {
      element.remove();
    }
  }

  /**
   * @private
   * @param {Message} match
   */
  coverWithResult(match) {
    const { spoilers } = settingsOf(location.search);
    const lines = spoilers && match.result ? resultLines(match.result) : [];
    this.cover(
      "",
      html("h1", {}, title(match)),
      ...lines.map((line) => html("p", {}, line)),
    );
  }

  /**
   * @private
   * @param {Message} match
   */
  async sayWhatItWaitsFor(match) {
    const names = (match.players ?? []).map(
      (/** @type {unknown} */ _, /** @type {number} */ seat) =>
        playerName(match, seat),
    );
    this.cover(
      "The match has not begun.",
      html("h1", {}, title(match)),
      html("p", {}, names.join(" – ")),
    );
    const kept = await call("MatchService/GetMatch", {
      matchId: this.matchId,
    }).catch(() => null);
    const waits = kept?.match?.waitsFor;
    if (waits && !this.viewing) {
      this.tell(`The match has not begun: it waits for ${waits}.`);
    }
  }

  /** @private */
  tellState() {
    const over = this.match?.state === "STATE_FINISHED";
    this.tell(over ? "Loading the match …" : "Live");
  }

  /** @private */
  askForToken() {
    this.pane.element.append(
      html("p", {}, html("a", { href: "/token" }, "Log in with a token")),
    );
  }

  /**
   * @private
   * @param {string} text
   */
  tell(text) {
    this.pane.tell(text);
  }
}
