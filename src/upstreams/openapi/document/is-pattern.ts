const longest = 1000;

/** Whether those who check by it can read it: a pattern of JSON Schema is one of ECMAScript with the flag `u`. It is made, and never applied. */
export function isPattern(text: string): boolean {
  if (text.length > longest) return false;
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
