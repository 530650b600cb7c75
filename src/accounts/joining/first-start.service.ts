import { Injectable, type OnModuleInit } from '@nestjs/common';
import { scopes } from '../../kernel/principal.js';
import { Config } from '../../platform/config/config.js';
import { StartFault } from '../../platform/config/start-fault.js';
import { Logger } from '../../platform/logging/logger.js';
import { AccessTokens } from '../tokens/access-tokens.service.js';
import { Audit } from '../audit/audit.service.js';
import { Operators, type Operator } from '../people/operators.service.js';
import { Setup } from '../sign-in/setup.service.js';

/** What a fresh gateway tells on its console, once. */
export interface Banner {
  /** A user token of the operator, made because there was no other way in. */
  readonly token?: string;
  /** Where the operator sets e-mail address and password. */
  readonly setupUrl?: string;
}

/** Before anything is served: sees to it that the operator has a way in. */
@Injectable()
export class FirstStart implements OnModuleInit {
  private token: string | undefined;
  private setupCode: string | undefined;

  constructor(
    private readonly operators: Operators,
    private readonly tokens: AccessTokens,
    private readonly setup: Setup,
    private readonly audit: Audit,
    private readonly logger: Logger,
    private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    if (!this.config.values.ACCEPT_LOST_KEYS && (await this.tokens.areAllLost())) throw lostKeys();
    const { isNew, ...operator } = await this.operators.findOrCreate();
    const holder = { accountId: operator.account.id, userId: operator.user.id, scopes };
    await this.tokens.keepBootstrapToken({ ...holder, name: 'BOOTSTRAP_TOKEN' });
    if (isNew && this.config.values.BOOTSTRAP_TOKEN === undefined) await this.makeFirstKey(operator);
    this.setupCode = await this.setup.prepare(operator.user);
    const lost = await this.tokens.countOfOtherKeys();
    if (lost > 0) this.logger.warn('secret-key.changed', { tokensThatNobodyCanUse: lost });
  }

  /** What is to be told; afterwards nothing is. Call it when the port is known. */
  takeBanner(): Banner {
    const { token, setupCode } = this;
    this.token = undefined;
    this.setupCode = undefined;
    return {
      ...(token === undefined ? {} : { token }),
      ...(setupCode === undefined ? {} : { setupUrl: `${this.config.publicUrl}/setup?code=${setupCode}` }),
    };
  }

  private async makeFirstKey({ account, user }: Operator): Promise<void> {
    const holder = { accountId: account.id, userId: user.id, scopes };
    const { text, token } = await this.tokens.issueToUser({
      ...holder,
      source: 'first-start',
      name: 'First start',
    });
    await this.audit.append({
      accountId: account.id,
      userId: user.id,
      action: 'token.issued',
      target: token.id,
    });
    this.token = text;
  }
}

function lostKeys(): StartFault {
  return new StartFault(
    'config',
    'The database was written with another SECRET_KEY: no token, password link or secret in it can be used.',
    'Give the former key (SECRET_KEY, or secret.key in DATA_DIR), or add it to PREVIOUS_SECRET_KEYS; ACCEPT_LOST_KEYS=true starts without what it protects.',
  );
}
