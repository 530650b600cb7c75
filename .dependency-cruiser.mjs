import { direction, rooms } from './.dependency-rooms.mjs';
import { webRules } from './web/dependency-rules.mjs';

/** Packages that are a means, not the matter: one place each knows that we use them, so that one place changes when we don't. */
const vendors = {
  '@modelcontextprotocol/client': '^src/upstreams/.+\\.adapter\\.ts$',
  '@modelcontextprotocol/server': '^src/mcp/.+\\.ts$',
  '@modelcontextprotocol/core': '^src/(upstreams/.+\\.adapter|mcp/.+)\\.ts$',
  ai: '^src/mcp-gateway/.+\\.adapter\\.ts$',
  '@ai-sdk/[^/]+': '^src/mcp-gateway/.+\\.adapter\\.ts$',
  '@dbos-inc/[^/]+': '^src/workflows/engine/dbos/.+\\.adapter\\.ts$',
  jsonata: '^src/(platform/expressions|workflows)/',
  croner: '^src/workflows/definition/cron-times\\.ts$',
  'better-sqlite3': '^src/platform/database/',
  pg: '^src/platform/database/',
  pino: '^src/platform/logging/',
  'pino-pretty': '^src/platform/logging/',
  '@opentelemetry/[^/]+': '^src/platform/tracing/.+\\.adapter\\.ts$',
  helmet: '^src/(app\\.setup|platform/http/.+)\\.ts$',
  '@node-rs/argon2': '^src/accounts/',
  otpauth: '^src/accounts/factors/totp\\.ts$',
  qr: '^src/accounts/own-factor/qr-picture\\.page\\.ts$',
  'openid-client': '^src/accounts/providers/.+\\.adapter\\.ts$',
  commander: '^src/cli/',
};

const features = Object.keys(direction)
  .filter((name) => !['kernel', 'platform', 'client', 'cli'].includes(name))
  .join('|');
const packages = (names) => `^node_modules/(@types/)?(${names})/`;
const spec = '\\.spec\\.ts$';
const suffix = (...names) => `\\.(${names.join('|')})\\.ts$`;

/** Everything that knows HTTP: controllers and their shapes, pages, and tables of routes for the fast path. */
const http = [suffix('controller', 'dto', 'page'), '-routes\\.ts$'];

const error = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

const directionRules = Object.entries(direction).map(([name, allowed]) =>
  error(
    `direction-${name}`,
    `${name} stands on ${allowed.join(', ') || 'nothing'}. A module that imports to its right cannot be understood, tested or taken out without that one.`,
    { path: `^src/${name}/` },
    { path: '^src/', pathNot: `^src/(version\\.ts$|(${[name, ...allowed].join('|')})/)` },
  ),
);

/** Storage knows the tables of its whole module: rows refer to rows. */
const roomRules = Object.entries(rooms).flatMap(([module, its]) =>
  Object.entries(its).map(([room, allowed]) =>
    error(
      `room-${module}-${room}`,
      `In ${module} the room ${room} stands on ${allowed.join(', ') || 'no other'}, so that each can be read after those below it.`,
      { path: `^src/${module}/${room}/`, pathNot: suffix('repository', 'entity') },
      { path: `^src/${module}/`, pathNot: `^src/${module}/(${[room, ...allowed].join('|')})/` },
    ),
  ),
);

/** What makes a process of the modules; it may know all of them. */
const startRule = error(
  'direction-start',
  'Only main.ts starts the gateway: whoever else did would start a second one.',
  { path: '^src/', pathNot: ['^src/main\\.ts$', '^src/start/'] },
  { path: '^src/start/' },
);

const vendorRules = Object.entries(vendors).map(([name, importers]) =>
  error(
    `vendor-${name.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}`,
    `Only ${importers} may know ${name}: to replace it is then work in one place.`,
    { path: '^src/', pathNot: [importers, spec] },
    { path: packages(name) },
  ),
);

