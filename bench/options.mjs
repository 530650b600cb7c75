// @ts-check
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** A command line that cannot be followed, or a machine that the benchmark does not run on: exit code 2. */
export class UsageError extends Error {}

const scenarioNames = /** @type {const} */ (['call', 'tools', 'progress', 'memory', 'large']);
const targetNames = /** @type {const} */ (['direct', 'proxy', 'gateway', 'native', 'native-2026']);
/** @typedef {(typeof scenarioNames)[number]} ScenarioName */

export const usage = `npm run bench -- [options]

  --quick              less than a minute, for a first impression
  --only LIST          scenarios: ${scenarioNames.join(', ')}
  --targets LIST       targets: ${targetNames.join(', ')}
  --connections LIST   numbers of connections (1,16,64,256,1000)
  --rounds N           rounds over all targets (3)
  --seconds N          duration of one measurement (4)
  --warm N             seconds that each target is warmed up for (4)
  --calls N            calls of the memory scenario (1000000)
  --entry PATH         the gateway's entry (dist/main.js)
  --profile FOLDER     write a CPU profile of the gateway there (V8 .cpuprofile)`;

/**
 * @typedef {object} Options
 * @property {readonly ScenarioName[]} scenarios
 * @property {readonly (typeof targetNames)[number][]} targets
 * @property {readonly number[]} connections
 * @property {number} rounds
 * @property {number} measureMs
 * @property {number} warmMs
 * @property {number} calls
 * @property {number} streams
 * @property {string} entry
 * @property {string | undefined} profile
 */

/**
 * @param {readonly string[]} args
 * @returns {Options | undefined} undefined when help is wanted
 */
export function readOptions(args) {
  const given = parse(args);
  if (given.help === true) return undefined;
  const quick = given.quick === true;
  return {
    scenarios: choose(given.only, scenarioNames),
    targets: choose(given.targets, targetNames),
    connections:
      given.connections?.split(',').map((text) => positive(text)) ?? (quick ? [1, 16] : [1, 16, 64, 256]),
    rounds: positive(given.rounds ?? (quick ? '2' : '3')),
    measureMs: positive(given.seconds ?? (quick ? '1' : '4')) * 1000,
    warmMs: positive(given.warm ?? (quick ? '1.5' : '4')) * 1000,
    calls: positive(given.calls ?? (quick ? '50000' : '1000000')),
    streams: quick ? 40 : 200,
    entry: given.entry ?? fileURLToPath(new URL('../dist/main.js', import.meta.url)),
    profile: given.profile,
  };
}

/** @param {readonly string[]} args */
function parse(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  const flag = /** @type {const} */ ({ type: 'boolean' });
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ quick: flag, help: flag, only: text, targets: text, connections: text, rounds: text },
        ...{ seconds: text, warm: text, calls: text, entry: text, profile: text },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${/** @type {Error} */ (error).message}\n\n${usage}`);
  }
}

/** @param {string} text */
function positive(text) {
  const value = Number(text);
  if (!(value > 0)) throw new UsageError(`"${text}" is not a positive number\n\n${usage}`);
  return value;
}

/**
 * @template {string} T
 * @param {string | undefined} given
 * @param {readonly T[]} known
 * @returns {readonly T[]}
 */
function choose(given, known) {
  if (given === undefined) return known;
  const wanted = given.split(',');
  const stranger = wanted.find((name) => !known.some((one) => one === name));
  if (stranger !== undefined)
    throw new UsageError(`"${stranger}" is none of ${known.join(', ')}\n\n${usage}`);
  return known.filter((name) => wanted.includes(name));
}
