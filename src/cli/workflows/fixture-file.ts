import { dirname, join, relative } from 'node:path';
import { CliFailure } from '../failure.js';
import { ConfigFile } from '../project/config-file.js';
import { isObject, type ConfigObject } from '../project/json-value.js';
import { Shape } from './fixture-shape.js';

/** What a trial is to come to; what is not named may be anything. */
export interface Expectation {
  readonly status: string;
  readonly output?: unknown;
  /** Members that the error must have. */
  readonly error?: ConfigObject;
  readonly waitsFor?: readonly unknown[];
  /** All calls in their order, each with the members that it must have. */
  readonly calls?: readonly ConfigObject[];
  /** All events in their order, each with the attributes that it must have. */
  readonly events?: readonly ConfigObject[];
  /** By key or name, the last one of that name: the members that a step must have; `null` for one that must not be carried out. */
  readonly steps?: Readonly<Record<string, ConfigObject | null>>;
}

/** One fixture: what goes in, and what is to come out. */
export interface WorkflowFixture {
  readonly name: string;
  /** `input`, `mocks`, `signals`, `now`, `skipTime` as the API takes them. */
  readonly given: ConfigObject;
  readonly expect: Expectation;
}

/** A file of fixtures for one workflow. */
export interface FixtureFile {
  /** For people. */
  readonly path: string;
  /** A document, or the name of a workflow of the app. */
  readonly target: { readonly document: ConfigObject } | { readonly workflow: string };
  /** Where the document stands when it has a file of its own. */
  readonly documentFile: ConfigFile | undefined;
  readonly tests: readonly WorkflowFixture[];
}

const given: readonly string[] = ['input', 'mocks', 'signals', 'now', 'skipTime'];

/** Reads a file of fixtures; `folder` is the working folder. Throws a failure that names what is wrong with it, and the line. */
export async function readFixtureFile(path: string, folder: string): Promise<FixtureFile> {
  const file = new ConfigFile(path, folder);
  const shape = new Shape(await file.read(), '');
  try {
    shape.only(['document', 'workflow', 'tests']);
    const { target, documentFile } = await targetOf(shape, path, folder);
    const tests = shape.list('tests').map(fixtureOf);
    if (tests.length === 0) throw shape.at('tests').fault('has no tests');
    return { path: relative(folder, path), target, documentFile, tests };
  } catch (error) {
    if (!(error instanceof CliFailure) || error.code !== 'bad-fixture') throw error;
    const { pointer } = error.members as { readonly pointer: string };
    throw new CliFailure(`${await file.placeOf(pointer)}: ${error.message}`, {
      code: 'bad-fixture',
      advice: ['docs/workflows.md#fixtures-in-files says what such a file holds.'],
      members: { pointer },
    });
  }
}

async function targetOf(
  shape: Shape,
  path: string,
  folder: string,
): Promise<Pick<FixtureFile, 'target' | 'documentFile'>> {
  const document = shape.at('document');
  const workflow = shape.at('workflow');
  if ((document.value === undefined) === (workflow.value === undefined))
    throw shape.fault('must name either a document or a workflow');
  if (workflow.value !== undefined) return { target: { workflow: workflow.text() }, documentFile: undefined };
  if (isObject(document.value)) return { target: { document: document.value }, documentFile: undefined };
  const documentFile = new ConfigFile(join(dirname(path), document.text()), folder);
  if (!documentFile.exists) throw document.fault(`is no file: ${documentFile.shownPath}`);
  return { target: { document: await documentFile.read() }, documentFile };
}

function fixtureOf(shape: Shape): WorkflowFixture {
  shape.only(['name', ...given, 'expect']);
  const members = Object.entries(shape.object()).filter(([name]) => given.includes(name));
  const now = shape.at('now').value;
  return {
    name: shape.at('name').text(),
    // YAML 1.1 files may have a date where JSON has a text.
    given: {
      skipTime: true,
      ...Object.fromEntries(members),
      ...(now instanceof Date ? { now: now.toISOString() } : {}),
    },
    expect: expectationOf(shape.at('expect')),
  };
}

function expectationOf(shape: Shape): Expectation {
  shape.only(['status', 'output', 'error', 'waitsFor', 'calls', 'events', 'steps']);
  const { output, error, waitsFor, calls, events, steps } = shape.object();
  const status = shape.at('status');
  if (error !== undefined) shape.at('error').object();
  if (waitsFor !== undefined) shape.list('waitsFor');
  if (calls !== undefined)
    for (const call of shape.list('calls')) call.only(['step', 'tool', 'arguments', 'mocked']);
  if (events !== undefined) for (const event of shape.list('events')) event.object();
  for (const [key, step] of Object.entries(steps === undefined ? {} : shape.at('steps').object()))
    if (step !== null) shape.at('steps').at(key).only(['name', 'kind', 'status', 'input', 'output', 'error']);
  return {
    status:
      status.value === undefined
        ? usualStatus(error, waitsFor)
        : status.oneOf(['completed', 'failed', 'waiting']),
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error: error as ConfigObject }),
    ...(waitsFor === undefined ? {} : { waitsFor: waitsFor as readonly unknown[] }),
    ...(calls === undefined ? {} : { calls: calls as readonly ConfigObject[] }),
    ...(events === undefined ? {} : { events: events as readonly ConfigObject[] }),
    ...(steps === undefined ? {} : { steps: steps as Readonly<Record<string, ConfigObject | null>> }),
  };
}

function usualStatus(error: unknown, waitsFor: unknown): string {
  return error !== undefined ? 'failed' : waitsFor !== undefined ? 'waiting' : 'completed';
}
