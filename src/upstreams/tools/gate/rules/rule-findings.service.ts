import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { namesAccountOf } from '../../../../accounts/identity/caller-patterns.js';
import { People } from '../../../../accounts/people/people.service.js';
import { Doctor, type Finding } from '../../../../platform/health/doctor.service.js';
import { Logger } from '../../../../platform/logging/logger.js';
import { workerPlace } from '../../../../platform/workers/worker-place.js';
import { OperatorServers } from '../../../declared/operator-servers.service.js';
import { placeOfPolicies } from '../policy-layers.js';

const remedy =
  'Write the account before the name: `acme/role:owner`, `*/role:owner` for all accounts, or that of the operator.';

/** Reports rules of the operator that are about callers of the operator's account only, although there are other accounts: the log at start, the doctor when it is asked. */
@Injectable()
export class RuleFindings implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly doctor: Doctor,
    private readonly operators: OperatorServers,
    private readonly people: People,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.doctor.checkWith(() => this.findings());
  }

  async onApplicationBootstrap(): Promise<void> {
    if (workerPlace()?.leads === false) return;
    for (const found of await this.find())
      this.logger.warn('rules.callers-without-account', { ...found, remedy });
  }

  private async findings(): Promise<Finding[]> {
    return (await this.find()).map(({ server, pointers }) => ({
      title: `Rules of ${server} are about callers of the operator's account only`,
      ...{ detail: pointers.join(', '), about: 'servers', server, remedy },
    }));
  }

  /** By server, pointers into the operator's file. */
  private async find(): Promise<
    readonly { readonly server: string; readonly pointers: readonly string[] }[]
  > {
    const found = this.operators.all().flatMap((server) => {
      const { rules = [] } = server.definition.policies ?? {};
      const place = placeOfPolicies('operator', server);
      const pointers = rules.flatMap(({ match }, index) =>
        (match.callers ?? []).every(namesAccountOf) ? [] : [`${place}/rules/${String(index)}`],
      );
      return pointers.length === 0 ? [] : [{ server: server.handle, pointers }];
    });
    return found.length > 0 && (await this.people.hasTenants()) ? found : [];
  }
}
