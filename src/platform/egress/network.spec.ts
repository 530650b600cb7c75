import { networkOf } from './network.js';

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['127.0.0.1', 'loopback'],
    ['::1', 'loopback'],
    ['not an address', 'not an address'],
  ])('takes %s for %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('takes all addresses of a /64 for one', () => {
    expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff::9'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  });
});
