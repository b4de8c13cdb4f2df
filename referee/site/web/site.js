// Extras of the site's pages. All pages work without it.
// @ts-check
import { addCopyButtons } from "./copy.js";
import { follow } from "./follow.js";
import { takeTokenFromAddress } from "./log_in.js";

addCopyButtons();
takeTokenFromAddress();
follow();
