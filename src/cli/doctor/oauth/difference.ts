const around = 12;

/** Where two addresses that must be the same begin to differ, in words; clients compare them character by character. */
export function firstDifference(expected: string, found: string): string {
  let at = 0;
  while (at < expected.length && at < found.length && expected[at] === found[at]) at++;
  return `character ${String(at + 1)} is ${pieceAt(found, at)}, not ${pieceAt(expected, at)}`;
}

function pieceAt(text: string, at: number): string {
  if (at >= text.length) return 'the end';
  return JSON.stringify(`${text.slice(at, at + around)}${text.length > at + around ? '…' : ''}`);
}
