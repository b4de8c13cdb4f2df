// A link to the log-in may bring its token along.
// @ts-check

/**
 * "/token#TOKEN" fills in the form: what follows the # stays in the browser, in no
 * log of a server. It is taken out of the address at once, so that it is in no
 * history. The reader sends the form, so no link alone makes anybody read with
 * the token of somebody else.
 */
export function takeTokenFromAddress() {
  const token = decodeURIComponent(location.hash.slice(1));
  if (location.pathname !== "/token" || !token) return;
  history.replaceState(null, "", location.pathname);
  const field = document.getElementById("token");
  if (!(field instanceof HTMLInputElement)) return;
  field.value = token;
  const told = document.createElement("p");
  told.id = "filled-in";
  told.setAttribute("role", "status");
  told.textContent = "The token of your link is filled in: press Log in.";
  field.after(told);
  field.form?.querySelector("button")?.focus();
}
