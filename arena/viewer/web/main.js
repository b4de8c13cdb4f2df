// Opens the match that is in this page.
// @ts-check
import { html } from "./elements.js";
import { embeddedDocument, servedDocument } from "./match_document.js";
import { openPage } from "./page.js";

// A page of a referee says where the match is; a file has it inside.
const { document: address } = document.body.dataset;
(address ? servedDocument(address) : embeddedDocument())
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
