import type { UserPrincipal } from '../../src/kernel/principal.js';
import type { NativeSession } from '../../src/mcp/server/native-session.js';
import { NativeSessions } from '../../src/mcp/server/native-sessions.service.js';
import { Config } from '../../src/platform/config/config.js';
import { Drain } from '../../src/platform/http/answers/drain.js';
import { OpenWork } from '../../src/platform/http/open-work.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { AccountUsage } from '../../src/platform/usage/account-usage.service.js';
import { TestClock } from '../support/test-clock.js';

const room = 500;
const server = { id: 'srv_1', fingerprint: '' };
const owner: UserPrincipal = {
  ...{ kind: 'user', userId: 'usr_1', accountId: 'acc_1', role: 'owner', operator: false },
  ...{ tokenId: 'tok_1', scopes: new Set(['tools:call'] as const) },
};

/** A session that tells how often somebody looked at it. */
function watched(onLook: () => void): NativeSession {
  return {
    get busy() {
      onLook();
      return false;
    },
    initialize: { jsonrpc: '2.0', id: 1, method: 'initialize' },
    post: () => Promise.resolve(undefined),
    get: () => Promise.resolve(undefined),
    tell: () => undefined,
    close: () => Promise.resolve(),
  };
}

it('[native-session-cost] A session that is opened looks at none of those that are open, and where there is no room once at each', async () => {
  const config = Config.load({ DATA_DIR: '/nowhere', MAX_SESSIONS: String(room), SESSION_QUIET_MS: '0' });
  const clock = new TestClock();
  const work = new OpenWork(new Drain(config));
  const sessions = new NativeSessions(config, clock, new AccountUsage(config, new Metrics()), work);
  let looks = 0;
  const open = () =>
    sessions.inPlace(owner, () =>
      Promise.resolve(
        sessions.add(
          owner,
          server,
          watched(() => looks++),
        ),
      ),
    );
  try {
    const newest = await open();
    const oldest = await open();
    while (sessions.size < room) await open();
    expect(looks).toBe(0);
    clock.advance(1);
    sessions.find(newest, owner, server);
    clock.advance(1);
    looks = 0;
    await open();
    expect(looks).toBeLessThanOrEqual(room);
    expect(sessions.size).toBe(room);
    expect(sessions.find(oldest, owner, server)).toBeUndefined();
    expect(sessions.find(newest, owner, server)).toBeDefined();
  } finally {
    await sessions.onApplicationShutdown();
  }
});
