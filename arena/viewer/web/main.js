// Opens the match of this page.
// @ts-check
import { documentsOfPage } from "./documents.js";
import { openPage } from "./page.js";
import { opened } from "./opened.js";

opened(async () => {
  const [match] = await documentsOfPage();
  if (match) openPage(match);
});
