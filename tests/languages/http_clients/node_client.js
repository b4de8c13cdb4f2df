// Prints which checks fail with the client for Node.js.
// Usage: node node_client.js URL TOKENS, where TOKENS is an object in JSON.
import { createConnectTransport } from "@connectrpc/connect-node";
import { failures } from "./calls.js";

const [baseUrl, tokens] = process.argv.slice(2);
const options = { baseUrl, httpVersion: "1.1" };
const transports = {
  json: createConnectTransport({ ...options, useBinaryFormat: false }),
  protobuf: createConnectTransport({ ...options, useBinaryFormat: true }),
};
console.log(JSON.stringify(await failures(transports, JSON.parse(tokens))));
