import { proxyAuthorization, proxyFor } from './forward-proxy.js';

const proxies = { HTTPS_PROXY: 'http://secure:1', HTTP_PROXY: 'plain:2' };
const chosen = (url: string, NO_PROXY = '', more = {}) =>
  proxyFor(
    new URL(url),
    { ...proxies, NO_PROXY, ...more },
    (cidr, host) => `${cidr} ${host}` === '10.0.0.0/8 10.1.2.3',
  )?.host;

it.each([
  ['https://a.example/', '', 'secure:1'],
  ['http://a.example/', '', 'plain:2'],
  ['https://a.example/', 'b.example', 'secure:1'],
  ['https://a.example/', 'a.example', undefined],
  ['https://sub.a.example/', 'a.example', undefined],
  ['https://sub.a.example/', '.A.example', undefined],
  ['https://sub.a.example/', '*.a.example', undefined],
  ['https://aa.example/', 'a.example', 'secure:1'],
  ['https://a.example:8443/', 'a.example:8443', undefined],
  ['https://a.example/', 'a.example:8443', 'secure:1'],
  ['https://10.1.2.3/', 'x, 10.0.0.0/8', undefined],
  ['https://11.1.2.3/', '10.0.0.0/8', 'secure:1'],
  ['https://[::1]/', '::1', undefined],
  ['https://[::1]/', '[::1]', undefined],
  ['https://a.example/', '*', undefined],
])('[forward-proxy] chooses the proxy of %s with NO_PROXY=%s: %s', (url, exceptions, expected) => {
  expect(chosen(url, exceptions)).toBe(expected);
});

it('[forward-proxy] takes lower case first, and no proxy where none is set', () => {
  expect(chosen('https://a.example/', '', { https_proxy: 'https://lower:3' })).toBe('lower:3');
  expect(proxyFor(new URL('https://a.example/'), { HTTPS_PROXY: '' })).toBeUndefined();
});

it('[forward-proxy] shows the credentials in the address of the proxy', () => {
  const pair = Buffer.from('user:p@ss').toString('base64');
  expect(proxyAuthorization(new URL('http://user:p%40ss@proxy/'))).toEqual({
    'proxy-authorization': `Basic ${pair}`,
  });
  expect(proxyAuthorization(new URL('http://proxy/'))).toEqual({});
});
