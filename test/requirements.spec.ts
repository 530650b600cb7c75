import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirements } from './requirements.js';
import { readTestFile } from './support/test-titles.js';

const files = ['src', 'test']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
  .filter((path) => path.endsWith('spec.ts') && !path.includes('node_modules'))
  .map(readTestFile);
const known = new Set(requirements.map(({ id }) => id));

function canBeOpened(source: string): boolean {
  if (/^RFC \d+( §[\d.–]+)?$/.test(source) || URL.canParse(source)) return true;
  const [path = '', heading] = source.split('#');
  if (!existsSync(path)) return false;
  return heading === undefined || headingsOf(readFileSync(path, 'utf8')).includes(heading);
}

/** As GitHub makes anchors of them. */
function headingsOf(page: string): string[] {
  const titles = [...page.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title.toLowerCase());
  return titles.map((title) => title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}

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

  it('cites for each behaviour what can be opened: an RFC, an address, or a page of the repository and a heading in it', () => {
    const sources = [...new Set(requirements.map(({ source }) => source))];
    expect(sources.filter((source) => !canBeOpened(source))).toEqual([]);
  });

  it('counts on tests that run', () => {
    expect(files.flatMap(({ path, switchedOff }) => switchedOff.map((call) => `${path}: ${call}`))).toEqual(
      [],
    );
  });
});
