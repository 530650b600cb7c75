import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../../platform/config/config.js';
import { parseWorkflow } from '../definition/parse-workflow.js';
import type { WorkflowDefinition } from '../definition/workflow-definition.js';
import { workflowLimits, type WorkflowLimits } from '../definition/workflow-limits.js';
import type { DurableContext } from '../interpreter/durable-context.port.js';
import type { RunProgram } from './run-program.js';
import { Expressions } from '../../platform/expressions/expressions.port.js';
import { interpret, interpretBranch } from '../interpreter/interpret.js';
import type { Ports } from '../interpreter/ports.js';
import { RunChildren } from '../children/run-children.service.js';
import { parseProgram } from '../programs/program-definition.js';
import { EventOutbox } from '../events/event-outbox.service.js';
import { RunTools } from '../calls/run-tools.service.js';
import type { Run } from '../runs/run.js';
import { WorkflowFailure } from '../interpreter/workflow-error.js';

/** Those used last; others are made again. */
const mostKept = 500;

/** Makes runs ready to be carried out: the definition as it was when the run began, and the tools of its app. */
@Injectable()
export class RunPrograms {
  private readonly parsed = new LRUCache<string, WorkflowDefinition>({ max: mostKept });
  private readonly limits: WorkflowLimits;

  constructor(
    private readonly apps: AppConfigs,
    private readonly tools: RunTools,
    private readonly children: RunChildren,
    private readonly outbox: EventOutbox,
    private readonly expressions: Expressions,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    this.limits = workflowLimits(config.values);
  }

  /** What is wrong with the definition comes to light when the program runs, as the run's own failure. */
  async load(run: Run): Promise<RunProgram> {
    const [tools, children] = [this.tools.of(run), this.children.of(run)];
    const ports = (context: DurableContext): Ports => ({
      ...{ accountId: run.accountId, context, tools, children, events: this.outbox.of(run) },
      ...{ expressions: this.expressions, clock: this.clock },
    });
    const definition = await this.definitionOf(run);
    const needed = () => {
      if (definition !== undefined) return definition;
      throw WorkflowFailure.of('configuration', 'The definition of the run cannot be carried out.', 'do');
    };
    return {
      run: async (context) => interpret(needed(), run.input, ports(context)),
      branch: async (program, context) => interpretBranch(needed(), program, ports(context)),
    };
  }

  /** `undefined` when it is gone, or cannot be carried out. */
  async definitionOf({
    appId,
    configVersion,
    workflow,
    document,
  }: Run): Promise<WorkflowDefinition | undefined> {
    if (document !== undefined) return parseProgram(document, this.config.values).definition;
    const key = `${appId} ${String(configVersion)} ${workflow}`;
    const known = this.parsed.get(key);
    if (known !== undefined) return known;
    const config = await this.apps.findVersion(appId, configVersion);
    const { definition } = parseWorkflow(config?.workflows?.[workflow], this.limits);
    if (definition !== undefined) this.parsed.set(key, definition);
    return definition;
  }
}
