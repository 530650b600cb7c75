export const quote = 0x22;
export const backslash = 0x5c;

/** White space of JSON (RFC 8259 §2). */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Whether an object begins in these bytes, behind space at most. */
export function beginsObject(json: Buffer): boolean {
  let at = 0;
  while (isSpace(json[at])) at++;
  return json[at] === 0x7b;
}

/** Bytes that stand for themselves in the text of a string (§7); those beyond ASCII are not judged. */
export const isPlain = new Uint8Array(256).fill(1);
isPlain.fill(0, 0, 0x20);
isPlain[quote] = isPlain[backslash] = 0;

/** How many bytes an escape has whose backslash this byte follows; 0: it is none. */
export const escapeLengths = new Uint8Array(256);
for (const letter of '"\\/bfnrt') escapeLengths[letter.charCodeAt(0)] = 2;
escapeLengths['u'.charCodeAt(0)] = 6;

export const isHexDigit = new Uint8Array(256);
for (const digit of '0123456789abcdefABCDEF') isHexDigit[digit.charCodeAt(0)] = 1;
