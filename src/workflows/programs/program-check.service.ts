import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { Fault } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { TenantServers } from '../../upstreams/declared/tenant-servers.service.js';
import { Upstreams } from '../../upstreams/tools/upstreams.service.js';
import { AppWorkflows } from '../catalog/app-workflows.service.js';
import { AskedTools } from '../calls/asked-tools.service.js';
import { requestFaults } from '../definition/requests/request-faults.js';
import { callFaults, type KnownTools } from '../definition/call-faults.js';
import { childFaults } from '../definition/child-faults.js';
import type { WorkflowDefinition } from '../definition/workflow-definition.js';
import { DocumentCheck } from '../expressions/document-check.service.js';
import { parseProgram } from './program-definition.js';

/** A program that can be run, or what is wrong with it. */
type CheckedProgram =
  | { readonly definition: WorkflowDefinition }
  | { readonly definition?: undefined; readonly faults: readonly Fault[] };

/** Checks what a model has written as a document of a config is checked, against what its caller may see. */
@Injectable()
export class ProgramCheck {
  constructor(
    private readonly documents: DocumentCheck,
    private readonly workflows: AppWorkflows,
    private readonly tenants: TenantServers,
    private readonly upstreams: Upstreams,
    private readonly asked: AskedTools,
    private readonly config: Config,
  ) {}

  async check(
    caller: Caller,
    state: AppState,
    document: JsonObject,
    scope: CallScope,
  ): Promise<CheckedProgram> {
    const { definition, faults } = parseProgram(document, this.config.values);
    if (definition === undefined) return { faults };
    const wrong = await this.documents.check(state.app.accountId, document, definition.expressions);
    if (wrong.length > 0) return { faults: wrong };
    const tools = await this.knownTools(caller, state, definition, scope);
    const apis = definition.requests.length === 0 ? [] : await this.asked.known(caller, state, scope);
    const workflows = this.workflows.list(state).map(({ name, version }) => [name, { version }] as const);
    const known = new Map(workflows);
    const more = [
      ...definition.calls.flatMap((call) => callFaults(call, tools)),
      ...definition.requests.flatMap((site) => requestFaults(site, apis)),
      ...definition.children.flatMap((site) => childFaults(site, known)),
    ];
    return more.length > 0 ? { faults: more } : { definition };
  }

  /** Of the servers that it calls; of one that does not answer nothing is known. */
  private async knownTools(
    caller: Caller,
    state: AppState,
    { calls }: WorkflowDefinition,
    scope: CallScope,
  ): Promise<KnownTools> {
    const known = new Map<string, ReadonlyMap<string, JsonObject> | undefined>();
    for (const name of new Set(calls.map(({ server }) => server))) {
      const server = this.tenants.find(state, name);
      if (server === undefined) continue;
      const view = await this.upstreams.tools(caller, server, scope).catch(() => undefined);
      known.set(
        name,
        view &&
          new Map(
            [...view.byName].map(([tool, { shown }]) => [tool, (shown['inputSchema'] ?? {}) as JsonObject]),
          ),
      );
    }
    return known;
  }
}
