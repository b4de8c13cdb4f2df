// Opens the matches of this page, which share their deals.
// @ts-check
import { documentsOfPage } from "./documents.js";
import { html } from "./elements.js";
import { opened } from "./opened.js";
import { openSet } from "./set_page.js";

opened(async () => {
  const waiting = html("p", { role: "status" }, "The matches are loaded …");
  document.body.append(waiting);
  try {
    openSet(await documentsOfPage());
  } finally {
    waiting.remove();
  }
});
