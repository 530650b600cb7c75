// The text of numbers and strings in JSON. JavaScript, because threads load it without a compiler.

/** A number by the grammar of JSON (RFC 8259 §6): sign, whole part, fraction and exponent. */
export const jsonNumber = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Text that looks like a number, outside of strings, in order. */
export function* numberTokens(text) {
  for (let at = 0; at < text.length;) {
    const string = text.indexOf('"', at);
    const outside = text.slice(at, string < 0 ? undefined : string);
    for (const match of outside.matchAll(/-?\d[\d.eE+-]*/g)) yield { token: match[0], at: at + match.index };
    at = string < 0 ? text.length : endOfString(text, string + 1) + 1;
  }
}

/** Index of the closing quote of the string that begins at `from`, or the length of the text. */
export function endOfString(text, from) {
  const quote = text.indexOf('"', from);
  if (quote < 0) return text.length;
  let escapes = 0;
  while (quote - escapes > from && text.charCodeAt(quote - 1 - escapes) === 0x5c) escapes++;
  if (escapes % 2 === 0) return quote;
  // Where one quote is escaped many are, and a look at each character is quicker than a search for each quote.
  for (let at = quote + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at++;
  }
  return text.length;
}

/** Whether a double cannot hold the number. */
export function changesAsDouble(source) {
  const value = Number(source);
  return !Number.isFinite(value) || decimal(JSON.stringify(value)) !== decimal(source);
}

/** The same text for each spelling of a decimal number. */
function decimal(source) {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = jsonNumber.exec(source) ?? [];
  const digits = whole + fraction;
  let first = 0;
  while (digits[first] === '0') first++;
  let last = digits.length;
  while (last > first && digits[last - 1] === '0') last--;
  if (first === last) return `${sign}0`;
  const scale = Number(exponent) - fraction.length + digits.length - last;
  return `${sign}${digits.slice(first, last)}e${scale}`;
}
