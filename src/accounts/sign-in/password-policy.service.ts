import { Injectable } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { runsGateway, type Membership } from '../people/person.js';

/** Whose passwords work: PASSWORD_SIGN_IN. */
@Injectable()
export class PasswordPolicy {
  constructor(private readonly config: Config) {}

  /** Whether everybody may have one. */
  get isForAll(): boolean {
    return this.config.values.PASSWORD_SIGN_IN === 'on';
  }

  /** Whether somebody may have one at all. */
  get isForSome(): boolean {
    return this.config.values.PASSWORD_SIGN_IN !== 'off';
  }

  /** Whether somebody in these places may use one. */
  isFor(memberships: readonly Membership[]): boolean {
    if (this.isForAll) return true;
    return this.isForSome && memberships.some(runsGateway);
  }

  /** Throws `password-sign-in-off`. */
  requireFor(memberships: readonly Membership[]): void {
    if (!this.isFor(memberships)) throw new Problem('password-sign-in-off');
  }
}
