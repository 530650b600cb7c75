import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const suffixes =
  'command|controller|dto|page|service|port|entity|repository|adapter|module|schema|decorator|filter|guard|setup|spec';
const fileName = new RegExp(`^[a-z0-9]+(-[a-z0-9]+)*(\\.(${suffixes}))*\\.ts$`);

const exportedName = /^export (?:abstract |async )?(?:class|function\*?|const|type|interface|enum) (\w+)/gm;

const entries = readdirSync('src', { recursive: true, withFileTypes: true });
const sources = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));

interface Order {
  readonly direction: Readonly<Record<string, readonly string[]>>;
  readonly rooms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** The order of modules and rooms that the rules hold. */
const order = async () => (await import(resolve('.dependency-rooms.mjs'))) as Order;

const gate = 'src/upstreams/tools/gate/call-gate.service.ts';

describe('The architecture', () => {
  it('[architecture-rules] is checked in CI by the rules of .dependency-cruiser.mjs', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['lint:deps']).toMatch(/ depcruise src web\/src --config \.dependency-cruiser\.mjs$/);
    expect(scripts['check']).toContain('npm run lint:deps');
    expect(readFileSync('.ci/run', 'utf8')).toContain('npm run --silent lint:deps');
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

  it.each<[string, RegExp, readonly string[]]>([
    ['who runs the gateway', /scopes\.has\('operator'\)/, ['src/kernel/principal.ts']],
    ['which place runs it', /operator && role === 'owner'/, ['src/accounts/people/person.ts']],
    ['whom a rule means', /new CallerPatterns\(/, ['src/upstreams/tools/gate/rules/rule-book.ts']],
    ['what a caller is called', /trust: 'known'/, ['src/accounts/identity/caller-identities.service.ts']],
    ['which groups a claim names', /'groups', 'teams', 'orgs'/, ['src/accounts/identity/group-names.ts']],
    ['which member a command means', /\bemail === name\b/, ['src/cli/people/member.ts']],
  ])('[identity-one-place] one file says %s', (_what, how, places) => {
    const files = sources
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => !file.endsWith('.spec.ts'));
    const found = files.filter((file) => how.test(readFileSync(file, 'utf8')));
    expect(found).toEqual(places);
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
    const ordered = Object.entries((await order()).rooms).flatMap(([module, its]) =>
      Object.keys(its).map((room) => join('src', module, room)),
    );
    const withReadme = folders.filter((folder) => folder.split('/').length === 2 || ordered.includes(folder));
    expect(withReadme.filter((room) => !existsSync(join(room, 'README.md')))).toEqual([]);
  });

  it('gives every module of src/ a place in the order of modules', async () => {
    const placed = ['start', ...Object.keys((await order()).direction)];
    const modules = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(modules.map(({ name }) => name).filter((name) => !placed.includes(name))).toEqual([]);
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
