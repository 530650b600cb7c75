// @ts-check
// A gateway with many members and many grants.
import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { addMembers } from './crowd.mjs';
import { ask } from './doors.mjs';
import { Gateway } from './gateway.mjs';

/** @typedef {import('./crowd.mjs').Person} Person */
/** @typedef {{ gateway: Gateway, people: Person[] }} Stage */
/** @typedef {{ people: Person[], env: (name: string) => Record<string, string> }} Ground What all gateways are made of */
/** @typedef {{ member: string, servers: string[], tools: { allow: string[] } }} Grant */

const servers = Array.from({ length: 10 }, (_, index) => `s${String(index)}`);
const names = /** @type {const} */ (['with', 'without', 'control']);
export const grantsAtOnce = 1000;

/**
 * The members in the operator's account, and an app with ten servers of thirty tools; a folder each for all gateways.
 * @param {{ entry: string, upstreamPort: number, folder: string, members: number }} of
 * @returns {Promise<Ground>}
 */
export async function prepareMembers({ entry, upstreamPort, folder, members }) {
  const key = randomBytes(24).toString('hex');
  const env = (/** @type {string} */ name) => ({ DATA_DIR: join(folder, name), SECRET_KEY: key });
  const [first, ...others] = names;
  await (await Gateway.start(entry, upstreamPort, undefined, env(first))).stop();
  const people = await addMembers(entry, env(first), members);
  const gateway = await Gateway.start(entry, upstreamPort, undefined, env(first));
  const mcpServers = Object.fromEntries(servers.map((name) => [name, { use: 'bench' }]));
  await ask(gateway, gateway.token, 'POST', '/api/cli/apps', {
    ...{ name: 'shop', slug: 'shop', config: { mcpServers } },
  });
  await gateway.stop();
  for (const name of others) cpSync(join(folder, first), join(folder, name), { recursive: true });
  return { people, env };
}

/**
 * The gateway with grants, and two without.
 * @param {Ground} ground
 * @param {{ entry: string, upstreamPort: number }} of
 * @returns {Promise<[Stage, Stage, Stage]>}
 */
export async function startAll({ people, env }, { entry, upstreamPort }) {
  /** @param {string} name */
  const start = async (name) => {
    const gateway = await Gateway.start(entry, upstreamPort, undefined, env(name));
    return { gateway, people };
  };
  return [await start('with'), await start('without'), await start('control')];
}

/**
 * Some of the tools of some servers: no two members have the same.
 * @param {Person} person
 * @param {number} index
 * @param {number} many grants of each
 * @returns {Grant[]}
 */
function grantsOf({ id }, index, many) {
  return Array.from({ length: many }, (_, place) => ({
    ...{ member: id, servers: [place === 0 ? 'bench' : `shop.${servers[(index + place) % 10] ?? ''}`] },
    tools: { allow: ['get_*', 'list_*', `only_${String(index)}_${String(place)}`] },
  }));
}

/**
 * Gives everybody theirs, and says how long it took a portion.
 * @param {Stage} stage
 * @param {number} grants
 */
export async function grantAll({ gateway, people }, grants) {
  const many = Math.floor(grants / people.length);
  const all = people.flatMap((person, index) => grantsOf(person, index, many));
  /** @type {number[]} */
  const took = [];
  for (let start = 0; start < all.length; start += grantsAtOnce) {
    const startedAt = performance.now();
    await change(gateway, { add: all.slice(start, start + grantsAtOnce) });
    took.push(performance.now() - startedAt);
  }
  return { took, all };
}

/**
 * @param {Gateway} gateway
 * @param {{ add?: Grant[], remove?: Grant[] }} body
 */
export function change(gateway, body) {
  return ask(gateway, gateway.token, 'PATCH', '/api/cli/grants', body, { prefer: 'return=minimal' });
}
