import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const chart = 'deploy/helm/gantry';

export type Manifest = Readonly<Record<string, unknown>>;

/** Debian's sources of sprig, which need Go before modules. */
const sources = '/usr/share/gocode';

/**
 * Makes the program that renders the chart; answers with its path. Where there is no Go the tests say so and prove nothing; with `CI=true`
 * they fail instead.
 */
export function buildRenderer(folder: string): string | undefined {
  const go = ['/usr/bin/go', '/usr/lib/go-1.19/bin/go'].find(existsSync);
  if (go !== undefined && existsSync(join(sources, 'src/github.com/Masterminds/sprig'))) {
    const program = join(folder, 'render');
    const env = {
      ...process.env,
      GOPATH: sources,
      GO111MODULE: 'off',
      CGO_ENABLED: '0',
      GOFLAGS: '',
      GOCACHE: join(tmpdir(), `gantry-builds-${userInfo().username}`, 'go'),
    };
    execFileSync(go, ['build', '-o', program, 'test/support/helm/render.go'], { env, stdio: 'pipe' });
    return program;
  }
  const advice =
    'apt-get install golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev, or what they are called here';
  if (process.env['CI'] === 'true') throw new Error(`Nothing renders charts: ${advice}`);
  console.warn(`NOT TESTED: what the Helm chart renders to, for want of: ${advice}`);
  return undefined;
}

/** What the chart renders to with these values, by the name of the file. Throws what its templates say is wrong. */
export function render(
  program: string,
  values: object,
  release = 'gantry',
): Readonly<Record<string, string>> {
  const { status, stdout, stderr } = spawnSync(program, [chart, release], {
    input: JSON.stringify(values),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, string>;
}

/** The objects in what was rendered; what is not YAML throws. */
export function manifestsOf(files: Readonly<Record<string, string>>): Manifest[] {
  return Object.entries(files)
    .filter(([name]) => name.endsWith('.yaml'))
    .flatMap(([name, text]) =>
      parseAllDocuments(text).flatMap((document) => {
        if (document.errors.length > 0) throw new Error(`${name}: ${document.errors.join('\n')}`);
        const manifest = document.toJS() as Manifest | null;
        return manifest === null ? [] : [manifest];
      }),
    );
}
