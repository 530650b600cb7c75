import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AppState } from '../../../apps/document/app.js';
import type { ConfigFindings } from '../../../apps/document/config-findings.js';
import { ConfigCheck } from '../../../apps/editing/config-check.port.js';
import { ConfigChecks } from '../../../apps/editing/config-checks.service.js';
import { Expressions } from '../../../platform/expressions/expressions.port.js';
import { pointerTo } from '../../../platform/http/bodies/validate.js';

/** Checks the expressions of `tools.shape` when a config is saved. */
@Injectable()
export class ShapeConfigCheck extends ConfigCheck implements OnModuleInit {
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
    const sites = Object.entries(config.mcpServers ?? {}).flatMap(([name, { tools }]) =>
      Object.entries(tools?.shape ?? {}).flatMap(([pattern, { pick }]) =>
        pick === undefined
          ? []
          : [
              {
                pointer: pointerTo(['mcpServers', name, 'tools', 'shape', pattern, 'pick']),
                text: pick,
                known: [],
              },
            ],
      ),
    );
    const faults = sites.length === 0 ? [] : await this.expressions.faults(app.accountId, sites);
    return { faults, warnings: [] };
  }
}
