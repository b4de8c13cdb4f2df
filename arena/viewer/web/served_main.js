// Opens the match of a page that a referee serves. A match under way is
// followed.
// @ts-check
import { LivePage } from "./live_page.js";
import { opened } from "./opened.js";

const { match = "", document: address = "" } = document.body.dataset;
opened(() => new LivePage(match, address).run());
