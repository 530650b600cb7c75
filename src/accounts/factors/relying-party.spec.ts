import { Config } from '../../platform/config/config.js';
import { RelyingParty } from './relying-party.js';

describe('RelyingParty', () => {
  it.each([
    ['https://gantry.example/tools', { origin: 'https://gantry.example', id: 'gantry.example' }],
    ['https://gantry.example:8443', { origin: 'https://gantry.example:8443', id: 'gantry.example' }],
    ['http://localhost:3000', { origin: 'http://localhost:3000', id: 'localhost' }],
  ])('[passkey-place] offers passkeys at %s', (PUBLIC_URL, expected) => {
    const party = new RelyingParty(Config.load({}, { PUBLIC_URL }));
    expect(party).toMatchObject({ ...expected, hasPasskeys: true });
    expect(() => {
      party.requirePasskeys();
    }).not.toThrow();
  });

  it.each(['https://192.0.2.7', 'https://[2001:db8::1]', 'http://gantry.example', 'http://127.0.0.1:3000'])(
    '[passkey-place] offers none at %s, for which browsers make no passkeys',
    (PUBLIC_URL) => {
      const party = new RelyingParty(Config.load({}, { PUBLIC_URL }));
      expect(party.hasPasskeys).toBe(false);
      expect(() => {
        party.requirePasskeys();
      }).toThrow(expect.objectContaining({ code: 'passkeys-unavailable' }));
    },
  );
});
