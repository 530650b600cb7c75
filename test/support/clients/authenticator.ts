import { TOTP } from 'otpauth';
import type { ConsoleClient } from './console-client.js';

/** What somebody has on their phone. */
export class Authenticator {
  constructor(
    readonly secret: string,
    private readonly now: () => number,
  ) {}

  /** The code of now, or of so many steps of thirty seconds later. */
  code(later = 0): string {
    return new TOTP({ secret: this.secret }).generate({ timestamp: this.now() + later * 30_000 });
  }
}

/** Turns the second factor on as the console does. */
export async function addFactor(
  browser: ConsoleClient,
  password: string,
  now: () => number = Date.now,
): Promise<{ readonly phone: Authenticator; readonly recoveryCodes: readonly string[] }> {
  const begun = await browser.json('/api/me/totp', { body: { password } });
  if (begun.status !== 201) throw new Error(begun.text);
  const phone = new Authenticator(String(begun.body['secret']), now);
  const confirmed = await browser.json('/api/me/totp/confirm', { body: { code: phone.code() } });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  return { phone, recoveryCodes: confirmed.body['recoveryCodes'] as string[] };
}
