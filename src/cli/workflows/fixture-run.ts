import { GantryProblem } from '../../client/problem.js';
import type { Gateway } from '../http/gateway.js';
import { fixtureDifferences, type FixtureDifference } from './fixture-differences.js';
import type { FixtureFile, WorkflowFixture } from './fixture-file.js';

/** How a fixture went. */
export interface FixtureResult {
  readonly file: string;
  readonly name: string;
  readonly passed: boolean;
  readonly differences: readonly FixtureDifference[];
  /** What the gateway has against the document or the input: nothing was tried then. */
  readonly problem?: { readonly code: string; readonly title: string; readonly faults: readonly string[] };
}

/** What is wrong with what was sent, and so with the file; all else is no result. */
const ofTheFile: ReadonlySet<string> = new Set(['invalid-request', 'workflow-not-found']);

/** Tries a fixture. No tool is called and nothing is saved. */
export async function runFixture(
  gateway: Gateway,
  query: { readonly app?: string },
  file: FixtureFile,
  { name, given, expect }: WorkflowFixture,
): Promise<FixtureResult> {
  const facts = { file: file.path, name };
  try {
    const { body } = await gateway.ask('post', '/api/sdk/workflows/execute', {
      query,
      body: { dryRun: true, ...given, ...file.target },
    });
    const differences = fixtureDifferences(expect, body as Parameters<typeof fixtureDifferences>[1]);
    return { ...facts, passed: differences.length === 0, differences };
  } catch (error) {
    if (!(error instanceof GantryProblem) || !ofTheFile.has(error.code)) throw error;
    const faults = await Promise.all(error.errors.map((fault) => placed(file, fault)));
    const { code, message: title } = error;
    return { ...facts, passed: false, differences: [], problem: { code, title, faults } };
  }
}

/** A fault with the line of the document, if it has a file of its own. */
async function placed(
  { documentFile }: FixtureFile,
  { pointer, detail }: { readonly pointer: string; readonly detail: string },
): Promise<string> {
  const inside = /^\/document(\/.*)?$/.exec(pointer);
  const place =
    documentFile === undefined || inside === null ? '' : `${await documentFile.placeOf(inside[1] ?? '')}: `;
  return `${place}${pointer} ${detail}`;
}
