// Opens the match that is in this page.
// @ts-check
import { html } from "./elements.js";
import { embeddedDocument } from "./match_document.js";
import { openPage } from "./page.js";

embeddedDocument()
  .then((match) => {
    openPage(match);
    performance.mark("opened");
  })
  .catch((error) => {
    document.body.append(
      html(
        "p",
        { role: "alert" },
        `This match cannot be shown: ${error.message}`,
      ),
    );
    throw error;
  });
