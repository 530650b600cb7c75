import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Keyring } from '../../platform/security/keyring.js';
import { FactorStore, type StoredFactor } from './factor-store.port.js';
import type { HeldFactors, NewFactor, UsedFactor } from './factor.js';
import { PasskeyStore } from './passkey-store.port.js';
import { isRecoveryCode, newRecoveryCodes, plainCode } from './recovery-codes.js';
import { newTotpSecret, timeStepOf, totpAddress } from './totp.js';

const purposes = { secret: 'authenticator', recovery: 'recovery code' } as const;
/** So long an authenticator may take to be set up. */
const setUpMs = 900_000;

/**
 * Second factors: set up, asked for, used once. The secret of the authenticator is sealed; recovery codes, which come with the first factor and
 * go with the last, are kept as keyed digests.
 */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly store: FactorStore,
    private readonly passkeys: PasskeyStore,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** `undefined` for who has none. */
  async find(userId: string): Promise<HeldFactors | undefined> {
    const authenticatorSince = (await this.store.find(userId))?.confirmedAt ?? undefined;
    const passkeys = await this.passkeys.listOf(userId);
    if (authenticatorSince === undefined && passkeys.length === 0) return undefined;
    return {
      ...{ authenticatorSince, passkeys },
      recoveryCodesLeft: await this.store.countRecoveryCodes(userId),
    };
  }

  /** What is set up counts when it is confirmed. Throws `factor-present`. */
  async begin({ id: userId, email }: { readonly id: string; readonly email: string }): Promise<NewFactor> {
    const secret = newTotpSecret();
    const createdAt = this.clock.now();
    const sealed = this.keyring.seal(purposes.secret, userId, secret);
    if (!(await this.store.begin({ userId, sealed, createdAt, confirmedAt: null, lastStep: 0 })))
      throw new Problem('factor-present');
    return this.shown(secret, email);
  }

  /** What is being set up, to be shown once more; `undefined` when nothing is. */
  async findBegun({
    id,
    email,
  }: {
    readonly id: string;
    readonly email: string;
  }): Promise<NewFactor | undefined> {
    const begun = await this.begun(id);
    return begun && this.shown(this.secretOf(begun), email);
  }

  /** Turns on what was set up; the recovery codes. Joins the transaction that is open. Throws `factor-not-found`, `wrong-code`. */
  async confirm(userId: string, typed: string): Promise<readonly string[]> {
    const begun = await this.begun(userId);
    if (begun === undefined) throw new Problem('factor-not-found');
    const confirmedAt = this.clock.now();
    const lastStep = timeStepOf(this.secretOf(begun), plainCode(typed), confirmedAt);
    if (lastStep === undefined) throw new Problem('wrong-code');
    if (!(await this.store.confirm(begun, { confirmedAt, lastStep }))) throw new Problem('factor-not-found');
    return this.renewRecoveryCodes(userId);
  }

  /** New recovery codes, which nobody sees again; those of before are gone. Joins the transaction that is open. */
  async renewRecoveryCodes(userId: string): Promise<readonly string[]> {
    const codes = newRecoveryCodes();
    const digests = codes.map((code) =>
      this.keyring.digest(purposes.recovery, `${userId} ${plainCode(code)}`),
    );
    await this.store.replaceRecoveryCodes(userId, digests);
    return codes;
  }

  /** Takes the authenticator away; whether a factor is left. Joins the transaction that is open. */
  async removeAuthenticator(userId: string): Promise<boolean> {
    await this.store.removeAuthenticator(userId);
    return this.isLeft(userId);
  }

  /** Takes a passkey away; whether a factor is left. Joins the transaction that is open. Throws `passkey-not-found`. */
  async removePasskey(userId: string, id: string): Promise<boolean> {
    if (!(await this.passkeys.remove(userId, id))) throw new Problem('passkey-not-found');
    return this.isLeft(userId);
  }

  /** Uses a code up, of the authenticator or a recovery code; `undefined` for one that is wrong or was used. */
  async use(userId: string, typed: string): Promise<UsedFactor | undefined> {
    const code = plainCode(typed);
    if (isRecoveryCode(code)) {
      const digests = this.keyring.digests(purposes.recovery, `${userId} ${code}`);
      return (await this.store.useRecovery(userId, digests)) ? 'recovery' : undefined;
    }
    const held = await this.store.find(userId);
    if (held?.confirmedAt == null) return undefined;
    const step = timeStepOf(this.secretOf(held), code, this.clock.now());
    return step !== undefined && (await this.store.useStep(userId, step)) ? 'totp' : undefined;
  }

  private async isLeft(userId: string): Promise<boolean> {
    if ((await this.find(userId)) !== undefined) return true;
    await this.store.replaceRecoveryCodes(userId, []);
    return false;
  }

  private async begun(userId: string): Promise<StoredFactor | undefined> {
    const found = await this.store.find(userId);
    const isOpen = found?.confirmedAt === null && this.clock.now() < found.createdAt + setUpMs;
    return isOpen ? found : undefined;
  }

  private secretOf({ userId, sealed }: StoredFactor): string {
    return this.keyring.open(purposes.secret, userId, sealed);
  }

  private shown(secret: string, person: string): NewFactor {
    const issuer = `Gantry ${new URL(this.config.publicUrl).hostname}`;
    return { secret, uri: totpAddress(secret, { issuer, person }) };
  }
}
