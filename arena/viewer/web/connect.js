// Calls of the referee that serves this page, by the Connect protocol: JSON over
// HTTP, and streams as envelopes.
// @ts-check

/** @typedef {import("./match_document.js").Message} Message */

/** The error of a call; `code` is Connect's word, such as "not_found". */
export class CallError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message || code);
    this.code = code;
  }
}

/** The flag of the last envelope: it tells how the stream ended. */
const END = 2;
/** Bytes before the message: its flags and its size. */
const HEAD = 5;

/**
 * @param {string} method  Such as "MatchService/GetMatch".
 * @param {Message} request
 * @returns {Promise<Message>}
 */
export async function call(method, request) {
  const body = JSON.stringify(request);
  const response = await post(method, "application/json", body);
  return response.json();
}

/**
 * The messages of a stream, as they come.
 * @param {string} method
 * @param {Message} request
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Message, void>}
 */
export async function* streamed(method, request, signal) {
  const body = envelope(JSON.stringify(request));
  const response = await post(
    method,
    "application/connect+json",
    body,
    signal,
  );
  const text = new TextDecoder();
  for await (const { flags, data } of envelopes(response)) {
    const message = JSON.parse(text.decode(data));
    if (flags & END) {
      const { error } = message;
      if (error) throw new CallError(error.code, error.message ?? "");
      return;
    }
    yield message;
  }
  throw new CallError("unavailable", "the connection was lost");
}

/**
 * @param {string} method
 * @param {string} type
 * @param {BodyInit} body
 * @param {AbortSignal} [signal]
 */
async function post(method, type, body, signal) {
  let response;
  try {
    response = await fetch(`/arena.v1.${method}`, {
      method: "POST",
      headers: { "Content-Type": type, "Connect-Protocol-Version": "1" },
      body,
      signal: signal ?? null,
    });
  } catch {
    throw new CallError("unavailable", "the referee cannot be reached");
  }
  if (response.ok) return response;
  const said = await response.json().catch(() => ({}));
  throw new CallError(
    said.code ?? "unavailable",
    said.message ?? `the referee answers ${response.status}`,
  );
}

/** @param {string} text */
function envelope(text) {
  const message = new TextEncoder().encode(text);
  const bytes = new Uint8Array(HEAD + message.length);
  new DataView(bytes.buffer).setUint32(1, message.length);
  bytes.set(message, HEAD);
  return bytes;
}

/**
 * @param {Response} response
 * @returns {AsyncGenerator<{flags: number, data: Uint8Array}, void>}
 */
async function* envelopes(response) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (
    response.body
  ).getReader();
  let bytes = new Uint8Array(0);
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({
      done: true,
      value: undefined,
    }));
    if (done || !value) return;
    const more = new Uint8Array(bytes.length + value.length);
    more.set(bytes);
    more.set(value, bytes.length);
    let at = 0;
    for (const head = new DataView(more.buffer); ; ) {
      if (more.length - at < HEAD) break;
      const end = at + HEAD + head.getUint32(at + 1);
      if (more.length < end) break;
      yield { flags: more[at] ?? 0, data: more.subarray(at + HEAD, end) };
      at = end;
    }
    bytes = more.slice(at);
  }
}
