// Data of expressions as text that others wrote: measured before it is parsed. JavaScript, because threads load it as it stands.

/**
 * What the text says as JSON, or the text itself if it is none. `maxValues` counts values as `JsonMeter` of the kernel does. Throws an error
 * that says what stands against it.
 */
export function foreignData(text, { maxDepth, maxValues }) {
  const isContainer = /^[ \t\n\r]*[[{]/.test(text);
  if (isContainer) requireWithin(text, maxDepth, maxValues);
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof data !== 'string') requireExactNumbers(text);
  return data;
}

/** Whether lists and objects in a JSON text are nested deeper than so many levels. */
export function nestsDeeperThan(json, levels) {
  return json.length > levels && measured(json, levels, Infinity).depth > levels;
}

function requireWithin(text, maxDepth, maxValues) {
  const { depth, values } = measured(text, maxDepth, maxValues);
  if (depth > maxDepth) throw new Error(`the data nests deeper than ${maxDepth} levels`);
  if (values > maxValues)
    throw new Error(`the data holds more than ${maxValues} values (MAX_RESULT_ELEMENTS)`);
}

/** The deepest level and the number of values; stops at what is too much. */
function measured(text, maxDepth, maxValues) {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length && depth <= maxDepth && values <= maxValues; at++)
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at + 1);
        break;
      case 0x2c:
        values++;
        break;
      case 0x5b:
      case 0x7b:
        values++;
        depth++;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      default:
    }
  return { depth, values };
}

function endOfString(text, from) {
  let end = text.indexOf('"', from);
  while (end > 0) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === 0x5c) escapes++;
    if (escapes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** Expressions count with doubles: a number that none of them holds would be another one. */
function requireExactNumbers(text) {
  for (let at = 0; at < text.length;) {
    const string = text.indexOf('"', at);
    const outside = text.slice(at, string < 0 ? undefined : string);
    for (const [number] of outside.matchAll(/-?\d[\d.eE+-]*/g))
      if (!isExact(number)) throw new Error('the data has a number that expressions cannot hold');
    at = string < 0 ? text.length : endOfString(text, string + 1) + 1;
  }
}

/** A number with few digits and without an exponent is; of all others the digits are compared. */
function isExact(source) {
  if (source.length <= 15 && !/[eE]/.test(source)) return source !== '-0' && !/^-0\.?0*$/.test(source);
  const value = Number(source);
  return Number.isFinite(value) && decimal(JSON.stringify(value)) === decimal(source);
}

/** One text for each decimal number, however it is written. */
function decimal(source) {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  const significant = digits.slice(0, end);
  if (significant === '') return `${sign}0`;
  const scale = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${scale}`;
}
