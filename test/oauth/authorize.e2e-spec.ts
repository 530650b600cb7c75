import { PageVisitor } from '../support/clients/page-visitor.js';
import { closeAfterEach } from '../support/closing.js';
import { decideOn, pkce, returnedBy, webAddress } from '../support/oauth-flow.js';
import { oauthStage } from '../support/oauth-stage.js';
import { anonymous, operator } from '../support/people.js';

const open = closeAfterEach();
const issuerOf = (gateway: { readonly url: string }) => `${gateway.url}/oauth`;

describe('A request of a program', () => {
  it('[oauth-authorize-page] that cannot be returned is answered by a page of our own and leads nowhere', async () => {
    const { gateway, browser, program } = await oauthStage(open);
    const { challenge } = pkce();
    const wrong = [
      program.path(challenge, { client_id: 'nobody' }),
      program.path(challenge, { client_id: undefined }),
      program.path(challenge, { redirect_uri: 'https://evil.example/callback' }),
      program.path(challenge, { redirect_uri: `${webAddress}/` }),
      program.path(challenge, { redirect_uri: 'javascript:alert(1)' }),
      `${program.path(challenge)}&client_id=nobody`,
      `${program.path(challenge)}&redirect_uri=https%3A%2F%2Fevil.example%2F`,
      '/oauth/authorize',
      '/oauth/authorize?asked=AAAA',
    ];
    for (const path of wrong)
      for (const visitor of [browser, anonymous(gateway)]) {
        const response = await ('send' in visitor
          ? visitor.send(new URL(path, gateway.url), {})
          : visitor.fetch(path, { headers: { accept: 'text/html' } }));
        expect([path, response.status]).toEqual([path, 400]);
        expect(response.headers.get('location')).toBeNull();
        expect(response.headers.get('content-type')).toContain('text/html');
      }
  });

  it('[oauth-authorize-errors] that is wrong otherwise goes back with error, state and issuer', async () => {
    const { gateway, browser, program } = await oauthStage(open);
    const { challenge } = pkce();
    const table: [string, string][] = [
      [program.path(challenge, { response_type: 'token' }), 'unsupported_response_type'],
      [program.path(challenge, { response_type: undefined }), 'invalid_request'],
      [program.path(challenge, { response_mode: 'fragment' }), 'invalid_request'],
      [program.path(challenge, { code_challenge: undefined }), 'invalid_request'],
      [program.path(challenge, { code_challenge_method: undefined }), 'invalid_request'],
      [program.path(challenge, { code_challenge_method: 'plain' }), 'invalid_request'],
      [program.path('short'), 'invalid_request'],
      [`${program.path(challenge)}&scope=a&scope=b`, 'invalid_request'],
      [
        `${program.path(challenge)}&resource=https%3A%2F%2Fa%2F&resource=https%3A%2F%2Fb%2F`,
        'invalid_target',
      ],
      [program.path(challenge, { prompt: 'none' }), 'login_required'],
    ];
    for (const [path, error] of table) {
      const { location, answer } = returnedBy(await new PageVisitor(gateway.url).get(path));
      expect(location.startsWith(`${webAddress}?error=`)).toBe(true);
      expect([path, answer]).toEqual([
        path,
        { error, error_description: expect.any(String), state: 's t/a&te', iss: issuerOf(gateway) },
      ]);
    }
    const silent = await browser.get(program.path(challenge, { prompt: 'none' }));
    expect(returnedBy(silent).answer['error']).toBe('consent_required');
    const nowhere = program.path(challenge, { resource: `${gateway.url}/api/servers/nowhere/mcp` });
    expect(returnedBy(await browser.get(nowhere)).answer['error']).toBe('invalid_target');
    expect((await anonymous(gateway).fetch(nowhere)).headers.get('location')).toContain('/login');
  });

  it('[oauth-state] gets its state back byte for byte, 4 KiB of anything, through the sign-in too', async () => {
    const { gateway, program } = await oauthStage(open);
    const browser = new PageVisitor(gateway.url);
    const bytes = Array.from({ length: 4096 }, (_, at) => (at * 89) % 256);
    const sent = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
    const { challenge } = pkce();
    const entry = await browser.get(`${program.path(challenge, { state: undefined })}&state=${sent}`);
    expect(entry.heading).toBe('Sign in');
    const consent = await browser.submit(entry, '/login', operator);
    const { location } = returnedBy(await decideOn(browser, consent, 'allow'));
    const back = /[?&]state=([^&]*)/.exec(location)?.[1] ?? '';
    expect(bytesOf(back)).toEqual(bytes);
    const tooLong = await browser.get(`${program.path(challenge, { state: undefined })}&state=${sent}x`);
    expect(returnedBy(tooLong).answer).toMatchObject({ error: 'invalid_request' });
  });
});

function bytesOf(encoded: string): number[] {
  const text = encoded.replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number(`0x${hex}`)),
  );
  return [...Buffer.from(text, 'latin1')];
}
