import config from './jest.config.mjs';

/** What shows the same on either database: how bytes come and go, how child processes are kept, how pages look and what a package holds. */
const sameOnEither = [
  '/test/cli/examples',
  '/test/console/pages-(frame|look|tools)',
  '/test/docs-commands',
  '/test/generated-clients',
  '/test/mcp-gateway/(chat/load|gateway-streams)',
  '/test/platform/(bad-input|database-trouble|early-answers|hostile-clients|loop-stalls|noisy-bodies|pages-browser|pages-look|reader-backlog)',
  '/test/start/(packaging|start\\.)',
  '/test/upstreams/(answer-|bounds|config|deadlines|era|floods|hostile-upstreams|odd-|protocol|stdio)',
  '/test/upstreams/connecting/connect-look',
];

/** @type {import('jest').Config} */
export default {
  ...config,
  testMatch: ['<rootDir>/test/**/*.e2e-spec.ts'],
  testPathIgnorePatterns: [...config.testPathIgnorePatterns, ...sameOnEither],
};
