/** Writes src/protocol.ts, which exports all of src/gen, for `npm run build`. */
import { readdirSync, writeFileSync } from "node:fs";

const HEAD = `/**
 * The messages and services of the protocol. What each of them means is said in
 * proto/arena/v1/*.proto, and beside each field here.
 *
 * Written by \`npm run build\`; do not edit.
 *
 * @module
 */
export { create, equals, fromBinary, toBinary, toJsonString } from "@bufbuild/protobuf";
`;

const exported = readdirSync("src/gen/arena/v1")
  .sort()
  .map(
    (file) => `export * from "./gen/arena/v1/${file.replace(/ts$/, "js")}";\n`,
  );
writeFileSync("src/protocol.ts", HEAD + exported.join(""));
