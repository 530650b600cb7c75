import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AppState } from '../../../../apps/document/app.js';
import type { ConfigFindings } from '../../../../apps/document/config-findings.js';
import { ruleVariables } from '../../../../apps/document/rules.schema.js';
import { ConfigCheck } from '../../../../apps/editing/config-check.port.js';
import { ConfigChecks } from '../../../../apps/editing/config-checks.service.js';
import { Expressions } from '../../../../platform/expressions/expressions.port.js';

/** Reads the expressions of rules before they are saved. */
@Injectable()
export class RulesConfigCheck extends ConfigCheck implements OnModuleInit {
  constructor(
    private readonly checks: ConfigChecks,
    private readonly expressions: Expressions,
  ) {
    super();
  }

  onModuleInit(): void {
    this.checks.register(this);
  }

  async check({ app, config }: AppState): Promise<ConfigFindings> {
    const sites = (config.policies?.rules ?? []).flatMap(({ match: { when } }, index) =>
      when === undefined
        ? []
        : [{ pointer: `/policies/rules/${String(index)}/match/when`, text: when, known: ruleVariables }],
    );
    const faults = sites.length === 0 ? [] : await this.expressions.faults(app.accountId, sites);
    return { faults, warnings: [] };
  }
}
