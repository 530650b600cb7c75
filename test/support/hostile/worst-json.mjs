// @ts-check

/**
 * @param {string} part
 * @param {number} bytes
 */
const repeated = (part, bytes) => part.repeat(Math.floor(bytes / Buffer.byteLength(part)));

/**
 * @param {number} bytes
 * @returns {string}
 */
function names(bytes) {
  let text = '';
  for (let count = 0; text.length < bytes; count++) text += `"n${String(count)}":0,`;
  return text;
}

/**
 * JSON texts that cost a reader the most for their size, by what they are made of. `deep` and `open` cannot be read to the end.
 * @type {Readonly<Record<string, (bytes: number) => string>>}
 */
export const worstJson = {
  lists: (bytes) => `[${repeated('[],', bytes)}[]]`,
  members: (bytes) => `[${repeated('{"a":{"b":1}},', bytes)}0]`,
  names: (bytes) => `{${names(bytes)}"n":0}`,
  numbers: (bytes) => `[${repeated('1e400,', bytes)}0]`,
  deep: (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  open: (bytes) => '{"a":'.repeat(bytes / 5),
  quotes: (bytes) => JSON.stringify(repeated('"', bytes / 2)),
  umlauts: (bytes) => JSON.stringify(repeated('ü', bytes)),
};
