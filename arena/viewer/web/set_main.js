// Opens the matches of this page, which share their deals.
// @ts-check
import { html } from "./elements.js";
import { embeddedDocument, HELD, servedDocument } from "./match_document.js";
import { openSet } from "./set_page.js";

// A page of a referee says where the matches are, with spaces between; a file
// has them inside.
const addresses = (document.body.dataset.documents ?? "").split(" ");
const held = [...document.querySelectorAll(HELD)];
Promise.all(
  held.length > 0
    ? held.map((element) => embeddedDocument(element))
    : addresses.map(servedDocument),
)
  .then((matches) => {
    openSet(matches);
    performance.mark("opened");
  })
  .catch((error) => {
    document.body.append(
      html(
        "p",
        { role: "alert" },
        `These matches cannot be shown: ${error.message}`,
      ),
    );
    throw error;
  });
