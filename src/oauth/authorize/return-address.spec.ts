import { formTargetsOf, returnHostOf, returnTo } from './return-address.js';

const issuer = 'https://gw.example/oauth';
const iss = 'iss=https%3A%2F%2Fgw.example%2Foauth';

describe('the way back to a program', () => {
  it.each([
    ['https://a.example/cb', `https://a.example/cb?code=x&state=s%25&${iss}`],
    ['https://a.example/cb?q=1', `https://a.example/cb?q=1&code=x&state=s%25&${iss}`],
    ['https://a.example/cb?', `https://a.example/cb?code=x&state=s%25&${iss}`],
    ['com.example:/cb', `com.example:/cb?code=x&state=s%25&${iss}`],
  ])('from %s', (address, expected) => {
    expect(returnTo(address, { code: 'x' }, { state: 's%25', issuer })).toBe(expected);
  });

  it('is one host for all ports of this computer', () => {
    expect(returnHostOf('http://localhost:1234/cb')).toBe('localhost');
    expect(returnHostOf('https://a.example:8443/cb')).toBe('a.example:8443');
    expect(returnHostOf('cursor://anysphere.cursor-mcp/oauth/callback')).toBe(
      'cursor://anysphere.cursor-mcp',
    );
    expect(returnHostOf('com.example.app:/cb')).toBe('com.example.app://');
  });

  it('may be taken by a form', () => {
    expect(formTargetsOf('http://localhost:8787/callback')).toEqual([
      "'self'",
      'http://localhost:8787',
      'https:',
    ]);
    expect(formTargetsOf('http://[::1]:8787/callback')).toEqual(["'self'", 'http:', 'https:']);
    expect(formTargetsOf('cursor://x/y')).toEqual(["'self'", 'cursor:', 'https:']);
  });
});
