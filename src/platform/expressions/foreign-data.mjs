// Data of expressions as text that others wrote: measured before it is parsed. JavaScript, because threads load it as it stands.
import { changesAsDouble, endOfString, numberTokens } from '../../kernel/json/number-text.mjs';

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

/** Whether lists and objects in a JSON text nest deeper than `levels`. */
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

/** Expressions calculate with doubles. */
function requireExactNumbers(text) {
  for (const { token } of numberTokens(text))
    if (!isShort(token) && changesAsDouble(token))
      throw new Error('the data has a number that expressions cannot hold');
}

/** Whether a double can hold the number, judged by its length alone. */
function isShort(token) {
  return token.length <= 15 && !/[eE]|^-0/.test(token);
}
