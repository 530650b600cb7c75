import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Doctor } from '../../platform/health/doctor.service.js';
import { Setup } from '../sign-in/setup.service.js';
import { AccessTokens } from '../tokens/access-tokens.service.js';

/** What can be wrong with keys and with the first start. */
@Injectable()
export class KeyFindings implements OnModuleInit {
  constructor(
    private readonly doctor: Doctor,
    private readonly tokens: AccessTokens,
    private readonly setup: Setup,
  ) {}

  onModuleInit(): void {
    this.doctor.checkWith(async () => {
      const lost = await this.tokens.countOfOtherKeys();
      if (lost === 0) return [];
      return [
        {
          title: 'Some tokens can be used by nobody',
          detail: `${String(lost)} live tokens were made with another SECRET_KEY.`,
          about: 'gateway',
          remedy: 'Add the former key to PREVIOUS_SECRET_KEYS, or let their owners log in again.',
        },
      ];
    });
    this.doctor.checkWith(async () =>
      (await this.setup.isAwaited())
        ? [
            {
              title: 'Nobody has set this gateway up yet',
              about: 'gateway',
              remedy: 'Open the link with /setup?code= that it printed when it started.',
            },
          ]
        : [],
    );
  }
}
