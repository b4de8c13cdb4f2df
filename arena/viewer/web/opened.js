// Opens a page, and tells the reader if that fails.
// @ts-check
import { html } from "./elements.js";

/** @param {() => Promise<void>} open */
export async function opened(open) {
  try {
    await open();
    performance.mark("opened");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    document.body.append(
      html("p", { role: "alert" }, `This cannot be shown: ${why}`),
    );
    throw error;
  }
}
