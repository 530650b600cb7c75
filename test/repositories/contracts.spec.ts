import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

function filesIn(folder: string, ending: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ path: join(folder, name), text: readFileSync(join(folder, name), 'utf8') }));
}

const repositories = filesIn('src', '.repository.ts').filter(({ path }) =>
  basename(path).startsWith('typeorm-'),
);
const ports = filesIn('src', '.port.ts');
/** The tests of repositories that speak Postgres only are in its tier. */
const tests = ['test/repositories', 'test/postgres/repositories'].flatMap((folder) =>
  filesIn(folder, '.spec.ts'),
);

function testsOf({ path }: SourceFile): string {
  const name = basename(path).replace(/\.ts$/, '.js');
  return tests.flatMap(({ text }) => (text.includes(`/${name}'`) ? text : [])).join('\n');
}

/** The members that the abstract class declares that a repository implements. */
function membersOf({ path, text }: SourceFile): string[] {
  const [, port = ''] = /class \w+ extends (\w+)/.exec(text) ?? [];
  const declared = ports.find((file) => file.text.includes(`abstract class ${port} {`));
  if (declared === undefined) throw new Error(`${path} implements no port`);
  const body = declared.text.slice(declared.text.indexOf(`abstract class ${port} {`));
  const [own = ''] = body.split(/^}$/m);
  return [...own.matchAll(/^ {2}abstract (?:readonly )?(\w+)/gm)].map(([, name = '']) => name);
}

describe('The contract tests of repositories', () => {
  it('[repository-contract] test each repository', () => {
    expect(repositories.length).toBeGreaterThanOrEqual(40);
    expect(repositories.filter((file) => testsOf(file) === '').map(({ path }) => path)).toEqual([]);
  });

  it('[repository-contract] use each member of the port that a repository implements', () => {
    const unused = repositories.flatMap((file) => {
      const text = testsOf(file);
      const missing = membersOf(file).filter((name) => !new RegExp(`\\.${name}\\b`).test(text));
      return missing.map((name) => `${file.path}: ${name}`);
    });
    expect(unused).toEqual([]);
  });
});
