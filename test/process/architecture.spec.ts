import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { cruise, extractRules, type ICruiseResult } from '../../tools/cruise.mjs';
import { temporaryFolder } from '../support/temporary-folder.js';

/** What `npm run lint:deps` would report for the sources of another project. */
async function violationsIn(baseDir: string): Promise<ICruiseResult['summary']['violations']> {
  const options = await extractRules('./.dependency-cruiser.mjs');
  const { output } = await cruise(['src'], { ...options, tsConfig: {}, baseDir, outputType: 'json' });
  return (JSON.parse(output as string) as ICruiseResult).summary.violations;
}

describe('The rules of .dependency-cruiser.mjs, in a project that breaks some of them', () => {
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
    const project = temporaryFolder();
    const write = (name: string, text: string) => {
      const file = project.file(`src/${name}`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    };
    for (const [from, to] of breaks) {
      const path = relative(dirname(from), to);
      write(to, 'export const broken = 1;');
      write(from, `export { broken } from '${path.startsWith('.') ? path : `./${path}`}';`);
    }
    const violations = await violationsIn(project.path);
    project.remove();
    found = violations.map(({ rule, from, to }) => [from, to, rule.name]);
  });

  it.each(breaks)('[architecture-broken] src/%s that imports src/%s breaks %s', (from, to, rule) => {
    expect(found).toContainEqual([`src/${from}`, `src/${to}`, rule]);
  });
});
