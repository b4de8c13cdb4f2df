// The matches of a page: in the page itself, or at addresses that it names.
// @ts-check
import { fromBase64 } from "./bytes.js";
import { MatchDocument } from "./match_document.js";

/** Documents in a page: gzip, as base64. */
const HELD = "script[type='application/gzip']";

/**
 * The matches of this page, in its order. A page that was served names their
 * addresses in `data-documents` of its body, with spaces between.
 * @returns {Promise<MatchDocument[]>}
 */
export async function documentsOfPage() {
  const held = [...document.querySelectorAll(HELD)];
  if (held.length > 0) return Promise.all(held.map(unpacked));
  const named = document.body.dataset.documents ?? "";
  const addresses = named.split(" ").filter((address) => address);
  if (addresses.length === 0) throw new Error("there is no match in this page");
  const documents = [];
  // One after the other, because a server makes few documents at the same time.
  for (const address of addresses) documents.push(await fetched(address));
  return documents;
}

/** @param {Element} element  This removes the element, which is large. */
async function unpacked(element) {
  const packed = new Blob([fromBase64(element.textContent ?? "")]);
  element.remove();
  const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return new MatchDocument(await new Response(stream).json());
}

/** @param {string} address */
export async function fetched(address) {
  const response = await fetch(address);
  if (response.ok) return new MatchDocument(await response.json());
  // The server answers with a line of text that says why there is no match.
  const kind = response.headers.get("content-type") ?? "";
  const said = kind.startsWith("text/plain") ? await response.text() : "";
  throw new Error(said.trim() || `${address} answers ${response.status}`);
}
