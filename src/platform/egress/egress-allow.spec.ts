import { EgressAllowList, isEgressEntry } from './egress-allow.js';

describe('EGRESS_ALLOW', () => {
  it.each([
    ['10.0.0.0/8', 'db.internal', '10.1.2.3', '80', true],
    ['10.0.0.0/8', 'db.internal', '::ffff:10.1.2.3', '80', true],
    ['10.0.0.0/8', 'db.internal', '11.0.0.1', '80', false],
    ['fd00::/8', 'db.internal', 'fd12::1', '80', true],
    ['fd00::/8', 'db.internal', '10.0.0.1', '80', false],
    ['127.0.0.1', 'localhost', '127.0.0.1', '9', true],
    ['127.0.0.1:80', 'localhost', '127.0.0.1', '80', true],
    ['127.0.0.1:80', 'localhost', '127.0.0.1', '81', false],
    ['LocalHost:80', 'localhost', '127.0.0.1', '80', true],
    ['localhost:80', 'other', '127.0.0.1', '80', false],
    ['[::1]:80', '::1', '::1', '80', true],
    ['2130706433:80', 'localhost', '127.0.0.1', '80', true],
  ])('[egress-allow] %s lets %s at %s port %s through: %s', (entry, host, address, port, expected) => {
    expect(new EgressAllowList([entry]).allows(host, address, port)).toBe(expected);
  });

  it.each(['', 'localhost', 'a b:80', '10.0.0.0/33', ':80', 'host:port', '*', 'http://x/'])(
    '[egress-allow] %j is no entry',
    (text) => {
      expect(isEgressEntry(text)).toBe(false);
    },
  );
});
