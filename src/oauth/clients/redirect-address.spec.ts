import { canonicalRedirect, isLoopback, isSameRedirect, redirectFault } from './redirect-address.js';

describe('an address to return to', () => {
  it.each([
    ...[
      'https://claude.ai/api/mcp/auth_callback',
      'https://example.com:8443/cb?x=1',
      'https://[2001:db8::1]/cb',
    ],
    ...[
      'http://localhost/callback',
      'http://localhost:8787/callback',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418',
    ],
    ...[
      'http://[::1]:9/cb',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'com.example.app:/cb',
      'vscode://x/y',
    ],
  ])('[oauth-redirect-rules] can be %s', (address) => {
    expect(redirectFault(address)).toBeUndefined();
  });

  it.each([
    ...['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'vbscript:x'],
    ...[
      'blob:https://x/y',
      'about:blank',
      'view-source:https://x',
      'ws://localhost/x',
      'mailto:a@example.com',
    ],
    ...['https://example.com/cb#', 'https://example.com/cb#x', 'cursor://x#y', 'http://localhost/#'],
    ...[
      'http://example.com/cb',
      'http://localhost.example.com/',
      'http://localhost@example.com/',
      'http://10.0.0.1/',
    ],
    ...[
      'https://user@example.com/',
      'https://user:pw@example.com/',
      'https:example.com/cb',
      'https:///example.com',
    ],
    ...['/cb', 'example.com/cb', '', 'https://', 'cb', 'urn:ietf:wg:oauth:2.0:oob', ' https://example.com/'],
    ...[
      'java\nscript:alert(1)',
      '\tjavascript:alert(1)',
      'https://example.com/a b',
      'https://example.com/\u202e',
    ],
    ...[
      'https://example.com\\@evil.example/',
      'https://exämple.com/',
      `https://example.com/${'x'.repeat(2048)}`,
    ],
  ])('[oauth-redirect-rules] cannot be %j', (address) => {
    expect(redirectFault(address)).toEqual(expect.any(String));
  });

  it('[oauth-redirect-loopback] has any port on this computer, and nowhere else', () => {
    const same = [
      ['http://localhost/callback', 'http://localhost:61234/callback'],
      ['http://127.0.0.1:33418/', 'http://127.0.0.1:1/'],
      ['http://127.0.0.1/', 'http://127.0.0.1:33418'],
      ['http://[::1]/cb', 'http://[::1]:8/cb'],
      ['https://example.com/cb', 'https://example.com/cb'],
    ] as const;
    for (const [registered, given] of same) expect(isSameRedirect(registered, given)).toBe(true);
    const other = [
      ['http://localhost/callback', 'http://127.0.0.1:61234/callback'],
      ['http://localhost/callback', 'http://localhost:61234/callback/'],
      ['http://localhost/callback', 'http://localhost:61234/callback?x'],
      ['http://localhost/callback', 'http://x@localhost/callback'],
      ['http://localhost/callback', 'http://localhost.evil.example/callback'],
      ['https://localhost/cb', 'https://localhost:8/cb'],
      ['https://example.com/cb', 'https://example.com:443/cb'],
      ['https://example.com/cb', 'https://EXAMPLE.com/cb'],
      ['https://example.com/cb', 'https://example.com/cb/'],
      ['cursor://a/b', 'cursor://a:8/b'],
    ] as const;
    for (const [registered, given] of other)
      expect([given, isSameRedirect(registered, given)]).toEqual([given, false]);
  });

  it('is kept without the port on this computer', () => {
    expect(canonicalRedirect('http://localhost:3334/oauth/callback')).toBe('http://localhost/oauth/callback');
    expect(canonicalRedirect('https://example.com:8443/cb')).toBe('https://example.com:8443/cb');
    expect(isLoopback('http://2130706433/')).toBe(true);
  });
});
