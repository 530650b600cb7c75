// @ts-check
import process from 'node:process';
import { isDeepStrictEqual } from 'node:util';
import { results, toolList } from '../upstream/results.mjs';

/**
 * @typedef {import('../stage/stage.mjs').Stage} Stage
 * @typedef {import('../stage/stage.mjs').Target} Target
 * @typedef {import('../stage/requests.mjs').ToolName} ToolName
 * @typedef {{ target: Target, request: Buffer, expected: Buffer }} Exchange a request and the answer that it must get
 */

/** A target that answers wrongly: exit code 1. */
export class WrongAnswer extends Error {}

/**
 * Asks once and compares the meaning; the bytes of that answer are then expected of all others.
 * @param {Stage} stage
 * @param {Target} target
 * @param {ToolName | 'tools/list'} wanted
 * @returns {Promise<Exchange>}
 */
export async function agree(stage, target, wanted) {
  const request = wanted === 'tools/list' ? target.requests.list() : target.requests.call(wanted);
  const answer = await blaming(target, stage.load.once({ port: target.port, request }));
  const excerpt = answer.body.toString('utf8', 0, 600);
  if (answer.status !== 200)
    throw new WrongAnswer(`${target.name} answered ${String(answer.status)} to ${wanted}: ${excerpt}`);
  const expected = wanted === 'tools/list' ? toolList : results[wanted];
  if (!isDeepStrictEqual(target.requests.result(answer.body), expected))
    throw new WrongAnswer(`${target.name} gave another result for ${wanted}: ${excerpt}`);
  return { target, request, expected: answer.body };
}

/**
 * One measurement by the load generator, after a moment in which its new connections settle.
 * @param {Stage} stage
 * @param {Exchange} exchange
 * @param {{ connections: number, measureMs: number, warmMs?: number, calls?: number }} how
 */
export async function drive(stage, { target, request, expected }, how) {
  const ids = { port: target.port, targetPid: target.pid, upstreamPid: stage.upstreamPid };
  const job = { ...ids, request, expected, warmMs: 200, ...how };
  const taken = await blaming(target, stage.load.throughput(job));
  stage.gateway?.truncateLog();
  return taken;
}

/**
 * Names the target in the failure.
 * @template T
 * @param {Target} target
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 */
export async function blaming(target, answer) {
  try {
    return await answer;
  } catch (error) {
    throw new WrongAnswer(`${target.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Tells the user what goes on; results go to standard output, this does not.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`${text}\n`);
}
