import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import { ConfigCheck } from '../../apps/editing/config-check.port.js';
import { ConfigChecks } from '../../apps/editing/config-checks.service.js';
import type { ConfigFindings, ConfigWarning } from '../../apps/document/config-findings.js';
import type { CallScope } from '../../kernel/call-scope.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { Fault } from '../../kernel/problems/problem.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { Config } from '../../platform/config/config.js';
import { pointerTo } from '../../platform/http/bodies/validate.js';
import { ServerProbe } from '../../upstreams/connection/server-probe.service.js';
import type { KnownApi } from '../../upstreams/openapi/matching/found-call.js';
import { apiPlaceOf, shownIn } from '../../upstreams/tools/server-operations.service.js';
import { viewing, type ToolView } from '../../upstreams/tools/tool-view.js';
import { DocumentCheck } from '../expressions/document-check.service.js';
import { callFaults, type KnownTools } from './call-faults.js';
import { childFaults, ringSites } from './child-faults.js';
import { parseWorkflow } from './parse-workflow.js';
import { requestFaults } from './requests/request-faults.js';
import type { CallSite, RequestSite, WorkflowDefinition } from './workflow-definition.js';
import { workflowLimits } from './workflow-limits.js';

/** Checks the workflows of a config: the documents, that the servers and tools they call exist, and the arguments as far as they are written down. */
@Injectable()
export class WorkflowConfigCheck extends ConfigCheck implements OnModuleInit {
  constructor(
    private readonly checks: ConfigChecks,
    private readonly probe: ServerProbe,
    private readonly documents: DocumentCheck,
    private readonly config: Config,
  ) {
    super();
  }

  onModuleInit(): void {
    this.checks.register(this);
  }

  async check(draft: AppState, scope: CallScope): Promise<ConfigFindings> {
    const limits = workflowLimits(this.config.values);
    const faults: Fault[] = [];
    const known = new Map<string, WorkflowDefinition | undefined>();
    const calls: { readonly call: CallSite; readonly prefix: string }[] = [];
    const requests: { readonly site: RequestSite; readonly prefix: string }[] = [];
    for (const [name, document] of Object.entries(draft.config.workflows ?? {})) {
      const { definition, faults: found } = parseWorkflow(document, limits);
      const prefix = pointerTo(['workflows', name]);
      known.set(name, definition);
      const wrong =
        found ?? (await this.documents.check(draft.app.accountId, document, definition.expressions));
      faults.push(...wrong.map((fault) => within(prefix, fault)));
      calls.push(...(definition?.calls ?? []).map((call) => ({ call, prefix })));
      requests.push(...(definition?.requests ?? []).map((site) => ({ site, prefix })));
      // Documents may be many and large; others have their turn between them.
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const [name, definition] of known)
      for (const site of definition?.children ?? [])
        faults.push(
          ...childFaults(site, known).map((fault) => within(pointerTo(['workflows', name]), fault)),
        );
    if (calls.length + requests.length > 0) {
      const { tools, apis } = await this.known(draft, scope);
      faults.push(
        ...calls.flatMap(({ call, prefix }) => callFaults(call, tools).map((fault) => within(prefix, fault))),
        ...requests.flatMap(({ site, prefix }) =>
          requestFaults(site, apis).map((fault) => within(prefix, fault)),
        ),
      );
    }
    return { faults, warnings: ringWarnings(known) };
  }

  /** The tools and operations that callers of the app would see, by server; of servers that did not answer nothing is known. */
  private async known(draft: AppState, scope: CallScope): Promise<Known> {
    const tools = new Map<string, ReadonlyMap<string, JsonObject> | undefined>();
    const apis: KnownApi[] = [];
    for (const { server, tools: found, operations } of await this.probe.all(draft, scope)) {
      const view = found === undefined ? undefined : await inSlices(viewing(found, server));
      tools.set(server.definition.name, view === undefined ? undefined : inputSchemas(view));
      const place = apiPlaceOf(server);
      if (place === undefined || server.definition.options.disabled === true) continue;
      const shown = view === undefined ? () => undefined : shownIn(view);
      apis.push({ ...place, operations: view && operations, shown });
    }
    return { tools, apis };
  }
}

interface Known {
  readonly tools: KnownTools;
  readonly apis: readonly KnownApi[];
}

/** A ring of workflows may well end: a condition, or the depth that runs may have, ends it. */
function ringWarnings(known: ReadonlyMap<string, WorkflowDefinition | undefined>): ConfigWarning[] {
  const children = new Map([...known].map(([name, definition]) => [name, definition?.children ?? []]));
  return [...children.keys()].flatMap((name) =>
    ringSites(name, children).map(({ workflow, pointer }) => ({
      code: 'workflow-ring',
      pointer: `${pointerTo(['workflows', name])}${pointer}/name`,
      detail: `By ${workflow} this workflow runs itself again: something has to end that before WORKFLOW_MAX_DEPTH does.`,
    })),
  );
}

function inputSchemas({ byName }: ToolView): ReadonlyMap<string, JsonObject> {
  return new Map([...byName].map(([name, { shown }]) => [name, (shown['inputSchema'] ?? {}) as JsonObject]));
}

function within(prefix: string, fault: Fault): Fault {
  return { ...fault, pointer: `${prefix}${fault.pointer}` };
}
