// A page to try pictures: any step of any match that write_steps wrote.
// ?name=seconds&view=table&step=17&hidden=1&turned=2
// @ts-check

import { html } from "../../../../arena/viewer/web/elements.js";
import { load, pictureOf, positionOf } from "./positions.js";

const chosen = new URLSearchParams(location.search);
/** @param {string} id */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

async function show() {
  const name = chosen.get("name") ?? "seconds";
  const view = chosen.get("view") ?? "table";
  const played = await load(name);
  const steps = played.views[view] ?? played.views.table ?? [];
  const index = Math.min(Number(chosen.get("step") ?? 0), steps.length - 1);
  const step = steps[index] ?? {};
  const position = positionOf(played, view, step, {
    othersHidden: chosen.has("hidden"),
    ...(chosen.has("turned") ? { turned: Number(chosen.get("turned")) } : {}),
  });
  const picture = await pictureOf(played.match.game);
  at("picture").replaceChildren(picture.draw(position));
  at("score").replaceChildren(picture.score(position) ?? "");
  at("what").textContent = [
    ...(step.acts ?? []).map((/** @type {any} */ act) => act.sentence),
    ...(step.effects ?? []),
  ].join("; ");
  drawChoices(name, view, index, played.views, steps.length);
  document.body.dataset.drawn = `${name} ${view} ${index}`;
}

/** @param {string} key @param {string | null} value */
function choose(key, value) {
  if (value === null) chosen.delete(key);
  else chosen.set(key, value);
  history.replaceState(null, "", `?${chosen}`);
  show();
}

/**
 * @param {string} name
 * @param {string} view
 * @param {number} index
 * @param {Record<string, unknown>} views
 * @param {number} count
 */
function drawChoices(name, view, index, views, count) {
  const form = at("choices");
  if (form.hasChildNodes() && form.dataset.name === name) return;
  form.dataset.name = name;
  const names = html("input", { value: name });
  names.addEventListener("change", () => choose("name", names.value));
  const list = html("select", {});
  for (const each of Object.keys(views)) {
    list.append(html("option", { selected: each === view }, each));
  }
  list.addEventListener("change", () => choose("view", list.value));
  const range = html("input", {
    type: "range",
    max: count - 1,
    value: index,
  });
  range.addEventListener("input", () => choose("step", range.value));
  const hide = html("input", { type: "checkbox" });
  hide.addEventListener("change", () =>
    choose("hidden", hide.checked ? "1" : null),
  );
  form.replaceChildren(
    html("label", {}, "Match ", names),
    html("label", {}, "View ", list),
    html("label", {}, "Step ", range),
    html("label", {}, hide, " hide others"),
  );
}

show();
