import type { IncomingMessage } from 'node:http';
import { Config } from '../config/config.js';
import { ClientAddress } from './client-address.js';

const addressOf = (trusted: string, remoteAddress: string, forwarded?: string): string =>
  new ClientAddress(Config.load({ DATA_DIR: '/nowhere', TRUST_PROXY: trusted })).of({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage);

describe('ClientAddress', () => {
  it.each([
    ['without trust believes no header', '', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['does not believe a stranger', '10.0.0.0/8', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['believes a trusted proxy', '10.0.0.0/8', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [
      'passes over trusted hops only',
      '10.0.0.0/8',
      '10.1.2.3',
      '1.1.1.1, 198.51.100.1, 10.9.9.9',
      '198.51.100.1',
    ],
    ['takes the proxy itself when it says nothing', '10.0.0.0/8', '10.1.2.3', undefined, '10.1.2.3'],
    ['reads IPv4 in IPv6 clothes', '10.1.2.3', '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['knows IPv6 proxies', 'fd00::/8', 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ])('%s', (_, trusted, remote, forwarded, expected) => {
    expect(addressOf(trusted, remote, forwarded)).toBe(expected);
  });
});
