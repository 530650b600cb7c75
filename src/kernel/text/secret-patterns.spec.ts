import { redactKept, redactSecrets } from './secret-patterns.js';

const mark = '[redacted]';

describe('Secrets in JSON', () => {
  it.each([
    [`use ghp_${'a1'.repeat(12)} here`, `use ${mark} here`],
    [`AKIA${'A1'.repeat(8)}`, mark],
    [`sk-proj-${'a1'.repeat(12)}`, mark],
    [`eyJhbGciOiJIUzI1NiJ9.${'a1'.repeat(10)}.sig`, mark],
    [`gta_${'a1'.repeat(12)}`, mark],
    [
      '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4\nMII\n-----END RSA PRIVATE KEY----- after',
      `${mark} after`,
    ],
    ['postgres://me:hunter2@db/x', `postgres://me:${mark}@db/x`],
    ['Authorization: Bearer abcdef123456789', `Authorization: Bearer ${mark}`],
    ['{"password":"correct horse","user":"me"}', `{"password":"${mark}","user":"me"}`],
    ['{\\"api_key\\": \\"abc\\"}', `{\\"api_key\\": \\"${mark}\\"}`],
    ['password=hunter2hunter2&x=1', `password=${mark}&x=1`],
    [`sk_live_${'a1'.repeat(12)}`, mark],
    [`{"password":"with \\" and \\\\","user":"me"}`, `{"password":"${mark}","user":"me"}`],
    ['{"password":12345678,"user":"me"}', `{"password":"${mark}","user":"me"}`],
    ['{"secret":{"a":["}",{"b":1}]},"user":"me"}', `{"secret":"${mark}","user":"me"}`],
    ['{"passwords":["one","two"],"n":2}', `{"passwords":"${mark}","n":2}`],
    [
      JSON.stringify(JSON.stringify({ api_key: 'a"b', list: [1], user: 'me' })),
      JSON.stringify(JSON.stringify({ api_key: mark, list: [1], user: 'me' })),
    ],
    ['{"password":"cut off', `{"password":"${mark}`],
  ])('in %j are hidden', (text, shown) => {
    expect(redactSecrets({ text })).toEqual({ value: { text: shown }, found: 1 });
  });

  it.each([
    'sk-learn-is-a-library-of-programs',
    'the Basic functionality of everything',
    'password: required',
    '{"nextPageToken":"abc"}',
    'https://example.com/a/b?page=2',
    'max_tokens 4096',
    '{"total_tokens":4096,"password":true,"token":null}',
    'Bearer authentication. The rest',
  ])('%j has none', (text) => {
    const value = { text };
    expect(redactSecrets(value)).toEqual({ value, found: 0 });
    expect(redactSecrets(value).value).toBe(value);
  });

  it('are told by the names of members, in lists and as names, too', () => {
    const key = `ghp_${'a1'.repeat(12)}`;
    expect(
      redactSecrets({
        apiKey: 'abc',
        tokens: ['x', 'y'],
        pageToken: 'p',
        maxTokens: 5,
        [key]: 1,
        secret: '',
      }),
    ).toEqual({
      value: { apiKey: mark, tokens: [mark, mark], pageToken: 'p', maxTokens: 5, [mark]: 1, secret: '' },
      found: 4,
    });
  });

  it('are numbers and objects under telling names, but not yes, no or how many', () => {
    expect(
      redactSecrets({
        ...{ password: 12345678, token: { value: 'x' }, credentials: [{ user: 'a' }], secrets: 3 },
        ...{ total_tokens: 12, hasPassword: true, secret: null, headers: { accept: 'x' } },
      }).value,
    ).toEqual({
      ...{ password: mark, token: mark, credentials: [mark], secrets: 3 },
      ...{ total_tokens: 12, hasPassword: true, secret: null, headers: { accept: 'x' } },
    });
    expect(redactKept({ headers: { accept: 'x' }, env: { A: 'b' }, n: 1, t: 'Bearer abc' })).toEqual({
      ...{ headers: mark, env: mark, n: 1, t: `Bearer ${mark}` },
    });
  });

  it('are not looked for deeper than anybody reads: nothing of it is shown', () => {
    let deep: unknown = 'password';
    for (let level = 0; level < 50_000; level++) deep = [deep];
    expect(JSON.stringify(redactSecrets({ deep }).value)).toContain(mark);
  });
});
