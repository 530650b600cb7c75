import { backslash, isHexDigit } from './json-bytes.js';

/** `text-scan.wat`, compiled by wabt. */
export const compiledScan =
  'AGFzbQEAAAABBgFgAX8BfwMCAQAFAwEAAgYIAX8AQYCEBAsHHgMGbWVtb3J5AgAKaXNIZXhEaWdpdAMABHBhc3MAAAqzAwGwAwMBfwN7CH8DQCABIABPBEAgACAMaw8LIAH9AAQAIQIgAkHcAP0P/SMhBCACQSD9D/0mIAJBIv0P/SP9UCEDIAMgBP1Q/WQhBSAFIAxyRQRAIAFBEGohAQwBCyAE/WQhBiAGIAxBf3NxIQYgBkEBdCAMciEHIAZBqtUCcSAHQX9zcSEJIAkgBmohCiAKQRB2IQwgB0H//wNxIApBAXRB1aoBc3EhByAH/QwAAAEAAAIECAAAAAAAAAAAIAJBBP1t/Q79DAAADQAIAAQAAAAAAAIABAEgAkEP/Q/9Tv0O/U79DAAAAAAAAAAAAAAAAAAAAAD9I/1kcSEIIAggA/1kIAdBf3NxciEFAkADQCAFRQ0BIAEgBWhqIQsgCyAATwRADAILIAggBUEAIAVrcXFFBEAgCw8LIAstAABB9QBHIAtBBWogAEtyIAstAAEtAICEBCALLQACLQCAhARxIAstAAMtAICEBCALLQAELQCAhARxcUVyBEAgC0EBaw8LIAUgBUEBa3EhBQwACwsgAUEQaiEBIAEgAEsEQCAAQQEgByAAQRBqIAFrdnFrDwsMAAsACw==';

/** The longest piece that is looked through at once. */
const pieceBytes = 65_536;
const longestEscape = 6;

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly isHexDigit: { readonly value: number };
  readonly pass: (length: number) => number;
}

/** What is used of it here; the types of Node leave it to those of browsers. */
declare const WebAssembly: {
  validate(code: Buffer): boolean;
  readonly Module: new (code: Buffer) => object;
  readonly Instance: new (module: object) => { readonly exports: Exports };
};

/** The place of the first byte from `from` on that belongs to no text of a string, or the end; `undefined`: ask another. */
export type PassText = (json: Buffer, from: number) => number | undefined;

/** Takes a third of the time of `JSON.parse`, and no copy; `undefined` on machines without the instructions for it. */
export const passLongText = scanOf(Buffer.from(compiledScan, 'base64'));

function scanOf(code: Buffer): PassText | undefined {
  if (!WebAssembly.validate(code)) return undefined;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code));
  const { memory, pass } = exports;
  const room = new Uint8Array(memory.buffer);
  room.set(isHexDigit, exports.isHexDigit.value);
  return (json, from) => {
    for (let at = from; ;) {
      const piece = json.subarray(at, at + pieceBytes);
      room.set(piece);
      const passed = pass(piece.length);
      at += passed;
      // An escape may go on in the next piece.
      const isCut = json[at] === backslash && passed > pieceBytes - longestEscape;
      if (piece.length < pieceBytes || (passed < pieceBytes && !isCut)) return at;
    }
  };
}
