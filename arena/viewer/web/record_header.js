// The head of a record, read from its bytes (arena/record/FORMAT.md).
// @ts-check

/**
 * The fields of `arena.v1.RecordHeader` that the page checks.
 * @typedef {object} RecordHeader
 * @property {string} game
 * @property {string[]} players
 * @property {Uint8Array<ArrayBuffer>} seed
 * @property {Uint8Array<ArrayBuffer>} commitment
 * @property {Uint8Array<ArrayBuffer>} matchId  Its characters.
 */

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {RecordHeader}
 */
export function readRecordHeader(bytes) {
  const nothing = new Uint8Array();
  const text = new TextDecoder();
  /** @type {RecordHeader} */
  const header = {
    game: "",
    players: [],
    seed: nothing,
    commitment: nothing,
    matchId: nothing,
  };
  for (const { number, content } of fields(bytes)) {
    if (number === 1) header.game = text.decode(content);
    if (number === 5) header.players.push(text.decode(content));
    if (number === 6) header.seed = content;
    if (number === 7) header.commitment = content;
    if (number === 10) header.matchId = content;
  }
  return header;
}

/**
 * The fields of a message of Protocol Buffers. The content of numbers is empty.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function* fields(bytes) {
  const sizes = { 1: 8, 5: 4 };
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const kind = tag & 7;
    let size = 0;
    if (kind === 0) varint();
    else if (kind === 2) size = varint();
    else size = sizes[/** @type {1 | 5} */ (kind)] ?? bytes.length;
    yield { number: tag >>> 3, content: bytes.slice(at, at + size) };
    at += size;
  }
}
