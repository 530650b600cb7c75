import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { requirements } from './requirements.js';
import { readTestFile } from './support/test-titles.js';

const files = ['src', 'test']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
  .filter((path) => path.endsWith('spec.ts') && !path.includes('node_modules'))
  .map(readTestFile);
const known = new Set(requirements.map(({ id }) => id));

describe('The table of requirements', () => {
  it('has an id of its own, in kebab-case, for each behaviour', () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  it('has a test for each behaviour', () => {
    const tested = new Set(files.flatMap(({ ids, tableIds }) => [...ids, ...tableIds]));
    expect([...known].filter((id) => !tested.has(id))).toEqual([]);
  });

  it('knows each behaviour that a test names', () => {
    const unknown = files.flatMap(({ path, ids }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${path}: ${id}`),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('counts on tests that run', () => {
    expect(files.flatMap(({ path, switchedOff }) => switchedOff.map((call) => `${path}: ${call}`))).toEqual(
      [],
    );
  });
});
