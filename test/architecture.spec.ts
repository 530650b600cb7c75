import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { temporaryFolder } from './support/temporary-folder.js';
import { cruise, extractRules, extractTsConfig, type ICruiseResult } from '../tools/cruise.mjs';

const suffixes =
  'command|controller|dto|page|service|port|entity|repository|adapter|module|schema|decorator|filter|guard|setup|spec';
const fileName = new RegExp(`^[a-z0-9]+(-[a-z0-9]+)*(\\.(${suffixes}))*\\.ts$`);

const exportedName = /^export (?:abstract |async )?(?:class|function\*?|const|type|interface|enum) (\w+)/gm;

const entries = readdirSync('src', { recursive: true, withFileTypes: true });
const sources = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));

/** What the rules say of the sources in a folder: this project's, or another that is made like it. */
async function cruised(baseDir?: string): Promise<ICruiseResult['summary']> {
  const options = await extractRules('./.dependency-cruiser.mjs');
  const here = baseDir === undefined ? options : { ...options, tsConfig: {}, baseDir };
  const { output } = await cruise(
    baseDir === undefined ? ['src', 'web/src'] : ['src'],
    { ...here, outputType: 'json' },
    undefined,
    {
      tsConfig: extractTsConfig('./tsconfig.json'),
    },
  );
  return (JSON.parse(output as string) as ICruiseResult).summary;
}

const gate = 'src/upstreams/tools/gate/call-gate.service.ts';

describe('The architecture', () => {
  it('[architecture-rules] follows every rule of .dependency-cruiser.mjs', async () => {
    const { violations, totalCruised } = await cruised();
    expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
    expect(totalCruised).toBeGreaterThan(sources.length);
  });

  it.each([
    ['records that a call is refused', /\.refuseHop\(/, gate],
    [
      'refuses a call for want of an approval',
      /new Problem\(\s*'approval-required'/,
      'src/upstreams/approvals/approval-problems.ts',
    ],
    ['asks for an approval', /approvals\.given\(/, 'src/upstreams/tools/gate/call-approvals.service.ts'],
    ['lets a tool be called', /new AdmittedTool\(/, gate],
  ])('[call-gate-alone] one file %s', (_what, how, alone) => {
    const files = sources.map(({ parentPath, name }) => join(parentPath, name));
    const found = files.filter((file) => how.test(readFileSync(file, 'utf8')));
    expect(found).toEqual([alone]);
  });

  describe('a house with rules broken on purpose', () => {
    const breaks = [
      ['kernel/from-1.ts', 'platform/to-1.ts', 'direction-kernel'],
      ['mcp/wire/from-2.ts', 'upstreams/to-2.ts', 'direction-mcp'],
      ['accounts/from-3.ts', 'apps/to-3.ts', 'direction-accounts'],
      ['upstreams/from-4.ts', 'mcp-gateway/to-4.ts', 'direction-upstreams'],
      ['cli/from-5.ts', 'platform/to-5.ts', 'direction-cli'],
      ['mcp/wire/from-6.ts', 'mcp/server/to-6.ts', 'room-mcp-wire'],
      ['accounts/people/from-7.ts', 'accounts/sign-in/to-7.ts', 'room-accounts-people'],
      ['apps/document/from-8.ts', 'apps/app/to-8.ts', 'room-apps-document'],
      ['upstreams/links/from-9.ts', 'upstreams/connection/to-9.ts', 'room-upstreams-links'],
      ['upstreams/tools/from-10.ts', 'upstreams/links/to-10.ts', 'room-upstreams-tools'],
      ['apps/from-11.service.ts', 'apps/to-11.entity.ts', 'service-knows-no-transport-or-storage'],
      ['upstreams/from-12.ts', 'accounts/to-12.entity.ts', 'domain-knows-no-transport-or-storage'],
      ['platform/from-13.ts', 'start/to-13.ts', 'direction-start'],
      ['workflows/interpreter/from-14.ts', 'workflows/engine/to-14.ts', 'room-workflows-interpreter'],
    ] as const;
    let found: (readonly string[])[];

    beforeAll(async () => {
      const house = temporaryFolder();
      const write = (name: string, text: string) => {
        const file = house.file(`src/${name}`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      };
      for (const [from, to] of breaks) {
        const path = relative(dirname(from), to);
        write(to, 'export const broken = 1;');
        write(from, `export { broken } from '${path.startsWith('.') ? path : `./${path}`}';`);
      }
      const { violations } = await cruised(house.path);
      house.remove();
      found = violations.map(({ rule, from, to }) => [from, to, rule.name]);
    });

    it.each(breaks)('[architecture-broken] src/%s that imports src/%s breaks %s', (from, to, rule) => {
      expect(found).toContainEqual([`src/${from}`, `src/${to}`, rule]);
    });
  });

  it('[architecture-rooms] has no folder of more than 26 files, and a README in each room', async () => {
    const folders = entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name));
    const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((name) =>
      join('test', name),
    );
    const filesIn = (folder: string) =>
      readdirSync(folder, { withFileTypes: true }).filter(
        (entry) => entry.isFile() && entry.name !== 'README.md',
      );
    const long = [...folders, 'test', ...tests.filter((name) => !/node_modules|\./.test(name))].filter(
      (folder) => filesIn(folder).length > 26,
    );
    expect(long).toEqual([]);
    const { ruleSet } = await extractRules('./.dependency-cruiser.mjs');
    const ordered = (ruleSet?.forbidden ?? []).map(
      ({ from }) => /^\^(src\/[\w/-]+)\/$/.exec(String(from.path))?.[1],
    );
    const rooms = folders.filter((folder) => folder.split('/').length === 2 || ordered.includes(folder));
    expect(rooms.filter((room) => !existsSync(join(room, 'README.md')))).toEqual([]);
  });

  it('gives every module of src/ a place in the order of modules', async () => {
    const { ruleSet } = await extractRules('./.dependency-cruiser.mjs');
    const placed = (ruleSet?.forbidden ?? []).map((rule) => rule.name);
    const modules = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(modules.map(({ name }) => name).filter((name) => !placed.includes(`direction-${name}`))).toEqual(
      [],
    );
  });

  it('[architecture-names] has no exported name for two things', () => {
    const places = new Map<string, Set<string>>();
    for (const { parentPath, name } of sources) {
      const path = join(parentPath, name);
      // What commands are started by is `run` in all of them; the published client names what the API sends, as the API does.
      if (/\.spec\.ts$|^src\/cli\/commands\/|^src\/client\//.test(path)) continue;
      const text = readFileSync(path, 'utf8').replaceAll(/`[^`]*`/g, '');
      for (const [, exported = ''] of text.matchAll(exportedName))
        places.set(exported, (places.get(exported) ?? new Set()).add(path));
    }
    const shared = [...places].filter(([, paths]) => paths.size > 1);
    expect(shared.map(([name, paths]) => [name, ...paths])).toEqual([]);
  });

  it('names files in kebab-case with the suffix of their layer', () => {
    expect(sources.map(({ name }) => name).filter((name) => !fileName.test(name))).toEqual([]);
  });

  it('has no drawer for what found no name', () => {
    const drawers = entries.filter((entry) =>
      /^(utils?|helpers?|common|misc|shared)$/.test(basename(entry.name, '.ts')),
    );
    expect(drawers.map(({ name }) => name)).toEqual([]);
  });
});
