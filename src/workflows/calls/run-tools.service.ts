import { readResult } from '../../mcp/wire/message-decoder.js';
import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import { CallScope } from '../../kernel/call-scope.js';
import { foreignJsonDepth } from '../../kernel/json/foreign/foreign-json.js';
import { NestsTooDeeply } from '../../kernel/json/foreign/json-printing.js';
import { readingPlain } from '../../kernel/json/foreign/plain-value.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import { begunInSlices } from '../../kernel/pacing/slices.js';
import { Config } from '../../platform/config/config.js';
import { endUnanswerable } from '../../mcp/wire/question.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { TenantServers } from '../../upstreams/declared/tenant-servers.service.js';
import type { ApprovalDeciders } from '../../upstreams/approvals/approval.js';
import type { AdmittedTool } from '../../upstreams/tools/gate/found-targets.service.js';
import { CallGate } from '../../upstreams/tools/gate/call-gate.service.js';
import { httpFactsKey } from '../../upstreams/openapi/http-facts.js';
import { apiPlaceOf } from '../../upstreams/tools/server-operations.service.js';
import { needingAppApproval } from '../../upstreams/tools/tool-view.js';
import { Upstreams } from '../../upstreams/tools/upstreams.service.js';
import { AskedTools } from './asked-tools.service.js';
import { metaOfStep } from './call-meta.js';
import { asFailure, wayOf } from './asking.js';
import { withLists } from './list-arguments.js';
import { RunAuthority } from './run-authority.service.js';
import type { Run } from '../runs/run.js';
import { StepRecords, type RecordedStep } from './step-records.service.js';
import { Departure } from './departure.js';
import type { StepCall, ToolAccess } from '../interpreter/tool-access.port.js';

/** A call that found no place in the queue of its server never got there: it is tried again so often. */
const overloadPausesMs = [100, 250, 500, 1000, 2000] as const;

/** The tools of an app as its runs call them: as whoever started the run, with the app's present servers and policies. */
@Injectable()
export class RunTools {
  constructor(
    private readonly authority: RunAuthority,
    private readonly tenants: TenantServers,
    private readonly gate: CallGate,
    private readonly upstreams: Upstreams,
    private readonly asked: AskedTools,
    private readonly records: StepRecords,
    private readonly config: Config,
  ) {}

  of(run: Run): ToolAccess {
    const authority = this.authority.of(run);
    return {
      call: (call) => this.records.record(run, call, (step) => this.call(run, authority, call, step)),
      find: (asked) =>
        asFailure(async () => {
          const { caller, state } = await authority.now();
          const scope = CallScope.of(run.accountId, run.id);
          const { server, tool, arguments: values } = await this.asked.find(caller, state, asked, scope);
          return { server, tool, arguments: values };
        }),
      isRepeatable: (server, tool) =>
        asFailure(async () => {
          const scope = CallScope.of(run.accountId, run.id);
          const { caller, state } = await authority.now();
          return this.upstreams.isRepeatable(caller, this.server(state, server), tool, scope);
        }),
      needsApproval: async (server, tool) => {
        const { state } = await authority.now();
        const known = this.tenants.find(state, server);
        return known !== undefined && (await begunInSlices(needingAppApproval(known, tool)));
      },
      bindApproval: (signalId, call) => authority.bindApproval(signalId, call),
    };
  }

  private async call(
    run: Run,
    authority: ReturnType<RunAuthority['of']>,
    call: StepCall,
    step: RecordedStep,
  ): Promise<JsonObject> {
    const { scope } = step;
    const abort = () => {
      scope.cancel();
    };
    call.signal.addEventListener('abort', abort, { once: true });
    const departure = new Departure(call);
    try {
      return await asFailure(async () => {
        const { caller, state } = await authority.now();
        scope.principal = caller.principal;
        const server = this.server(state, call.server);
        scope.approving = wayOf(run, call);
        const approval = { isGiven: (by: ApprovalDeciders) => authority.isApproved(call, by) };
        const asked = { server, name: call.tool, arguments: call.arguments, approval };
        const tool = await this.gate.admit(caller, asked, scope);
        return await this.send(run, tool, call, departure, scope);
      });
    } catch (error) {
      throw call.signal.aborted ? call.signal.reason : departure.instead(error);
    } finally {
      call.signal.removeEventListener('abort', abort);
    }
  }

  /** Throws `server-not-found`. */
  private server(state: AppState, name: string): RegisteredServer {
    const server = this.tenants.find(state, name);
    if (server === undefined || server.definition.options.disabled === true)
      throw new Problem('server-not-found', `The app has no server "${name}".`);
    return server;
  }

  private async send(
    run: Run,
    tool: AdmittedTool,
    call: StepCall,
    departure: Departure,
    scope: CallScope,
  ): Promise<JsonObject> {
    const { MAX_TOOL_TIMEOUT_MS } = this.config.values;
    const { message } = await this.whenThereIsRoom(call, () =>
      this.upstreams.call(
        tool,
        {
          arguments: withLists(tool.arguments ?? {}, call.computed, tool.entry.shown['inputSchema']),
          _meta: {
            ...metaOfStep(run, call.stepKey),
            ...(apiPlaceOf(tool.server) === undefined ? {} : { [httpFactsKey]: true }),
          },
          timeoutMs:
            call.timeoutMs === undefined
              ? undefined
              : Math.min(Math.max(1, call.timeoutMs), MAX_TOOL_TIMEOUT_MS),
          onQuestion: endUnanswerable,
          leaving: () => departure.allow(),
          onNotification: ({ method, params }) => {
            if (method === 'notifications/progress' && params !== undefined)
              call.progress(progressIn(params));
          },
        },
        scope,
      ),
    );
    const result = await plainResult((await readResult(message)) ?? {});
    if (result['resultType'] === 'input_required') throw new Problem('tool-needs-input');
    return result;
  }

  private async whenThereIsRoom<T>({ signal }: StepCall, send: () => Promise<T>): Promise<T> {
    for (const pauseMs of overloadPausesMs)
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'overloaded' || signal.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
      }
    return send();
  }
}

/** Throws `upstream-error` for what a run cannot keep. */
async function plainResult(result: JsonObject): Promise<JsonObject> {
  const limits = { maxDepth: foreignJsonDepth, maxBytes: Infinity };
  const refuse = (source: string): never => {
    throw new Problem(
      'upstream-error',
      `The result holds the number ${source.slice(0, 40)}, which a run cannot keep as it is.`,
    );
  };
  try {
    const { value } = await begunInSlices(readingPlain(result, limits, refuse));
    return value as JsonObject;
  } catch (error) {
    if (error instanceof NestsTooDeeply) throw new Problem('upstream-error', `The result ${error.message}.`);
    throw error;
  }
}

function progressIn({ progress, total, message }: JsonObject): JsonObject {
  const members = Object.entries({ progress, total, message });
  return Object.fromEntries(
    members.filter(([, value]) => typeof value === 'number' || typeof value === 'string'),
  );
}
