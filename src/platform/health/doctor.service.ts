import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Logger } from '../logging/logger.js';

export const findingSubjects = ['gateway', 'servers'] as const;
type FindingSubject = (typeof findingSubjects)[number];

/** Something that is not as it should be. */
export interface Finding {
  readonly title: string;
  readonly detail?: string;
  /** What to do, in a sentence. */
  readonly remedy: string;
  readonly about: FindingSubject;
  /** Handle of the server that it is about. */
  readonly server?: string;
}

/** One look at one thing; who asks is an operator. */
type Check = (operator: UserPrincipal, scope: CallScope) => readonly Finding[] | Promise<readonly Finding[]>;

/** What is wrong with the gateway. Whoever knows of something that can be adds a check. */
@Injectable()
export class Doctor {
  private readonly checks: Check[] = [];

  constructor(private readonly logger: Logger) {}

  /** From now on this is looked at too, after what was added before. */
  checkWith(check: Check): void {
    this.checks.push(check);
  }

  /** Everything that is found; a check that cannot be made is a finding too. */
  async look(operator: UserPrincipal, scope: CallScope): Promise<Finding[]> {
    const found = await Promise.all(
      this.checks.map(async (check) => {
        try {
          return await check(operator, scope);
        } catch (error) {
          this.logger.warn('doctor.check-failed', { error });
          return [
            {
              title: 'Something could not be looked at',
              remedy: 'The log has the cause under `doctor.check-failed`.',
              about: 'gateway' as const,
            },
          ];
        }
      }),
    );
    return found.flat();
  }
}
