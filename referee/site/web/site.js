// What pages of the site do beside being read.
// @ts-check
export {};
