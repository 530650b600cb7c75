import { tier } from '../../jest.config.mjs';

/** Files of the fast tier whose behavior depends on the database. Together they walk through accounts, OAuth, apps, calls, approvals, workflows and events. */
const journeys = [
  ...['accounts/people', 'accounts/members', 'accounts/second-factor'],
  ...['oauth/authorize', 'oauth/grants', 'oauth/cli-auth'],
  ...['apps/config-history', 'apps/call-log'],
  ...['upstreams/approvals/deciding', 'platform/idempotency'],
  ...['workflows/runs', 'workflows/events/events'],
  // The drift check of migrations and entities.
  'platform/schema-drift',
];

export default tier('postgres', {
  testMatch: [
    '<rootDir>/test/{postgres,repositories}/**/*.{spec,e2e-spec}.ts',
    ...journeys.map((name) => `<rootDir>/test/${name}.e2e-spec.ts`),
  ],
});
