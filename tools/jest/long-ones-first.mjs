import Sequencer from '@jest/test-sequencer';

/** What takes longest begins first, so that no core waits for it at the end; jest alone would begin with the largest files. */
const longOnes = [
  'workflows/crash/runs',
  'workflows/crash/events',
  'start/process-lifecycle',
  'platform/hostile-clients',
  'apps/crash',
  'mcp-gateway/chat/load',
  'start/packaging',
  'generated-clients',
  'workflows/engine',
  'start/process',
  'oauth/cli-auth-approval',
  'cli/config',
  'platform/schema-drift',
  'accounts/accounts',
  'cli/habits',
  'cli/tools',
  'cli/journey',
  'cli/login',
];

export default class LongOnesFirst extends Sequencer {
  sort(tests) {
    const rest = super.sort(tests);
    const long = longOnes.flatMap((name) =>
      rest.filter(({ path }) => path.endsWith(`/test/${name}.e2e-spec.ts`)),
    );
    return [...new Set([...long, ...rest])];
  }
}
