// Opens the matches of this page, which share their deals.
// @ts-check
import { documentsOfPage } from "./documents.js";
import { opened } from "./opened.js";
import { openSet } from "./set_page.js";

opened(async () => openSet(await documentsOfPage()));
