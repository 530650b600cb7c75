import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { profileSchema } from '../../../src/workflows/definition/schema/profile-schema.js';
import { builtMain } from '../../support/processes/gateway-process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { scenarios } from '../../support/workflows/scenarios.js';

const folder = temporaryFolder();
const validators = 'workflows/expressions/document-validators.mjs';

/** What a process of its own, which loads the validators at an address, hears of documents in a file, and whether it had to compile them. */
const asking = `
  import { createHash } from 'node:crypto';
  import { readFileSync } from 'node:fs';
  import { createRequire } from 'node:module';
  const [address, file] = process.argv.slice(1);
  const { documentValidators } = await import(address);
  const { profile, documents } = JSON.parse(readFileSync(file, 'utf8'));
  const asked = Object.entries(documentValidators(profile));
  const verdictOf = (document) => ([name, validate]) => {
    const isRight = validate(document);
    const faults = createHash('sha1').update(JSON.stringify(validate.errors)).digest('hex');
    return name + (isRight ? ' holds' : ' has ' + faults);
  };
  const verdicts = documents.map((document) => asked.map(verdictOf(document)));
  const loaded = Object.keys(createRequire(address).cache);
  process.stdout.write(JSON.stringify({ verdicts, compiles: loaded.some((path) => path.includes('/ajv/dist/compile/')) }));`;

interface Said {
  readonly verdicts: readonly string[][];
  readonly compiles: boolean;
}

async function ask(path: string, file: string): Promise<Said> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', asking, pathToFileURL(path).href, file],
    { maxBuffer: 100_000_000 },
  );
  return JSON.parse(stdout) as Said;
}

/** The value, and once for each value within it with another in its place. */
function* withFaults(value: unknown): Generator {
  yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const put = (other: unknown): unknown =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
    for (const other of [7, null, { unknown: [] }, ...withFaults(member)]) yield put(other);
  }
}

afterAll(() => {
  folder.remove();
});

it('[start-validators] the build says of documents what their schemas say, without compiling them', async () => {
  const documents = [...scenarios.values()].flatMap(({ document }) => [...withFaults(document)]);
  const file = folder.file('documents.json');
  writeFileSync(file, JSON.stringify({ documents, profile: profileSchema('urn:gantry:workflow-1') }));
  const [built, source] = await Promise.all([
    ask(join(dirname(await builtMain()), validators), file),
    ask(resolve('src', validators), file),
  ]);
  expect(built.verdicts).toEqual(source.verdicts);
  expect([built.compiles, source.compiles]).toEqual([false, true]);
  for (const name of ['shape', 'standard']) {
    const right = built.verdicts.flat().filter((verdict) => verdict === `${name} holds`);
    expect(right.length).toBeGreaterThan(scenarios.size);
    expect(right.length).toBeLessThan(documents.length);
  }
});
