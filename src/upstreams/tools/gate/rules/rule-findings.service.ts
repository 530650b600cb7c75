import { Injectable, type OnModuleInit } from '@nestjs/common';
import { namesAccountOf } from '../../../../accounts/identity/caller-patterns.js';
import { People } from '../../../../accounts/people/people.service.js';
import { Doctor, type Finding } from '../../../../platform/health/doctor.service.js';
import { OperatorServers } from '../../../declared/operator-servers.service.js';
import { placeOfPolicies } from '../policy-layers.js';

/** Reports rules of the operator that are about callers of the operator's account only, although there are other accounts. */
@Injectable()
export class RuleFindings implements OnModuleInit {
  constructor(
    private readonly doctor: Doctor,
    private readonly operators: OperatorServers,
    private readonly people: People,
  ) {}

  onModuleInit(): void {
    this.doctor.checkWith(() => this.find());
  }

  private async find(): Promise<Finding[]> {
    const found = this.operators.all().flatMap((server) => {
      const { rules = [] } = server.definition.policies ?? {};
      const place = placeOfPolicies('operator', server);
      const pointers = rules.flatMap(({ match }, index) =>
        (match.callers ?? []).every(namesAccountOf) ? [] : [`${place}/rules/${String(index)}`],
      );
      return pointers.length === 0 ? [] : [{ server: server.handle, pointers }];
    });
    if (found.length === 0 || !(await this.people.hasTenants())) return [];
    return found.map(({ server, pointers }) => ({
      title: `Rules of ${server} are about callers of the operator's account only`,
      detail: pointers.join(', '),
      about: 'servers',
      server,
      remedy:
        'Write the account before the name: `acme/role:owner`, `*/role:owner` for all accounts, or that of the operator.',
    }));
  }
}
