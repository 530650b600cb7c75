import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
    expect(copied.filter((path) => !existsSync(path) || !sent.includes(path))).toEqual([]);
    expect(sent.filter((path) => !copied.includes(path))).toEqual([]);
  });

  it('[deploy-image] is healthy by a command that runs', async () => {
    const [, check = ''] = instructions().find(([name]) => name === 'HEALTHCHECK') ?? [];
    const [, ...command] = JSON.parse(check.slice(check.indexOf('['))) as string[];
    const run = promisify(execFile)(process.execPath, command, { env: { PORT: '1' } });
    await expect(run).rejects.toMatchObject({ code: 1 });
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
    for (const { name } of container['env'] as { name: string }[])
      expect(Object.keys(variables)).toContain(name);
    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  it('[deploy-systemd] runs the gateway as nobody in particular and lets it drain', () => {
    const unit = read('deploy/systemd/gantry.service');
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
    expect(value('DynamicUser')).toBe('yes');
    expect(value('NoNewPrivileges')).toBe('yes');
    expect(value('ProtectSystem')).toBe('strict');
    expect(value('RestartPreventExitStatus')).toBe('78');
    expect(Number(value('TimeoutStopSec')) * 1000).toBeGreaterThan(drainMs);
    expect(value('ExecStart')).toMatch(/ dist\/main\.js$/);
    for (const [, name] of (value('Environment') ?? '').matchAll(/([A-Z_]+)=/g))
      expect(['NODE_ENV', ...Object.keys(variables)]).toContain(name);
    const faulty = unit.split('\n').filter((line) => !/^(?:#.*|\[\w+\]|[A-Za-z]+=.*|)$/.test(line));
    expect(faulty).toEqual([]);
  });
});
