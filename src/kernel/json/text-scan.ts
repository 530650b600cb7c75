import { backslash, escapeLengths, isHexDigit } from './json-bytes.js';

/** `text-scan.wat`, compiled by wabt. */
export const compiledScan =
  'AGFzbQEAAAABBgFgAX8BfwMCAQAFAwEAAgYPAn8AQYCCBAt/AEGAhAQLBy4EBm1lbW9yeQIADWVzY2FwZUxlbmd0aHMDAAppc0hleERpZ2l0AwEEcGFzcwAACtoBAdcBAwF/AXsCfwNAIAEgAE8EQCAADwsgAf0ABAAhAiACQSD9D/0mIAJBIv0P/SMgAkHcAP0P/SP9UP1Q/WQhAyADRQRAIAFBEGohAQwBCyABIANoaiEBIAEgAE8EQCAADwsgAS0AAEHcAEcEQCABDwsgAS0AAS0AgIIEIQQgBEUEQCABDwsgASAEaiAASwRAIAEPCyAEQQZGBEAgAS0AAi0AgIQEIAEtAAMtAICEBHEgAS0ABC0AgIQEIAEtAAUtAICEBHFxRQRAIAEPCwsgASAEaiEBDAALAAs=';

/** The longest piece that is looked through at once. */
const pieceBytes = 65_536;
const longestEscape = 6;

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly escapeLengths: { readonly value: number };
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
  const { memory, pass, ...tables } = exports;
  const room = new Uint8Array(memory.buffer);
  room.set(escapeLengths, tables.escapeLengths.value);
  room.set(isHexDigit, tables.isHexDigit.value);
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
