import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { variables } from '../src/platform/config/variables.js';

type Json = Record<string, unknown>;

const read = (path: string): string => readFileSync(path, 'utf8');
const drainMs = variables.DRAIN_TIMEOUT_MS.fallback;
const kubernetes = 'deploy/kubernetes';
const manifests = (): Json[] =>
  readdirSync(kubernetes)
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((name) => parseAllDocuments(read(join(kubernetes, name))).map((it) => it.toJS() as Json));
const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Json | undefined)?.[step], value);

interface StdioEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

/** The servers that installations begin with. */
const sample = (path: string) =>
  Object.values((JSON.parse(read(path)) as { mcpServers: Record<string, StdioEntry> }).mcpServers);
const systemd = (name: string) =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(read('deploy/systemd/gantry.service'))?.[1] ?? '';

/** Instructions of the Dockerfile, continued lines joined, as name and arguments. */
const instructions = (): [name: string, rest: string][] =>
  read('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)]);

describe('What Gantry is deployed with', () => {
  it('[deploy-image] builds in a stage of its own and runs without root, with a health check', () => {
    const all = instructions();
    const last = all.map(([name]) => name).lastIndexOf('FROM');
    const names = all.slice(last).map(([name]) => name);
    const known = 'FROM RUN ENV WORKDIR COPY USER VOLUME EXPOSE HEALTHCHECK STOPSIGNAL ENTRYPOINT CMD'.split(
      ' ',
    );
    expect(all.filter(([name]) => !known.includes(name))).toEqual([]);
    expect(all.filter(([name]) => name === 'FROM').map(([, from]) => from.split(' ')[0])).toEqual([
      ...['node:20.20-bookworm-slim', 'node:20.20-bookworm-slim'],
    ]);
    expect(all).toContainEqual(['USER', 'node']);
    expect(names.indexOf('USER')).toBeLessThan(names.indexOf('CMD'));
    expect(names).toEqual(expect.arrayContaining(['HEALTHCHECK', 'STOPSIGNAL', 'ENTRYPOINT']));
    expect(all.slice(0, last).some(([, rest]) => rest.includes('npm prune --omit=dev'))).toBe(true);
    for (const [name, rest] of all.filter((it) => ['CMD', 'ENTRYPOINT'].includes(it[0])))
      expect([name, Array.isArray(JSON.parse(rest))]).toEqual([name, true]);
    expect(all.filter(([, rest]) => /(?:SECRET|TOKEN|PASSWORD)\w*=/.test(rest))).toEqual([]);
    expect(all.filter(([name, rest]) => name === 'ADD' || /curl|wget|https?:\/\/(?!127)/.test(rest))).toEqual(
      [],
    );
  });

  it('[deploy-image] copies what is there, and gets no more than .dockerignore lets through', () => {
    const sent = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = instructions()
      .filter(([name, rest]) => name === 'COPY' && !rest.startsWith('--from'))
      .flatMap(([, rest]) => rest.split(' ').slice(0, -1))
      .map((path) => path.replace('./', ''));
    expect(read('.dockerignore')).toMatch(/^\*$/m);
    const isSent = (path: string) => sent.some((name) => name === path || path.startsWith(`${name}/`));
    expect(copied.filter((path) => !existsSync(path) || !isSent(path))).toEqual([]);
    expect(sent.filter((path) => !copied.includes(path))).toEqual([]);
  });

  it('[deploy-image] compiles against the headers of its own Node', () => {
    const all = instructions();
    const names = all.map(([name, rest]) => `${name} ${rest}`);
    const headers = names.indexOf('ENV npm_config_nodedir=/usr/local');
    expect(headers).toBeGreaterThan(0);
    expect(headers).toBeLessThan(names.indexOf('RUN npm ci'));
  });

  it('[deploy-servers] begins with servers that are found from where each of them puts the file', () => {
    const entries = sample('deploy/servers/mcp.json');
    expect(sample('mcp.json').map(({ command, args }) => [command, args])).toEqual(
      entries.map(({ command, args }) => [command, args]),
    );
    const all = instructions();
    const image = all.slice(all.map(([name]) => name).lastIndexOf('FROM'));
    const home = image.find(([name]) => name === 'WORKDIR')?.[1];
    expect([...new Set(entries.map(({ cwd }) => cwd)), systemd('WorkingDirectory')]).toEqual([home, home]);
    const inImage = image.filter(([name]) => name === 'COPY').map(([, rest]) => rest.split(' ').at(-1));
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Json };
    for (const path of entries.flatMap(({ command, args }) => [command, ...args])) {
      if (!path.startsWith('./')) continue;
      expect([path, existsSync(path)]).toEqual([path, true]);
      expect([path, inImage.some((copied) => path.startsWith(String(copied)))]).toEqual([path, true]);
      const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(realpathSync(path)) ?? [];
      if (name !== undefined) expect(Object.keys(dependencies)).toContain(name);
    }

    expect(image).toContainEqual(['COPY', 'deploy/servers /etc/gantry']);
    expect(image.find(([name]) => name === 'ENV')?.[1]).toContain('MCP_CONFIG=/etc/gantry/mcp.json');
    const compose = parse(read('compose.yaml')) as Json;
    expect(at(compose, 'services', 'gantry', 'volumes')).toContain('./deploy/servers:/etc/gantry:ro');
    expect(systemd('Environment')).toContain('MCP_CONFIG=/etc/gantry/mcp.json');
    for (const entry of sample(join(kubernetes, 'mcp.json'))) expect(Object.keys(entry)).toEqual(['url']);
  });

  it('[deploy-unit] lets V8 start under its filter of system calls', () => {
    expect(systemd('SystemCallFilter').split(' ')).toEqual(['@system-service', '@pkey']);
    expect(systemd('SystemCallErrorNumber')).toBe('EPERM');
  });

  it('[deploy-compose] gives the gateway a database, no rights and time to drain', () => {
    const compose = parse(read('compose.yaml')) as Json;
    const gantry = at(compose, 'services', 'gantry') as Json;
    expect(gantry).toMatchObject({
      depends_on: { postgres: { condition: 'service_healthy' } },
      ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
    });
    expect(Number.parseInt(String(gantry['stop_grace_period']), 10) * 1000).toBeGreaterThan(drainMs);
    const text = read('compose.yaml');
    expect(text).toContain('${SECRET_KEY:?');
    expect(text).toContain('${POSTGRES_PASSWORD:?');
    expect(at(gantry, 'environment', 'PREVIOUS_SECRET_KEYS')).toBe('${PREVIOUS_SECRET_KEYS:-}');
    for (const name of Object.keys(gantry['environment'] as Json))
      expect(Object.keys(variables)).toContain(name);
    expect(Object.keys(compose['volumes'] as Json).sort()).toEqual(['data', 'postgres']);
  });

  it('[deploy-kubernetes] runs replicas without rights, with probes and time to drain', () => {
    const { resources } = parse(read(join(kubernetes, 'kustomization.yaml'))) as { resources: string[] };
    expect(resources.filter((name) => !existsSync(join(kubernetes, name)))).toEqual([]);
    const all = manifests();
    expect(all.map(({ kind }) => kind).sort()).toEqual([
      ...['Deployment', 'Namespace', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'],
    ]);
    const deployment = all.find(({ kind }) => kind === 'Deployment');
    const pod = at(deployment, 'spec', 'template', 'spec') as Json;
    const container = at(pod, 'containers', 0) as Json;
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container['securityContext']).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(Number(pod['terminationGracePeriodSeconds']) * 1000).toBeGreaterThan(drainMs + 5000);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(at(container, probe, 'httpGet', 'port')).toBe('http');
    const labels = at(deployment, 'spec', 'template', 'metadata', 'labels');
    for (const [kind, path] of [
      ['Deployment', ['spec', 'selector', 'matchLabels']],
      ['PodDisruptionBudget', ['spec', 'selector', 'matchLabels']],
      ['Service', ['spec', 'selector']],
      ['NetworkPolicy', ['spec', 'podSelector', 'matchLabels']],
    ] as const)
      expect(
        at(
          all.find((it) => it['kind'] === kind),
          ...path,
        ),
      ).toEqual(labels);
    const mounts = (container['volumeMounts'] as Json[]).map(({ name }) => name).sort();
    expect((pod['volumes'] as Json[]).map(({ name }) => name).sort()).toEqual(mounts);
    const names = (container['env'] as { name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => !Object.keys(variables).includes(name))).toEqual([]);
    // What an ingress for `/` would publish, and whom its own address would stand for.
    expect(names).not.toContain('METRICS_PUBLIC');
    expect(names).toContain('TRUST_PROXY');
    for (const spread of pod['topologySpreadConstraints'] as Json[])
      expect([at(spread, 'labelSelector', 'matchLabels'), spread['matchLabelKeys']]).toEqual([
        at(deployment, 'spec', 'selector', 'matchLabels'),
        ['pod-template-hash'],
      ]);
    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  it('[deploy-systemd] runs the gateway as nobody in particular and lets it drain', () => {
    const unit = read('deploy/systemd/gantry.service');
    expect(systemd('DynamicUser')).toBe('yes');
    expect(systemd('NoNewPrivileges')).toBe('yes');
    expect(systemd('ProtectSystem')).toBe('strict');
    expect(systemd('RestartPreventExitStatus')).toBe('78');
    expect(Number(systemd('TimeoutStopSec')) * 1000).toBeGreaterThan(drainMs);
    expect(systemd('ExecStart')).toMatch(/ dist\/main\.js$/);
    for (const [, name] of systemd('Environment').matchAll(/([A-Z_]+)=/g))
      expect(['NODE_ENV', ...Object.keys(variables)]).toContain(name);
    const faulty = unit.split('\n').filter((line) => !/^(?:#.*|\[\w+\]|[A-Za-z]+=.*|)$/.test(line));
    expect(faulty).toEqual([]);
    const sandbox = read('deploy/systemd/sandbox.conf');
    expect(sandbox).toMatch(/^Environment=STDIO_SANDBOX=bwrap$/m);
    expect(sandbox.split('\n').filter((line) => !/^(?:#.*|\[Service\]|[A-Za-z]+=.*|)$/.test(line))).toEqual(
      [],
    );
    for (const [, name = ''] of sandbox.matchAll(/^(Protect\w+|Restrict\w+|SystemCallFilter)=/gm))
      expect([name, systemd(name)]).not.toEqual([name, '']);
    // Only the unit knows what %d is.
    expect(unit).toMatch(/^#LoadCredential=secret-key:.*\n#Environment=SECRET_KEY_FILE=%d\/secret-key$/m);
  });
});
