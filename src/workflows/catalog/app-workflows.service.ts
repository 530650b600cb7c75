import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { suggestion } from '../../kernel/text/nearest.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { parseWorkflow } from '../definition/parse-workflow.js';
import type { WorkflowDefinition } from '../definition/workflow-definition.js';
import { workflowLimits, type WorkflowLimits } from '../definition/workflow-limits.js';

/** A workflow as its callers see it. */
export interface AppWorkflow {
  /** By which it is run: its name in the config of the app. */
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly summary?: string;
  readonly inputSchema?: JsonObject;
  readonly outputSchema?: JsonObject;
  /** `tool@server`, in the order of the document. */
  readonly tools: readonly string[];
  /** Those of the app that it runs. */
  readonly workflows?: readonly string[];
}

/** The workflows of an app, out of its config. Those that cannot be run are not among them. */
@Injectable()
export class AppWorkflows {
  private readonly known = new WeakMap<AppState, readonly AppWorkflow[]>();
  private readonly limits: WorkflowLimits;

  constructor(config: Config) {
    this.limits = workflowLimits(config.values);
  }

  /**
   * In the order of the config; the same objects for as long as the app does not change. Who is not left all of the app has those that are
   * left, call none of the other servers, and run no workflow that is not theirs.
   */
  list(state: AppState): readonly AppWorkflow[] {
    let workflows = this.known.get(state);
    if (workflows === undefined)
      this.known.set(
        state,
        (workflows = state.whole === undefined ? this.all(state) : this.left(state, state.whole)),
      );
    return workflows;
  }

  private all({ config }: AppState): readonly AppWorkflow[] {
    return Object.entries(config.workflows ?? {}).flatMap(([name, document]) => {
      const { definition } = parseWorkflow(document, this.limits);
      return definition === undefined ? [] : [describe(name, definition)];
    });
  }

  private left({ config }: AppState, whole: AppState): readonly AppWorkflow[] {
    const servers = config.mcpServers ?? {};
    const isClosed = ({ name, tools }: AppWorkflow) =>
      !Object.hasOwn(config.workflows ?? {}, name) ||
      !tools.every((tool) => Object.hasOwn(servers, tool.slice(tool.lastIndexOf('@') + 1)));
    const all = this.list(whole);
    const closed = new Set(all.filter(isClosed).map(({ name }) => name));
    for (let before = -1; before < closed.size;) {
      before = closed.size;
      for (const { name, workflows = [] } of all)
        if (workflows.some((one) => closed.has(one))) closed.add(name);
    }
    return all.filter(({ name }) => !closed.has(name));
  }

  /** Throws `workflow-not-found`. */
  get(state: AppState, name: string): AppWorkflow {
    const workflows = this.list(state);
    const found = workflows.find((workflow) => workflow.name === name);
    if (found !== undefined) return found;
    const nearest = suggestion(
      name,
      workflows.map((workflow) => workflow.name),
    );
    throw new Problem('workflow-not-found', `The app has no workflow "${name}".${nearest}`);
  }
}

function describe(
  name: string,
  { version, title, summary, input, output, calls, children }: WorkflowDefinition,
): AppWorkflow {
  return {
    ...{ name, version },
    ...(title === undefined ? {} : { title }),
    ...(summary === undefined ? {} : { summary }),
    ...(input.schema === undefined ? {} : { inputSchema: input.schema }),
    ...(output.schema === undefined ? {} : { outputSchema: output.schema }),
    tools: [...new Set(calls.map(({ tool, server }) => `${tool}@${server}`))],
    ...(children.length === 0 ? {} : { workflows: [...new Set(children.map(({ workflow }) => workflow))] }),
  };
}
