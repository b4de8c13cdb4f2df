// Panes in tabs: one pane is seen at a time.
// @ts-check
import { html } from "./elements.js";

/**
 * A list of tabs as ARIA describes it: arrows choose, Tab goes on to the pane.
 * @template W
 * @param {string} label
 * @param {{name: string, pane: import("./pane.js").Pane<W>}[]} tabs
 * @returns {import("./pane.js").Pane<W>}
 */
export function tabbed(label, tabs) {
  let chosen = 0;
  /** @type {W | null} */
  let latest = null;
  const panels = tabs.map(({ name, pane }) =>
    html(
      "div",
      {
        role: "tabpanel",
        id: `panel-${name}`,
        "aria-labelledby": `tab-${name}`,
        tabindex: 0,
      },
      pane.element,
    ),
  );
  const heads = tabs.map(({ name }, i) => {
    const head = html(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `panel-${name}`,
      },
      name,
    );
    head.addEventListener("click", () => choose(i));
    head.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      choose((chosen + by + tabs.length) % tabs.length);
      heads[chosen]?.focus();
    });
    return head;
  });
  /** @param {number} i */
  function choose(i) {
    chosen = i;
    heads.forEach((head, n) => {
      head.setAttribute("aria-selected", String(n === i));
      head.tabIndex = n === i ? 0 : -1;
      panels[n]?.toggleAttribute("hidden", n !== i);
    });
    if (latest) tabs[i]?.pane.show(latest, true);
  }
  choose(0);
  return {
    element: html(
      "section",
      { class: "tabs", "aria-label": label },
      html("div", { role: "tablist", "aria-label": label }, ...heads),
      ...panels,
    ),
    show(walk, fresh) {
      latest = walk;
      // The other panes are shown when they are chosen.
      tabs[chosen]?.pane.show(walk, fresh);
    },
  };
}
