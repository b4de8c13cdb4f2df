// Adds a button to copy below each block of lines.
// @ts-check

export function addCopyButtons() {
  // Browsers have a clipboard only for secure pages and for their own machine.
  if (!navigator.clipboard) return;
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
