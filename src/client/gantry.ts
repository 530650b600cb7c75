import { Connection, present, type ConnectOptions, type RequestOptions } from './connection.js';
import type { components, paths } from './openapi-types.js';
import { GantryProblem, type Fault } from './problem.js';
import { Prompts, type GetPromptResult, type Prompt } from './prompts.js';
import { Resources, type ReadResourceResult, type Resource, type ResourceTemplate } from './resources.js';
import {
  Tools,
  type AnthropicTool,
  type CallOptions,
  type CallToolResult,
  type OpenAiTool,
  type ServerReport,
  type Tool,
  type ToolEvent,
  type ToolFilter,
} from './tools.js';
import {
  Workflows,
  type ExecuteOptions,
  type Workflow,
  type WorkflowEvent,
  type WorkflowRun,
} from './workflows.js';
import type { AiTool } from './ai-sdk.js';

/** What the gateway says of an app: its servers, limits and features. */
export type Resolved = components['schemas']['Resolved'];

/** In place of an app's name: that of the key. */
const ownApp = '-';

/** An app of a Gantry gateway. */
export class GantryApp {
  readonly tools: Tools;
  readonly resources: Resources;
  readonly prompts: Prompts;
  readonly workflows: Workflows;

  private constructor(
    private readonly connection: Connection,
    private resolved: Resolved,
  ) {
    this.tools = new Tools(connection);
    this.resources = new Resources(connection);
    this.prompts = new Prompts(connection);
    this.workflows = new Workflows(connection);
  }

  /** See `Gantry.connect`. */
  static async connect({
    signal,
    ...options
  }: ConnectOptions & Pick<RequestOptions, 'signal'>): Promise<GantryApp> {
    const connection = new Connection(options);
    return new GantryApp(connection, await resolve(connection, signal === undefined ? {} : { signal }));
  }

  /** What the gateway said of the app when it was asked last. */
  get info(): Resolved {
    return this.resolved;
  }

  /** Every operation of the gateway, typed by its OpenAPI document (openapi-fetch), with this app's key, retries and problems. */
  get api(): Connection['api'] {
    return this.connection.api;
  }

  /** Asks the gateway anew what the app is. */
  async refresh(options: RequestOptions = {}): Promise<Resolved> {
    this.resolved = await resolve(this.connection, options);
    return this.resolved;
  }
}

async function resolve(connection: Connection, options: RequestOptions): Promise<Resolved> {
  const { data } = await connection.api.GET('/api/apps/{app}/resolve', {
    params: { path: { app: connection.query.app ?? ownApp } },
    signal: connection.signal(options),
  });
  return present(data);
}

/** The way in. */
export const Gantry = {
  /**
   * Connects to an app by its key. Asks the gateway what the app is, so a wrong address or key fails here. Every failure is a `GantryProblem`
   * with a stable `code`, but for an abort by the caller.
   */
  connect: (options: ConnectOptions & Pick<RequestOptions, 'signal'>): Promise<GantryApp> =>
    GantryApp.connect(options),
} as const;

export { GantryProblem };
export type {
  AiTool,
  AnthropicTool,
  CallOptions,
  CallToolResult,
  components,
  ConnectOptions,
  ExecuteOptions,
  Fault,
  GetPromptResult,
  OpenAiTool,
  paths,
  Prompt,
  ReadResourceResult,
  RequestOptions,
  Resource,
  ResourceTemplate,
  ServerReport,
  Tool,
  ToolEvent,
  ToolFilter,
  Workflow,
  WorkflowEvent,
  WorkflowRun,
};
