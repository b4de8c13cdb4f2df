// Reloads a page while something goes on, and only while it is visible.
// @ts-check

const SECONDS = 15;

/** The part of a page that changes; null if nothing goes on. */
const liveMain = (/** @type {Document} */ page) =>
  page.querySelector("main[data-live]");

export function follow() {
  if (!liveMain(document)) return;
  const timer = setInterval(() => {
    if (document.visibilityState !== "visible" || isUsed()) return;
    load((page) => {
      const fresh = page.querySelector("main");
      const main = document.querySelector("main");
      if (!fresh || !main) return;
      if (!liveMain(page)) clearInterval(timer);
      main.replaceWith(document.adoptNode(fresh));
    });
  }, SECONDS * 1000);
}

/** Whether the reader uses a part of the page that would be replaced. */
function isUsed() {
  const main = document.querySelector("main");
  return (
    (main?.contains(document.activeElement) ?? false) ||
    main?.querySelector("details[open]") !== null ||
    !(getSelection()?.isCollapsed ?? true)
  );
}

/**
 * Loads the page as it is now. The browser parses the page and runs none of its
 * scripts. The page's policy forbids to make markup of text here.
 * @param {(page: Document) => void} show
 */
function load(show) {
  const request = new XMLHttpRequest();
  request.open("GET", location.href);
  request.responseType = "document";
  request.addEventListener("load", () => {
    if (request.status === 200 && request.responseXML) {
      show(request.responseXML);
    }
  });
  request.send();
}
