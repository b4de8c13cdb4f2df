// A link to the log-in page may contain a token.
// @ts-check

/**
 * "/token#TOKEN" fills in the form. The browser does not send the part after the #,
 * so the token is in no log of a server. The token is removed from the address at
 * once, so that it is in no history. Only the reader sends the form: a link alone
 * cannot log anybody in with the token of somebody else.
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
