import type { JsonValue } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { Expressions } from '../../platform/expressions/expressions.port.js';
import type { WorkflowDefinition } from '../definition/workflow-definition.js';
import type { ChildAccess } from '../interpreter/child-access.port.js';
import type { ChildRun } from '../interpreter/durable-context.port.js';
import { interpret, interpretBranch } from '../interpreter/interpret.js';
import type { Ports } from '../interpreter/ports.js';
import { WorkflowFailure, withoutKey } from '../interpreter/workflow-error.js';
import { TrialContext, type ChildEnd, type TrialTerms } from './trial-context.js';
import type { TrialRecord } from './trial-record.js';
import type { TrialTools } from './trial-tools.js';

interface TrialParts {
  readonly accountId: string;
  readonly expressions: Expressions;
  readonly record: TrialRecord;
  readonly terms: Pick<TrialTerms, 'startedAt' | 'skipTime' | 'signals' | 'ends' | 'takes'>;
  readonly maxDepth: number;
  /** A workflow of the app. Throws `workflow-not-found`. */
  readonly find: (workflow: string) => WorkflowDefinition;
}

/** A document that is tried, or a workflow that it runs: with a context of its own, and keys that begin with those of its step. */
export class TrialRun {
  readonly context: TrialContext;

  constructor(
    private readonly definition: WorkflowDefinition,
    private readonly parts: TrialParts,
    private readonly tools: TrialTools,
    private readonly prefix = '',
    private readonly depth = 1,
    time = parts.terms.startedAt,
  ) {
    this.context = new TrialContext(
      {
        ...parts.terms,
        runBranch: ({ program }, own) => interpretBranch(definition, program, this.ports(own)),
        runChild: (key, child, at) => this.child(key, child, at),
      },
      time,
    );
  }

  ports(context = this.context): Ports {
    const { accountId, expressions, record } = this.parts;
    return {
      ...{ accountId, context, tools: this.tools, children: this.children(), expressions },
      events: {
        emit: (key, event) => {
          record.addEvent({ step: `${this.prefix}${key}`, event });
          return Promise.resolve();
        },
      },
      clock: context.clock,
      observe: (step) => {
        record.addStep({ ...step, key: `${this.prefix}${step.key}` });
      },
    };
  }

  private async child(key: string, { workflow, input }: ChildRun, time: number): Promise<ChildEnd> {
    let at = () => time;
    try {
      const given = this.tools.childOutput(workflow, key, input);
      if (given !== undefined) return { output: given.value, at: time };
      const prefix = `${this.prefix}${key}/`;
      const definition = this.definitionOf(workflow);
      const run = new TrialRun(
        ...([definition, this.parts, this.tools.within(prefix), prefix, this.depth + 1, time] as const),
      );
      at = () => run.context.clock.now();
      const output = await interpret(definition, input as JsonValue, run.ports());
      return { output, at: at() };
    } catch (error) {
      if (!(error instanceof WorkflowFailure)) throw error;
      return { failure: new WorkflowFailure({ ...withoutKey(error.error), instance: key }), at: at() };
    }
  }

  /** Throws `WorkflowFailure`. */
  private definitionOf(workflow: string): WorkflowDefinition {
    try {
      if (this.depth < this.parts.maxDepth) return this.parts.find(workflow);
      throw new Problem('recursion-too-deep', `${String(this.depth)} runs, one inside the other.`);
    } catch (error) {
      throw error instanceof Problem ? WorkflowFailure.ofProblem(error) : error;
    }
  }

  /** What is not waited for is noted, and not tried. */
  private children(): ChildAccess {
    return {
      begin: ({ workflow, stepKey, input }) => {
        this.tools.childOutput(workflow, stepKey, input);
        return Promise.resolve(this.context.runId);
      },
      output: () => Promise.resolve(undefined),
      cancel: () => Promise.resolve(),
    };
  }
}
