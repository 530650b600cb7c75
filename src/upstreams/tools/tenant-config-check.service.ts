import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { Clearance } from '../../apps/clearance/clearance.js';
import { Clearances } from '../../apps/clearance/clearances.service.js';
import type { AppServer } from '../../apps/document/app-config.schema.js';
import type { AppState } from '../../apps/document/app.js';
import { ConfigCheck } from '../../apps/editing/config-check.port.js';
import { ConfigChecks } from '../../apps/editing/config-checks.service.js';
import type { ConfigFindings, ConfigWarning } from '../../apps/document/config-findings.js';
import type { CallScope } from '../../kernel/call-scope.js';
import { within } from '../../kernel/pacing/deadline.js';
import { nearestOf } from '../../kernel/text/nearest.js';
import type { Fault, Problem } from '../../kernel/problems/problem.js';
import { pointerTo } from '../../platform/http/bodies/validate.js';
import { EgressDenied, EgressPolicy } from '../../platform/egress/egress-policy.js';
import { OperatorServers } from '../declared/operator-servers.service.js';
import { ownEndpoint } from '../declared/own-endpoint.js';
import { patternWarnings } from './pattern-warnings.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { ServerProbe } from '../connection/server-probe.service.js';
import { TenantServers } from '../declared/tenant-servers.service.js';

/** Names whose addresses do not come in this time are judged when they are connected to. */
const resolveMs = 1000;

/** Checks the servers of a config: published ones must exist, addresses be allowed; who cannot be reached and which patterns match nothing is told. */
@Injectable()
export class TenantConfigCheck extends ConfigCheck implements OnModuleInit {
  constructor(
    private readonly checks: ConfigChecks,
    private readonly operator: OperatorServers,
    private readonly egress: EgressPolicy,
    private readonly probe: ServerProbe,
    private readonly tenants: TenantServers,
    private readonly apps: AppConfigs,
    private readonly clearances: Clearances,
  ) {
    super();
  }

  onModuleInit(): void {
    this.checks.register(this);
  }

  async check(draft: AppState, scope: CallScope): Promise<ConfigFindings> {
    const declared = Object.entries(draft.config.mcpServers ?? {});
    const { principal } = scope;
    const clearance = principal && (await this.clearances.of(principal));
    const before = (await this.apps.find(draft.app.id))?.config.mcpServers ?? {};
    const hooks = draft.config.policies?.hooks ?? [];
    const found = await Promise.all([
      ...declared.map(([name, server]) => this.faultsOf(name, server, before[name]?.use, clearance)),
      ...hooks.map(({ url }, index) => this.addressFaults(url, ['policies', 'hooks', index, 'url'])),
    ]);
    const faults = found.flat();
    for (const { definition } of this.tenants.list(draft))
      if (definition.target.obstacle === ownEndpoint)
        faults.push({
          pointer: pointerTo(['mcpServers', definition.name, 'url']),
          detail: 'is the endpoint of this server itself at this gateway',
        });
    return { faults, warnings: faults.length > 0 ? [] : await this.warningsOf(draft, scope) };
  }

  /** `before`: what it uses already, whoever may use that. What grants do not leave to whoever writes the config is not there. */
  private async faultsOf(
    name: string,
    { use, url }: AppServer,
    before: string | undefined,
    clearance: Clearance | undefined,
  ): Promise<Fault[]> {
    const isThere = (other: string) =>
      this.operator.find(other) !== undefined && (other === before || isLeftBy(clearance, other));
    if (use !== undefined && !isThere(use))
      return [{ pointer: pointerTo(['mcpServers', name, 'use']), detail: this.unpublished(use, clearance) }];
    return this.addressFaults(url, ['mcpServers', name, 'url']);
  }

  private async addressFaults(url: string | undefined, path: readonly PropertyKey[]): Promise<Fault[]> {
    if (url === undefined || (await this.isAllowed(new URL(url)))) return [];
    return [
      {
        pointer: pointerTo(path),
        detail:
          'leads to an address that apps may not reach; the operator can allow a private one with EGRESS_ALLOW',
      },
    ];
  }

  private unpublished(use: string, clearance: Clearance | undefined): string {
    const published = this.operator
      .all()
      .filter(
        ({ definition, handle }) => definition.options.disabled !== true && isLeftBy(clearance, handle),
      );
    const nearest = nearestOf(
      use,
      published.map(({ handle }) => handle),
    );
    return `names no server that is published here${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
  }

  private async isAllowed(url: URL): Promise<boolean> {
    try {
      await within(this.egress.check(url, 'tenant'), resolveMs);
      return true;
    } catch (error) {
      return !(error instanceof EgressDenied);
    }
  }

  private async warningsOf(draft: AppState, scope: CallScope): Promise<ConfigWarning[]> {
    const probed = await this.probe.all(draft, scope);
    return [
      ...probed.flatMap(({ server, failure }) =>
        failure === undefined ? [] : [unreachable(server, failure)],
      ),
      ...(await patternWarnings(draft.config, probed)),
    ];
  }
}

function isLeftBy(clearance: Clearance | undefined, handle: string): boolean {
  return clearance === undefined || clearance.at(handle) !== undefined;
}

function unreachable({ definition, withheld = [] }: RegisteredServer, failure: Problem): ConfigWarning {
  const without =
    withheld.length === 0 ? '' : `, without ${withheld.join(', ')} which a draft does not send there`;
  return {
    code: 'server-unreachable',
    pointer: pointerTo(['mcpServers', definition.name]),
    detail: `did not answer when the config was checked${without}: ${failure.detail ?? failure.message}`,
  };
}
