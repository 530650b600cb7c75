/** Where a piece of a text ends that begins at `from`: no surrogate pair is cut in two. */
export function pieceEnd(text: string, from: number, length: number): number {
  const end = from + length;
  if (end >= text.length) return text.length;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
