import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Keyring } from '../../platform/security/keyring.js';
import { FactorStore, type StoredFactor } from './factor-store.port.js';
import type { HeldFactor, NewFactor, UsedFactor } from './factor.js';
import { isRecoveryCode, newRecoveryCodes, plainCode } from './recovery-codes.js';
import { newTotpSecret, timeStepOf, totpAddress } from './totp.js';

const purposes = { secret: 'authenticator', recovery: 'recovery code' } as const;
/** So long an authenticator may take to be set up. */
const setUpMs = 900_000;

/** Second factors: set up, asked for, used once. The secret is sealed, recovery codes are kept as keyed digests. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly store: FactorStore,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async find(userId: string): Promise<HeldFactor | undefined> {
    const held = await this.store.find(userId);
    if (held === undefined || held.confirmedAt === null) return undefined;
    const recoveryCodesLeft = await this.store.countRecoveryCodes(userId);
    return { createdAt: held.confirmedAt, recoveryCodesLeft };
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

  /** Turns on what was set up; the recovery codes, which nobody sees again. Throws `factor-not-found`, `wrong-code`. */
  async confirm(userId: string, typed: string): Promise<readonly string[]> {
    const begun = await this.begun(userId);
    if (begun === undefined) throw new Problem('factor-not-found');
    const confirmedAt = this.clock.now();
    const lastStep = timeStepOf(this.secretOf(begun), plainCode(typed), confirmedAt);
    if (lastStep === undefined) throw new Problem('wrong-code');
    const codes = newRecoveryCodes();
    const digests = codes.map((code) =>
      this.keyring.digest(purposes.recovery, `${userId} ${plainCode(code)}`),
    );
    if (!(await this.store.confirm(begun, { confirmedAt, lastStep }, digests)))
      throw new Problem('factor-not-found');
    return codes;
  }

  /** Uses a code up, of the authenticator or a recovery code; `undefined` for one that is wrong or was used. */
  async use(userId: string, typed: string): Promise<UsedFactor | undefined> {
    const code = plainCode(typed);
    const held = await this.store.find(userId);
    if (held === undefined || held.confirmedAt === null) return undefined;
    if (isRecoveryCode(code)) {
      const digests = this.keyring.digests(purposes.recovery, `${userId} ${code}`);
      return (await this.store.useRecovery(userId, digests)) ? 'recovery' : undefined;
    }
    const step = timeStepOf(this.secretOf(held), code, this.clock.now());
    return step !== undefined && (await this.store.useStep(userId, step)) ? 'totp' : undefined;
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
