// @ts-check
// Servers with a thousand tools each: real names and schemas, over and over, in pages.
import { tools } from './tools.mjs';

export const toolsPerServer = 1000;
const pageSize = 250;
/** How often the list of a server has changed, by its path. */
const changes = new Map();

/** @param {string} path of the server whose list is another one from now on */
export function changeTools(path) {
  changes.set(path, timesChanged(path) + 1);
}

/** @param {string} path */
function timesChanged(path) {
  return /** @type {number} */ (changes.get(path) ?? 0);
}

/**
 * @param {string} path
 * @param {unknown} cursor
 */
export function toolsPage(path, cursor) {
  const start = Number(cursor ?? 0);
  const page = Array.from({ length: pageSize }, (_, place) => toolAt(start + place, timesChanged(path)));
  const next = start + pageSize;
  return { tools: page, ...(next < toolsPerServer ? { nextCursor: String(next) } : {}) };
}

/**
 * The last tool is the one that changes.
 * @param {number} index
 * @param {number} changed
 */
function toolAt(index, changed) {
  const tool = /** @type {import('./tools.mjs').Tool} */ (tools[index % tools.length]);
  const own = { ...tool, name: `${tool.name}_${String(index)}` };
  return index === toolsPerServer - 1
    ? { ...own, description: `${own.description} (${String(changed)})` }
    : own;
}