const layerRules = [
  error(
    'service-knows-no-transport-or-storage',
    'A use case reads the same over HTTP, native MCP or a test; it talks to ports and plain nouns.',
    { path: suffix('service') },
    {
      path: [
        ...http,
        suffix('entity'),
        packages('typeorm|express|express-serve-static-core|@nestjs/(platform-express|swagger|typeorm)'),
        packages('@modelcontextprotocol/[^/]+'),
      ],
    },
  ),
  error(
    'domain-knows-no-transport-or-storage',
    'Plain nouns and ports are what everything else is written in terms of, so they depend on nothing that may change for reasons of technology.',
    {
      path: `^src/(${features})/`,
      pathNot: [...http, suffix('service', 'entity', 'repository', 'adapter', 'module'), spec],
    },
    {
      path: [
        ...http,
        suffix('service', 'entity', 'repository', 'module'),
        packages('typeorm|express|express-serve-static-core|@nestjs/(platform-express|swagger|typeorm)'),
        packages('@modelcontextprotocol/[^/]+'),
      ],
    },
  ),
  error(
    'http-knows-no-storage',
    'Controllers, DTOs and pages translate between HTTP and a service; an entity in an answer would make the table an API.',
    { path: http },
    { path: [suffix('entity', 'repository', 'adapter'), packages('typeorm|@nestjs/typeorm')] },
  ),
  error(
    'dto-is-a-shape',
    'A DTO is a schema and nothing that runs.',
    { path: suffix('dto') },
    { path: suffix('controller', 'page', 'service', 'module') },
  ),
  error(
    'storage-knows-no-transport',
    'Entities, repositories and adapters serve ports; who calls them and how is not theirs to know.',
    { path: suffix('entity', 'repository', 'adapter') },
    {
      path: [...http, suffix('module'), packages('express|express-serve-static-core|@nestjs/swagger')],
    },
  ),
  error(
    'typeorm-stays-in-storage',
    'Only the storage layer speaks to the database, so that transactions, the SQLite write lock and dialects are dealt with in one layer.',
    {
      path: '^src/',
      pathNot: ['^src/platform/database/', suffix('entity', 'repository', 'adapter', 'module'), spec],
    },
    { path: packages('typeorm|@nestjs/typeorm') },
  ),
  error(
    'express-stays-at-the-edge',
    'The fast path answers without Express: what both share must not need it.',
    {
      path: '^src/',
      pathNot: [
        '^src/app\\.setup\\.ts$',
        '^src/platform/(http|openapi|pages|security)/',
        suffix('controller', 'page'),
        spec,
      ],
    },
    { path: packages('express|express-serve-static-core') },
  ),
];

const kernelRules = [
  error(
    'kernel-uses-no-package',
    'The kernel is plain TypeScript: it outlives frameworks and is tested without any.',
    { path: '^src/kernel/', pathNot: spec },
    { path: '^node_modules/' },
  ),
  error(
    'kernel-does-no-io',
    'Of Node the kernel uses only what computes: crypto, buffer, util.',
    { path: '^src/kernel/', pathNot: spec },
    { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|buffer|util)$' },
  ),
];

const hygieneRules = [
  error(
    'no-cycles',
    'Of two files that import each other neither can be read first; types count too.',
    {},
    { circular: true },
  ),
  error(
    'no-orphans',
    'A file that nothing imports and that imports nothing is dead or in the wrong place.',
    { path: '^src/', orphan: true, pathNot: [spec, '\\.d\\.mts$', '^src/main\\.ts$'] },
    {},
  ),
  error(
    'src-knows-no-tests',
    'What ships does not depend on what checks it.',
    { path: '^src/', pathNot: spec },
    { path: `^(test|bench|scripts)/|${spec}` },
  ),
  error(
    'src-uses-runtime-dependencies-only',
    '`npm ci --omit=dev` must leave a gateway that starts. Types vanish at build time.',
    { path: '^src/', pathNot: spec },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^node_modules/@types/' },
  ),
  error(
    'declared-dependencies-only',
    'A package that is there because another one brought it along leaves with that one.',
    {},
    {
      dependencyTypes: ['npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only'],
    },
  ),
  error('no-barrels', 'Import a thing from the file that defines it.', {}, { dependencyTypes: ['export'] }),
  error('resolvable', 'Every import names something that exists.', {}, { couldNotResolve: true }),
  error(
    'the-root-is-the-top',
    'app.module.ts and its neighbours know all modules; none of these knows them but start, which makes a process of them.',
    { path: '^src/[^/]+/', pathNot: '^src/start/' },
    { path: '^src/[^/]+\\.ts$', pathNot: '^src/version\\.ts$' },
  ),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...directionRules,
    ...roomRules,
    startRule,
    ...webRules(error),
    ...layerRules,
    ...kernelRules,
    ...vendorRules,
    ...hygieneRules,
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Type imports count: a layer that needs another's types depends on it.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage|test/conformance)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default', 'require'],
    },
  },
};
