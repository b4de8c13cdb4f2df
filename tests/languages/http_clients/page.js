// Reports which checks fail with the client for browsers.
import { createConnectTransport } from "@connectrpc/connect-web";
import { failures } from "./calls.js";

async function report() {
  const { baseUrl, tokens } = await (await fetch("/settings")).json();
  const transports = {
    json: createConnectTransport({ baseUrl, useBinaryFormat: false }),
    protobuf: createConnectTransport({ baseUrl, useBinaryFormat: true }),
  };
  return failures(transports, tokens);
}

const result = await report().catch((error) => ({ error: `${error}` }));
await fetch("/result", { method: "POST", body: JSON.stringify(result) });
