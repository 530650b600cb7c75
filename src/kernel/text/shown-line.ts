/**
 * What strangers wrote, fit to be shown to people: one line of at most so many characters, without control and invisible characters, which
 * could turn the text around. `undefined` when nothing is left.
 */
export function shownLine(text: string, maxCharacters: number): string | undefined {
  const line = text
    .replace(/[\s\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{C}\u115f\u1160\u3164\uffa0]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
  return line === '' ? undefined : Array.from(line).slice(0, maxCharacters).join('').trim();
}
