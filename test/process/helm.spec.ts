import { Ajv } from 'ajv';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { variables } from '../../src/platform/config/variables.js';
import { buildRenderer, chart, manifestsOf, render, type Manifest } from '../support/helm/chart.js';
import { temporaryFolder } from '../support/temporary-folder.js';

type Json = Record<string, unknown>;

const folder = temporaryFolder();
const read = (name: string): string => readFileSync(join(chart, name), 'utf8');
const values = parse(read('values.yaml')) as Json;
const check = new Ajv({ strict: false, allErrors: true }).compile(
  JSON.parse(read('values.schema.json')) as object,
);
const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Json | undefined)?.[step], value);
const find = (all: readonly Manifest[], kind: string): Manifest | undefined =>
  all.find((manifest) => manifest['kind'] === kind);
const without = (object: Json, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
const podOf = (workload: unknown): Json => at(workload, 'spec', 'template', 'spec') as Json;

const onPostgres = { existingSecret: 'credentials' };
const onSqlite = { storage: 'sqlite' };
const everything = {
  ...{ existingSecret: '', replicas: 3, fullnameOverride: 'mcp', trustProxy: '10.1.0.0/16' },
  secret: { databaseUrl: 'postgres://a:b@c/d', secretKey: 'k'.repeat(40), bootstrapToken: 'gtu_x' },
  image: { repository: 'registry.example/gantry', digest: `sha256:${'0'.repeat(64)}` },
  imagePullSecrets: [{ name: 'registry' }],
  publicUrl: 'https://mcp.example.org',
  mcp: { mcpServers: { one: { url: 'https://one.example/mcp', headers: { Authorization: '${env:ONE}' } } } },
  env: { LOG_LEVEL: 'debug', RATE_LIMIT_PER_MINUTE: 0, METRICS_PUBLIC: false },
  envFrom: [{ secretRef: { name: 'servers' } }],
  service: { type: 'NodePort', port: 8080, annotations: { a: 'b' } },
  ingress: { enabled: true, className: 'nginx', annotations: { 'x.example/y': 'on' }, tlsSecret: 'tls' },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' }, tokenSecret: { name: 'metrics' } },
  podAnnotations: { c: 'd' },
  podLabels: { team: 'tools' },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'spot', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
  priorityClassName: 'high',
};
let program: string | undefined;

beforeAll(() => {
  program = buildRenderer(folder.path);
});

afterAll(() => {
  folder.remove();
});

/** Renders and reads; without Go there is nothing to look at. */
function withChart(look: (rendered: (values: object) => Manifest[]) => void): () => void {
  return () => {
    const renderer = program;
    if (renderer !== undefined) look((given) => manifestsOf(render(renderer, given)));
  };
}

describe('The values of the Helm chart', () => {
  it('[deploy-helm-values] fit their schema, which knows all of them and no other', () => {
    expect(check(values) ? [] : check.errors).toEqual([]);
    const known = (JSON.parse(read('values.schema.json')) as { properties: Json }).properties;
    expect(Object.keys(known).filter((name) => name !== 'global')).toEqual(Object.keys(values));
    expect(check({ ...values, ...onSqlite, ...everything })).toBe(true);
  });

  it.each<[string, object, string]>([
    ['a misspelt member', { replica: 2 }, 'must NOT have additional properties'],
    ['an unknown storage', { storage: 'mysql' }, 'must be equal to one of the allowed values'],
    ['no number of replicas', { replicas: '2' }, 'must be integer'],
    ['a short key', { secret: { secretKey: 'short' } }, 'must match pattern'],
    ['a policy that lets all in', { networkPolicy: { namespaces: [] } }, 'must NOT have fewer than 1 items'],
    ['a variable that has a value of its own', { env: { SECRET_KEY: 'x' } }, 'must NOT be valid'],
  ])('[deploy-helm-values] are refused with %s', (_, given, message) => {
    expect(check({ ...values, ...given })).toBe(false);
    expect(check.errors?.map((error) => error.message).join()).toContain(message);
  });

  it('[deploy-helm-values] are all used, and templates use no others', () => {
    const templates = readdirSync(join(chart, 'templates')).map((name) => read(join('templates', name)));
    const used = templates.flatMap((text) => [...text.matchAll(/\.Values\.(\w+)/g)].map(([, name]) => name));
    expect([...new Set(used)].sort()).toEqual(Object.keys(values).sort());
  });

  it('[deploy-helm-values] name the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(parse(read('Chart.yaml'))).toMatchObject({ apiVersion: 'v2', version, appVersion: version });
  });
});

