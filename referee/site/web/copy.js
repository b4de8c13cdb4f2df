// Buttons below lines that a reader copies.
// @ts-check

export function addCopyButtons() {
  for (const lines of document.querySelectorAll("pre.copy")) {
    const button = document.createElement("button");
    button.className = "copying";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(lines.textContent ?? "");
      button.textContent = "Copied";
    });
    lines.after(button);
  }
}
