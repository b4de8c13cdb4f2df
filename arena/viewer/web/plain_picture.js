// A position of a game that has no picture: the observation as a table.
// @ts-check
import { html } from "./elements.js";
import { compactJson } from "./seen_pane.js";

/** @type {import("./picture.js").Picture} */
export const plainPicture = {
  draw(position) {
    const observations = position.othersHidden
      ? position.observations.slice(0, 1)
      : position.observations;
    const names = [...new Set(observations.flatMap((o) => Object.keys(o)))];
    return html(
      "div",
      { class: "picture plain-picture" },
      html(
        "table",
        {},
        html("caption", {}, "The observation"),
        html(
          "tbody",
          {},
          ...names.map((name) =>
            html(
              "tr",
              {},
              html("th", { scope: "row" }, name),
              ...observations.map((o) =>
                html("td", {}, name in o ? compactJson(o[name]) : ""),
              ),
            ),
          ),
        ),
      ),
    );
  },
  score: () => null,
};