describe('What the Helm chart renders to', () => {
  const kustomized = readdirSync('deploy/kubernetes')
    .filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
    .flatMap((name) =>
      parseAllDocuments(readFileSync(join('deploy/kubernetes', name), 'utf8')).map(
        (document) => document.toJS() as Manifest,
      ),
    );

  it(
    '[deploy-helm] is what the kustomize files are: the same pod, rights, probes and times',
    withChart((rendered) => {
      const all = rendered(onPostgres);
      expect(all.map(({ kind }) => kind).sort()).toEqual([
        ...['ConfigMap', 'Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'],
      ]);
      const [pod, other] = [all, kustomized].map((it) => podOf(find(it, 'Deployment'))) as [Json, Json];
      const shared = (spec: Json): unknown => ({
        ...without(spec, 'containers', 'volumes', 'topologySpreadConstraints'),
        spread: (spec['topologySpreadConstraints'] as Json[]).map((it) => without(it, 'labelSelector')),
        container: without(
          at(spec, 'containers', 0) as Json,
          ...['image', 'imagePullPolicy', 'env', 'envFrom'],
        ),
      });
      expect(shared(pod)).toEqual(shared(other));
      expect((pod['volumes'] as Json[]).map(({ name }) => name)).toEqual(
        (other['volumes'] as Json[]).map(({ name }) => name),
      );
      for (const path of [['strategy'], ['replicas']])
        expect(at(find(all, 'Deployment'), 'spec', ...path)).toEqual(
          at(find(kustomized, 'Deployment'), 'spec', ...path),
        );
      expect(at(find(all, 'NetworkPolicy'), 'spec', 'ingress')).toEqual(
        at(find(kustomized, 'NetworkPolicy'), 'spec', 'ingress'),
      );
      expect(at(find(all, 'PodDisruptionBudget'), 'spec', 'minAvailable')).toBe(1);
    }),
  );

  it(
    '[deploy-helm] selects its own pods, whatever they are called',
    withChart((rendered) => {
      for (const given of [onPostgres, onSqlite, everything]) {
        const all = rendered(given);
        const workload = find(all, 'Deployment') ?? find(all, 'StatefulSet');
        const labels = at(workload, 'spec', 'template', 'metadata', 'labels') as Json;
        const selector = at(workload, 'spec', 'selector', 'matchLabels') as Json;
        expect(labels).toMatchObject(selector);
        for (const [kind, path] of [
          ['Service', ['spec', 'selector']],
          ['NetworkPolicy', ['spec', 'podSelector', 'matchLabels']],
          ['PodDisruptionBudget', ['spec', 'selector', 'matchLabels']],
        ] as const) {
          const manifest = find(all, kind);
          if (manifest !== undefined) expect([kind, at(manifest, ...path)]).toEqual([kind, selector]);
        }
        const names = [...JSON.stringify(podOf(workload)).matchAll(/"configMap":\{"name":"([^"]+)"/g)];
        expect(names.map(([, name]) => name)).toEqual([at(find(all, 'ConfigMap'), 'metadata', 'name')]);
        const mounts = at(podOf(workload), 'containers', 0, 'volumeMounts') as Json[];
        const volumes = [
          ...(podOf(workload)['volumes'] as Json[]).map(({ name }) => name),
          ...((at(workload, 'spec', 'volumeClaimTemplates') ?? []) as Json[]).map((it) =>
            at(it, 'metadata', 'name'),
          ),
        ];
        expect(volumes.sort()).toEqual(mounts.map(({ name }) => name).sort());
      }
    }),
  );

  it(
    '[deploy-helm] is one pod with a volume of its own on SQLite, and needs no secret there',
    withChart((rendered) => {
      const all = rendered({ ...onSqlite, replicas: 5, persistence: { size: '9Gi', storageClass: 'fast' } });
      expect(all.map(({ kind }) => kind).sort()).toEqual([
        ...['ConfigMap', 'NetworkPolicy', 'Service', 'StatefulSet'],
      ]);
      const set = find(all, 'StatefulSet');
      expect(at(set, 'spec', 'replicas')).toBe(1);
      expect(at(set, 'spec', 'volumeClaimTemplates', 0, 'spec')).toEqual({
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'fast',
        resources: { requests: { storage: '9Gi' } },
      });
      expect(at(podOf(set), 'containers', 0, 'envFrom')).toBeUndefined();
      expect(at(set, 'spec', 'serviceName')).toBe(at(find(all, 'Service'), 'metadata', 'name'));
    }),
  );

  it(
    '[deploy-helm] takes every value to where it belongs',
    withChart((rendered) => {
      const all = rendered(everything);
      const deployment = find(all, 'Deployment');
      const pod = podOf(deployment);
      const container = at(pod, 'containers', 0) as Json;
      expect(at(deployment, 'metadata', 'name')).toBe('mcp');
      expect(container['image']).toBe(`registry.example/gantry@sha256:${'0'.repeat(64)}`);
      expect(container['env']).toEqual([
        { name: 'PUBLIC_URL', value: 'https://mcp.example.org' },
        { name: 'TRUST_PROXY', value: '10.1.0.0/16' },
        { name: 'LOG_LEVEL', value: 'debug' },
        { name: 'METRICS_PUBLIC', value: 'false' },
        { name: 'RATE_LIMIT_PER_MINUTE', value: '0' },
      ]);
      for (const { name } of container['env'] as { name: string }[])
        expect(Object.keys(variables)).toContain(name);
      expect(container['envFrom']).toEqual([
        { secretRef: { name: 'mcp' } },
        { secretRef: { name: 'servers' } },
      ]);
      expect(at(find(all, 'Secret'), 'stringData')).toEqual({
        ...{ DATABASE_URL: 'postgres://a:b@c/d', SECRET_KEY: 'k'.repeat(40), BOOTSTRAP_TOKEN: 'gtu_x' },
      });
      for (const member of [
        'imagePullSecrets',
        'nodeSelector',
        'tolerations',
        'affinity',
        'priorityClassName',
      ])
        expect([member, pod[member]]).toEqual([member, (everything as Json)[member]]);
      expect(JSON.parse(String(at(find(all, 'ConfigMap'), 'data', 'mcp.json')))).toEqual(everything.mcp);
      expect(at(find(all, 'Ingress'), 'spec')).toEqual({
        ingressClassName: 'nginx',
        tls: [{ hosts: ['mcp.example.org'], secretName: 'tls' }],
        rules: [
          {
            host: 'mcp.example.org',
            http: {
              paths: [
                {
                  ...{ path: '/', pathType: 'Prefix' },
                  backend: { service: { name: 'mcp', port: { name: 'http' } } },
                },
              ],
            },
          },
        ],
      });
      expect(at(find(all, 'ServiceMonitor'), 'spec', 'endpoints', 0, 'authorization')).toEqual({
        type: 'Bearer',
        credentials: { name: 'metrics', key: 'token' },
      });
    }),
  );

  it(
    '[deploy-helm] starts new pods for a new secret, and says in the notes how to go on',
    withChart((rendered) => {
      const sum = (secretKey: string): unknown =>
        at(
          find(rendered({ secret: { databaseUrl: 'postgres://a/b', secretKey } }), 'Deployment'),
          ...['spec', 'template', 'metadata', 'annotations', 'checksum/secret'],
        );
      expect(sum('a'.repeat(32))).not.toBe(sum('b'.repeat(32)));
      const notes = render(program ?? '', onSqlite)['NOTES.txt'] ?? '';
      expect(notes).toContain('rollout status statefulset/gantry');
      expect(notes).toContain('port-forward service/gantry 3000:80');
      expect(notes).toContain('trustProxy is empty');
    }),
  );

  it.each<[string, object]>([
    ['storage: postgres needs existingSecret', {}],
    [
      'storage: sqlite has no use for secret.databaseUrl',
      { ...onSqlite, secret: { databaseUrl: 'postgres://a/b' } },
    ],
    ['serviceMonitor needs tokenSecret.name', { ...onPostgres, serviceMonitor: { enabled: true } }],
  ])('[deploy-helm] is nothing that would start and then not work: %s', (message, given) => {
    withChart((rendered) => {
      expect(() => rendered(given)).toThrow(message);
    })();
  });
});
