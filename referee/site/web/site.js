// What pages of the site do beside being read. Without it nothing is missing but
// comfort.
// @ts-check
import { addCopyButtons } from "./copy.js";
import { follow } from "./follow.js";
import { takeTokenFromAddress } from "./log_in.js";

addCopyButtons();
takeTokenFromAddress();
follow();
