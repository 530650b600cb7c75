import { Database } from '../../src/platform/database/database.js';
import type { Json } from '../support/clients/gateway-client.js';
import { closeAfterAll } from '../support/closing.js';
import { decideOn, OAuthProgram, pkce } from '../support/oauth/oauth-flow.js';
import { eventsIn, oauthStage, type OAuthStage } from '../support/oauth/oauth-stage.js';
import { waitFor } from '../support/wait-for.js';

const open = closeAfterAll();
const eventsPerMinute = 12;
let stage: OAuthStage;

beforeAll(async () => {
  stage = await oauthStage(open, { env: { OAUTH_EVENTS_PER_MINUTE: eventsPerMinute } });
});

describe('The trail of OAuth clients', () => {
  it('[oauth-events] leaves audit events with the client name and metrics with a known name, without any secret', async () => {
    const { gateway, browser } = stage;
    const program = await OAuthProgram.register(gateway, { client_name: 'Cursor' });
    const { verifier, challenge } = pkce();
    const code = await program.authorize(browser, challenge, { state: 'canary-of-state' });
    const { body } = await program.exchange(code, verifier);
    const refreshed = await program.refresh(String(body['refresh_token']));
    const denied = await browser.get(program.path(pkce().challenge));
    await decideOn(browser, denied, 'deny');
    await program.revoke(String(refreshed.body['refresh_token']));
    const audit = await gateway.json('/api/audit?limit=200');
    const events = (audit.body['events'] as { action: string; details: Json }[]).filter(({ action }) =>
      action.startsWith('oauth.'),
    );
    expect(events.map(({ action }) => action).reverse()).toEqual(
      expect.arrayContaining([
        'oauth.client.registered',
        'oauth.authorized',
        'oauth.token.issued',
        'oauth.token.refreshed',
        'oauth.denied',
        'oauth.grant.revoked',
      ]),
    );
    const names = events.map(({ details }) => details['client']);
    expect([...new Set(names)].sort()).toEqual(['Cursor', 'Program']);
    const metrics = await (await gateway.fetch('/metrics')).text();
    expect(metrics).toContain('gantry_oauth_events_total{event="oauth.token.issued",client="cursor"} 1');
    const told = audit.text + metrics + JSON.stringify(gateway.logs());
    for (const secret of [
      code,
      verifier,
      challenge,
      body['access_token'],
      body['refresh_token'],
      'canary-of-state',
    ])
      expect(told).not.toContain(secret);
  });

  it('[oauth-trace] lets the operator follow a failed attempt from the request to the token', async () => {
    const { gateway, browser, program } = stage;
    const { challenge } = pkce();
    const code = await program.authorize(browser, challenge);
    await program.exchange(code, pkce().verifier);
    await browser.get(program.path(challenge, { client_id: 'nobody' }));
    const failed = (await eventsIn(gateway, '?action=oauth.failed')).map(({ details }) => details);
    expect(failed).toMatchObject([
      { step: 'authorize', error: 'invalid_client', clientId: 'nobody' },
      {
        step: 'token',
        error: 'invalid_grant',
        client: 'Program',
        reason: expect.stringContaining('code_verifier'),
      },
    ]);
    const agreed = (await eventsIn(gateway)).find(({ action }) => action === 'oauth.authorized');
    expect(failed.map(({ attempt }) => attempt)).toEqual(Array(2).fill(agreed?.details['attempt']));
    expect(gateway.logs('oauth.failed')).toHaveLength(2);
    const refused = OAuthProgram.register(gateway, { redirect_uris: ['javascript:alert(1)'] });
    await expect(refused).rejects.toThrow('invalid_redirect_uri');
    await waitFor('the event of the registration', async () => {
      const [newest] = await eventsIn(gateway, '?action=oauth.failed');
      return newest?.details['step'] === 'register';
    });
  });

  it('[oauth-trace-bound] adds at most OAUTH_EVENTS_PER_MINUTE events of failures and registrations to the audit log', async () => {
    const { gateway, program } = stage;
    const logged = gateway.logs('oauth.failed').length;
    for (let at = 0; at <= eventsPerMinute; at++) await program.refresh('x');
    const [row] = await gateway.app
      .get(Database, { strict: false })
      .manager.query<[{ n: number | string }]>(
        `SELECT COUNT(*) AS n FROM audit_events WHERE action IN ('oauth.failed', 'oauth.client.registered')`,
      );
    expect(Number(row.n)).toBe(eventsPerMinute);
    expect(gateway.logs('oauth.failed')).toHaveLength(logged + eventsPerMinute + 1);
  });
});
