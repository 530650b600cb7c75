import { ownClient } from '../own-client.js';
import { registration } from './client-registration.adapter.js';
import type { EgressFetch } from './egress-fetch.js';
import { shownOAuthError } from './shown-oauth-error.js';
import { naming, searching, withoutNulls } from './tolerant-fetch.js';

/** Answers requests one after the other, and keeps what was sent. */
function answering(...answers: readonly (readonly [status: number, body: unknown])[]) {
  const sent: unknown[] = [];
  const send: EgressFetch = (_url, init) => {
    const [status, body] = answers[sent.length] ?? [404, ''];
    sent.push(init?.body instanceof URLSearchParams ? init.body.toString() : init?.body);
    return Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }));
  };
  return { send, sent };
}

const address = 'https://as.example/token';

describe('Authorization servers as they are', () => {
  it('[odd-authorization] null members of an answer count as absent', async () => {
    const { send } = answering([200, { access_token: 't', refresh_token: null, scope: null }]);
    expect(await (await withoutNulls(send)(address)).json()).toEqual({ access_token: 't' });
    const text = answering([502, '<html>']);
    expect(await (await withoutNulls(text.send)(address)).text()).toBe('<html>');
    const empty = answering([200, '']);
    expect(await (await withoutNulls(empty.send)(address)).text()).toBe('');
  });

  it.each([
    ['a page with 200', [200, '<html>'], 404, false],
    ['an error of the server', [503, '{}'], 404, true],
    ['nothing', [404, ''], 404, false],
    ['a document', [200, { issuer: 'x' }], 200, false],
  ] as const)('[odd-authorization] discovery goes on after %s', async (_, answer, status, isAway) => {
    const search = searching(answering(answer).send);
    expect((await search.fetch(address)).status).toBe(status);
    expect(search.isAway()).toBe(isAway);
  });

  it('[odd-authorization] a refresh names the granted scopes, and is repeated once without where that is refused', async () => {
    const body = () => new URLSearchParams({ grant_type: 'refresh_token' });
    const taken = answering([200, { access_token: 't' }]);
    await naming(['read', 'write'], taken.send)(address, { method: 'POST', body: body() });
    expect(taken.sent).toEqual(['grant_type=refresh_token&scope=read+write']);

    const refused = answering([400, { error: 'invalid_scope' }], [200, { access_token: 't' }]);
    const again = await naming(['read'], refused.send)(address, { method: 'POST', body: body() });
    expect([again.status, refused.sent]).toEqual([
      200,
      ['grant_type=refresh_token&scope=read', 'grant_type=refresh_token'],
    ]);

    const ended = answering([400, { error: 'invalid_grant' }]);
    expect((await naming(['read'], ended.send)(address, { body: body() })).status).toBe(400);
    expect(ended.sent).toHaveLength(1);
  });

  it('[odd-authorization] a registration that is refused asks for fewer scopes, then for no refresh tokens', async () => {
    const client = { client_id: 'c', token_endpoint_auth_method: 'client_secret_basic' };
    const refusals = Array.from({ length: 4 }, () => [400, { error: 'invalid_client_metadata' }] as const);
    const { send, sent } = answering(...refusals, [201, client]);
    const server = { issuer: 'https://as.example', document: undefined, takesDocuments: false };
    const about = ownClient('https://gantry.example');
    const registered = await registration(send, server, about, [['a', 'b'], ['a']]);
    // Without a secret there is no method of proving one.
    expect(registered.client).toEqual({ clientId: 'c', clientSecret: undefined, authMethod: 'none' });
    const asked = sent.map((text) => JSON.parse(String(text)) as { scope?: string; grant_types: string[] });
    expect(asked.map(({ scope, grant_types: grants }) => [scope, grants.length])).toEqual([
      ['a b', 2],
      ['a', 2],
      [undefined, 2],
      ['a b', 1],
      ['a', 1],
    ]);
  });

  it('[odd-authorization] the description of an error is shown, without what looks like a token', () => {
    expect(shownOAuthError('invalid_scope', 'AADSTS70011: the scope is not valid.')).toBe(
      '"invalid_scope": AADSTS70011: the scope is not valid.',
    );
    const token = ['0123456789', 'abcdefghij', 'KLMNOPQRST'].join('');
    expect(shownOAuthError('invalid_grant', `The code ${token}\nis used`)).toBe(
      '"invalid_grant": The code [redacted] is used',
    );
    expect(shownOAuthError('x', undefined)).toBe('"x"');
  });
});
