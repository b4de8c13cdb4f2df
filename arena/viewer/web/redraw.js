// Draws again only what has changed, because a browser lays out every replaced
// element anew, even if it looks the same.
// @ts-check

/**
 * Makes an element equal to another one, whose children may be moved.
 * @param {Element} shown
 * @param {Element} wanted  Has the same name.
 */
export function redraw(shown, wanted) {
  for (const { name } of [...shown.attributes]) {
    if (!wanted.hasAttribute(name)) shown.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
  const old = [...shown.childNodes];
  const fresh = [...wanted.childNodes];
  // The nodes before and behind a card that has gone stay in place.
  while (old[0] && fresh[0]?.isEqualNode(old[0])) {
    old.shift();
    fresh.shift();
  }
  /** @type {ChildNode | null} */
  let behind = null;
  while (old.length > 0 && fresh.at(-1)?.isEqualNode(old.at(-1) ?? null)) {
    behind = old.pop() ?? null;
    fresh.pop();
  }
  for (const node of fresh) {
    const place = old.shift();
    if (!place) {
      shown.insertBefore(node, behind);
    } else if (place.nodeName !== node.nodeName) {
      shown.replaceChild(node, place);
    } else if (place instanceof Element && node instanceof Element) {
      redraw(place, node);
    } else if (place.nodeValue !== node.nodeValue) {
      place.nodeValue = node.nodeValue;
    }
  }
  for (const node of old) shown.removeChild(node);
}
