import type { ChildAccess } from '../../../src/workflows/interpreter/child-access.port.js';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { JsonObject, JsonValue } from '../../../src/kernel/json/json.js';
import { Config } from '../../../src/platform/config/config.js';
import type { Values } from '../../../src/platform/config/variables.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { AccountUsage } from '../../../src/platform/usage/account-usage.service.js';
import { parseWorkflow } from '../../../src/workflows/definition/parse-workflow.js';
import type { WorkflowDefinition } from '../../../src/workflows/definition/workflow-definition.js';
import { askedArguments, type AskedCall } from '../../../src/workflows/definition/requests/asked-call.js';
import { workflowLimits, type WorkflowLimits } from '../../../src/workflows/definition/workflow-limits.js';
import type { Signal } from '../../../src/workflows/interpreter/durable-context.port.js';
import { ThreadedExpressions } from '../../../src/platform/expressions/threaded-expressions.adapter.js';
import type { ExpressionJob } from '../../../src/platform/expressions/expressions.port.js';
import { interpret, interpretBranch } from '../../../src/workflows/interpreter/interpret.js';
import type { EmittedEvent } from '../../../src/workflows/interpreter/ports.js';
import type { FoundTool, StepCall, ToolAccess } from '../../../src/workflows/interpreter/tool-access.port.js';
import { WorkflowFailure, type WorkflowError } from '../../../src/workflows/interpreter/workflow-error.js';
import { LentThreads } from '../lent-threads.js';
import { MemoryContext, MemoryJournal } from './memory-context.js';

/** Nothing is run beside what is tested. */
const noChildren: ChildAccess = {
  begin: () => Promise.reject(new Error('No other workflow is there')),
  output: () => Promise.resolve(undefined),
  cancel: () => Promise.resolve(),
};

/** What a tool does: gives its structured result, or throws. */
export type Tool = (values: Record<string, never>, call: StepCall) => unknown;

/** Tools by `tool@server`, with a record of the calls. */
export class ScriptedTools implements ToolAccess {
  readonly calls: StepCall[] = [];

  constructor(
    private readonly tools: Readonly<Record<string, Tool>>,
    private readonly repeatable = true,
  ) {}

  async call(call: StepCall): Promise<JsonObject> {
    this.calls.push(call);
    await call.leaving();
    const tool = this.tools[`${call.tool}@${call.server}`];
    const result = await tool?.(call.arguments as Record<string, never>, call);
    return { content: [], structuredContent: result };
  }

  /** Requests are tools of the names that documents have for them. */
  find(asked: AskedCall, name: string): Promise<FoundTool> {
    const [tool = '', server = ''] = name.split('@', 2);
    return Promise.resolve({ tool, server, arguments: askedArguments(asked) });
  }

  isRepeatable(): Promise<boolean> {
    return Promise.resolve(this.repeatable);
  }

  needsApproval(): Promise<boolean> {
    return Promise.resolve(false);
  }

  bindApproval(): Promise<void> {
    return Promise.resolve();
  }

  keys(): string[] {
    return this.calls.map(({ stepKey }) => stepKey);
  }
}

/** Evaluates an expression once for the same data, for tests that run the same document hundreds of times. */
class RememberedExpressions extends ThreadedExpressions {
  private readonly values = new Map<string, Promise<JsonValue>>();

  override async evaluate(job: ExpressionJob): Promise<JsonValue> {
    const key = JSON.stringify(job);
    const value = this.values.get(key) ?? super.evaluate(job);
    this.values.set(key, value);
    return structuredClone(await value);
  }
}

/** Long enough for a busy machine. */
const expressionMs = 20_000;

/** Reads and runs documents without a gateway. */
export class WorkflowBench {
  readonly limits: WorkflowLimits;
  readonly expressions: ThreadedExpressions;

  constructor(env: Partial<Values> = {}, { remembersValues = false } = {}) {
    const config = Config.load({}, { WORKFLOW_EXPRESSION_MS: expressionMs, ...env });
    this.limits = workflowLimits(config.values);
    const threads = new LentThreads(config, new AccountUsage(config, new Metrics()));
    this.expressions = remembersValues
      ? new RememberedExpressions(config, threads)
      : new ThreadedExpressions(config, threads);
  }

  /** The definition of a document, which must be right; of a list of tasks the document is made. */
  define(document: unknown): WorkflowDefinition {
    const { definition, faults } = parseWorkflow(
      Array.isArray(document) ? documentOf(document) : document,
      this.limits,
    );
    if (definition === undefined) throw new Error(JSON.stringify(faults));
    return definition;
  }

  /** Runs a definition in a process that dies at its `lives`-th moment. */
  async run(
    definition: WorkflowDefinition,
    input: JsonValue,
    tools: ToolAccess,
    journal = new MemoryJournal(),
    lives = Infinity,
  ): Promise<JsonValue> {
    const world = {
      accountId: 'acc_1',
      ...{ tools, children: noChildren },
      events: {
        emit: (key: string, event: EmittedEvent) => {
          if (!journal.emitted.has(key)) journal.emitted.set(key, event);
          return Promise.resolve();
        },
      },
      expressions: this.expressions,
      clock: { now: () => journal.time },
    };
    const context = new MemoryContext(
      journal,
      (branch, own) => interpretBranch(definition, branch.program, { ...world, context: own }),
      lives,
    );
    return await interpret(definition, input, { ...world, context });
  }

  async close(): Promise<void> {
    await this.expressions.onApplicationShutdown();
  }
}

export function documentOf(tasks: unknown, more: object = {}): JsonObject {
  return {
    document: { dsl: '1.0.3', namespace: 'test', name: 'test', version: '1.0.0' },
    evaluate: { language: 'jsonata' },
    ...more,
    do: tasks,
  };
}

/** The documents of docs/workflows.md by their names. */
export function documentedWorkflows(): ReadonlyMap<string, JsonObject> {
  const text = readFileSync(new URL('../../../docs/workflows.md', import.meta.url), 'utf8');
  const documents = [...text.matchAll(/```yaml\n(document:[^]*?)```/g)].map(
    ([, yaml]) => parse(yaml ?? '') as { document: { name: string } },
  );
  return new Map(documents.map((document) => [document.document.name, document as unknown as JsonObject]));
}

export function signal(type: string, data: JsonValue = {}, sender = 'ann@example.com'): Signal {
  return { id: `sig_${type}`, type, data, sender };
}

/** The failure that work ends with. */
export async function errorOf(work: Promise<unknown>): Promise<WorkflowError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof WorkflowFailure) return error.error;
    throw error;
  }
  throw new Error('Nothing was raised');
}
