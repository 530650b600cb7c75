import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Clearance } from '../../apps/clearance/clearance.js';
import { Clearances } from '../../apps/clearance/clearances.service.js';
import type { AppState } from '../../apps/document/app.js';
import type { ConfigFindings } from '../../apps/document/config-findings.js';
import { toolOfReference } from '../../apps/document/policies/hooks.schema.js';
import { ConfigCheck } from '../../apps/editing/config-check.port.js';
import { ConfigChecks } from '../../apps/editing/config-checks.service.js';
import type { CallScope } from '../../kernel/call-scope.js';
import { pointerTo } from '../../platform/http/bodies/validate.js';
import { TenantServers } from '../declared/tenant-servers.service.js';

/** A tool that a policy of the config calls. */
interface NamedTool {
  readonly reference: string;
  readonly pointer: string;
  /** Whether calls are refused while it cannot be called. */
  readonly isRequired: boolean;
}

/** Tells the author of a config which tools its policies name that the author has no access to: the gateway would not call them. */
@Injectable()
export class PolicyCallsConfigCheck extends ConfigCheck implements OnModuleInit {
  constructor(
    private readonly checks: ConfigChecks,
    private readonly clearances: Clearances,
    private readonly tenants: TenantServers,
  ) {
    super();
  }

  onModuleInit(): void {
    this.checks.register(this);
  }

  async check(draft: AppState, { principal }: CallScope): Promise<ConfigFindings> {
    const clearance = principal && (await this.clearances.of(principal));
    if (clearance === undefined) return { faults: [], warnings: [] };
    const denied = namedTools(draft).filter(({ reference }) => !this.covers(clearance, draft, reference));
    return {
      faults: denied
        .filter(({ isRequired }) => isRequired)
        .map(({ reference, pointer }) => ({
          pointer,
          detail: `names "${reference}", which your access grants do not include: calls that the hook decides about would be refused. Someone who has access must save this config`,
        })),
      warnings: denied
        .filter(({ isRequired }) => !isRequired)
        .map(({ reference, pointer }) => ({
          code: 'policy-tool-not-granted',
          pointer,
          detail: `names "${reference}", which your access grants do not include: it will not be called. Someone who has access must save this config`,
        })),
    };
  }

  private covers(clearance: Clearance, draft: AppState, reference: string): boolean {
    const { server: name, tool } = toolOfReference(reference);
    const server = this.tenants.find(draft, name);
    // That there is no such server is for others to say.
    if (server === undefined) return true;
    return clearance.at(server.handle)?.covers(server.policy.originalOf(tool) ?? tool) === true;
  }
}

function namedTools({ config: { policies } }: AppState): NamedTool[] {
  const { hooks = [], notify = [] } = policies ?? {};
  const at = (member: string, index: number) => pointerTo(['policies', member, index, 'tool']);
  return [
    ...hooks.flatMap(({ tool, onError }, index) =>
      tool === undefined
        ? []
        : [{ reference: tool, pointer: at('hooks', index), isRequired: onError !== 'allow' }],
    ),
    ...notify.flatMap(({ tool }, index) =>
      tool === undefined ? [] : [{ reference: tool, pointer: at('notify', index), isRequired: false }],
    ),
  ];
}
