/**
 * The contents of flags.json. The build writes them as a module, so that a bot and
 * the SDK can be bundled into one file.
 */
declare const table: unknown;
export default table;
