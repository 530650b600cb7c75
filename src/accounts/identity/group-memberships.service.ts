import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../../platform/config/config.js';
import { People } from '../people/people.service.js';
import { speaksFor } from '../people/provider-authority.js';
import { SubjectStore } from '../providers/subject-store.port.js';
import { groupNames } from './group-names.js';

const dayMs = 86_400_000;

/** The groups that people are in at the providers where they sign in. */
@Injectable()
export class GroupMemberships {
  constructor(
    private readonly subjects: SubjectStore,
    private readonly people: People,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Of a person in an account, each with its provider (`corp:engineering`). A provider counts if it is in the settings, speaks for the person in the
   * account, and the last sign-in there is at most OIDC_MAX_AGE_DAYS ago. Sign-ins elsewhere change nothing.
   */
  async listOf(userId: string, accountId: string): Promise<readonly string[]> {
    const subjects = await this.subjects.listOf(userId);
    const place = subjects.length === 0 ? undefined : await this.people.findPlace(userId, accountId);
    if (place === undefined) return [];
    const { OIDC_PROVIDERS, OIDC_MAX_AGE_DAYS } = this.config.values;
    const since = this.clock.now() - OIDC_MAX_AGE_DAYS * dayMs;
    return subjects.flatMap(({ issuer, claims, signedInAt }) => {
      const provider = OIDC_PROVIDERS.find((one) => one.issuer === issuer);
      const counts =
        provider !== undefined && signedInAt >= since && speaksFor(provider, place.user, place.account);
      return counts ? groupNames(provider, claims) : [];
    });
  }
}
