import { operatorsBrowser } from '../../../support/clients/console-client.js';
import { closeAfterEach } from '../../../support/closing.js';
import { startGateway } from '../../../support/gateway.js';
import { waitFor } from '../../../support/wait-for.js';

const open = closeAfterEach();
/** A hundred packages, from a registry that may be far away. */
const longestMs = 300_000;

describe('A real package, from the registry that npm has here', () => {
  it('[catalog-real] is planned, added, got, compared, installed and called', async () => {
    const gateway = await open(startGateway({ env: { START_TIMEOUT_MS: longestMs } }));
    const ana = await operatorsBrowser(gateway);
    const path = `/api/catalog/${encodeURIComponent('io.github.modelcontextprotocol/server-everything')}`;
    const planned = await ana.json(`${path}/plan`, { body: {} });
    expect(planned.body).toMatchObject({
      ...{ as: 'server-everything', source: 'curated', inputs: [], warnings: [] },
      package: { registryType: 'npm', integrity: expect.stringMatching(/^sha512-/) as string },
    });
    const added = await ana.json(`${path}/add`, { body: { plan: planned.body['plan'], as: 'real' } });
    expect(added.status).toBe(201);
    const say = { message: 'from npm' };
    const answer = await waitFor(
      'the package and all that it needs',
      async () => {
        const called = await ana.call('real', 'echo', say, { timeoutMs: 60_000 });
        return called.status === 200 && called;
      },
      longestMs,
    );
    expect(answer.text).toContain('from npm');
    expect(gateway.logs('package.installed')).toHaveLength(1);
  }, 400_000);
});
