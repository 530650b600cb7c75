import { nextPage } from './next-page.js';

describe('nextPage', () => {
  it.each(['/device', '/device?user_code=WDJB-MJHT', '/docs'])('goes to %s', (path) => {
    expect(nextPage(path)).toBe(path);
  });

  it.each([
    undefined,
    '',
    'device',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/%0d%0aset-cookie: a=b\r\n',
    '/a/..//evil.example',
    '/.//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/device\\..\\..',
    ' /device',
  ])('never follows %j', (path) => {
    expect(nextPage(path)).toBe('/console');
  });
});
