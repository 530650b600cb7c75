import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import { exposedName } from '../../apps/document/exposed-name.js';
import type { CallScope } from '../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Caller } from '../../kernel/caller.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { isPersonal } from '../../upstreams/connection/connection-owner.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import type { ToolView } from '../../upstreams/tools/tool-view.js';
import { Upstreams } from '../../upstreams/tools/upstreams.service.js';
import {
  toAnthropicTool,
  toOpenAiTool,
  toStrictOpenAiTool,
  type ToolFormat,
} from '../../mcp-gateway/provider-formats.js';
import { WorkflowTools } from '../../workflows/catalog/workflow-tools.service.js';
import type { ServerReport } from '../server-report.js';
import { ServerFanOut } from '../server-fan-out.service.js';
import { ToolSearch, type SearchableTool } from './tool-search.js';

const shapers = {
  openai: toOpenAiTool,
  'openai-strict': toStrictOpenAiTool,
  anthropic: toAnthropicTool,
};

/** What the tools of a list look like. */
export type ToolShape = ToolFormat | keyof typeof shapers;

/** The tools of all servers of an app and its workflows; the same object for as long as neither they nor the servers' states change. */
export interface ToolDirectory {
  /** MCP tools under their exposed names, each with `server` and `tool`. */
  readonly tools: readonly JsonObject[];
  readonly servers: readonly ServerReport[];
}

interface Remembered {
  readonly views: readonly (ToolView | undefined)[];
  readonly reports: string;
  readonly directory: ToolDirectory;
}

export interface DirectoryOptions {
  readonly server?: string | undefined;
  readonly refresh?: boolean;
}

/** Of whom an app's tools are remembered, where each person has tools of their own. */
const maxViewers = 50;

/** The app's view of its tools: merged, searched, and in the shapes of model providers. */
@Injectable()
export class ToolDirectories {
  /** By who else sees the same, and then by the server that was asked for. */
  private readonly remembered = new WeakMap<AppState, Map<string, Map<string, Remembered>>>();
  private readonly exposed = new WeakMap<ToolView, readonly JsonObject[]>();
  private readonly searches = new WeakMap<ToolDirectory, Promise<ToolSearch>>();
  private readonly shapes = new WeakMap<JsonObject, Map<ToolShape, object>>();

  constructor(
    private readonly round: ServerFanOut,
    private readonly upstreams: Upstreams,
    private readonly workflows: WorkflowTools,
  ) {}

  /** Throws `server-not-found` for a `server` that the app does not have; no other failure of a server gets here. */
  async get(
    caller: Caller,
    state: AppState,
    { server: only, refresh = false }: DirectoryOptions,
    scope: CallScope,
  ): Promise<ToolDirectory> {
    const parts = await this.round.ask(
      caller,
      state,
      {
        kind: 'tools',
        ask: (server, askScope) => this.upstreams.tools(caller, server, askScope, refresh),
        known: (server) => this.upstreams.knownTools(caller, server),
        only,
        patient: refresh,
      },
      scope,
    );
    const views = parts.map(({ value }) => value);
    const reports = parts.map(({ report }) => report);
    const text = JSON.stringify(reports);
    const memory = this.memoryOf(state, this.viewerOf(caller, parts));
    const known = memory.get(only ?? '');
    if (known?.reports === text && known.views.every((view, i) => view === views[i])) return known.directory;
    const directory = {
      tools: unique([
        ...parts.flatMap(({ server, value }) => (value === undefined ? [] : this.expose(server, value))),
        ...(only === undefined ? this.workflows.list(state) : []),
      ]),
      servers: reports,
    };
    memory.set(only ?? '', { views, reports: text, directory });
    return directory;
  }

  /** The tools that have to do with `question`, best first, each with its `score`. */
  async search(directory: ToolDirectory, question: string): Promise<JsonObject[]> {
    let search = this.searches.get(directory);
    if (search === undefined)
      this.searches.set(directory, (search = inSlices(ToolSearch.indexing(directory.tools.map(searchable)))));
    const hits = await inSlices((await search).searching(question));
    return hits.map(({ index, score }) => ({ ...directory.tools[index], score }));
  }

  /** The tools in the shape of a provider, as its SDK takes them; `mcp` leaves them as they are. */
  shape(tools: readonly JsonObject[], format: ToolShape): readonly object[] {
    return format === 'mcp' ? tools : tools.map((tool) => this.shapeOf(tool, format));
  }

  private shapeOf(tool: JsonObject, format: keyof typeof shapers): object {
    let shapes = this.shapes.get(tool);
    if (shapes === undefined) this.shapes.set(tool, (shapes = new Map<ToolShape, object>()));
    let shape = shapes.get(format);
    if (shape === undefined) shapes.set(format, (shape = shapers[format](tool)));
    return shape;
  }

  private expose(server: RegisteredServer, view: ToolView): readonly JsonObject[] {
    let exposed = this.exposed.get(view);
    if (exposed === undefined)
      this.exposed.set(view, (exposed = view.tools.map((tool) => exposeTool(server, tool))));
    return exposed;
  }

  /** Who else sees the same list: everybody of the account, but at servers where each has what is their own. */
  private viewerOf({ principal }: Caller, parts: readonly { readonly server: RegisteredServer }[]): string {
    if (!parts.some(({ server }) => isPersonal(server))) return '';
    return principal.kind === 'app' ? principal.appId : principal.userId;
  }

  /** Of many people whose lists are their own, those who came first are forgotten. */
  private memoryOf(state: AppState, viewer: string): Map<string, Remembered> {
    let viewers = this.remembered.get(state);
    if (viewers === undefined)
      this.remembered.set(state, (viewers = new Map<string, Map<string, Remembered>>()));
    let memory = viewers.get(viewer);
    if (memory !== undefined) return memory;
    const [first] = viewers.keys();
    if (viewers.size >= maxViewers && first !== undefined) viewers.delete(first);
    viewers.set(viewer, (memory = new Map<string, Remembered>()));
    return memory;
  }
}

/** A hash that two tools share is next to impossible; should it happen, the first keeps the name. */
function unique(tools: readonly JsonObject[]): readonly JsonObject[] {
  const names = new Set(tools.map(({ name }) => name));
  return names.size === tools.length ? tools : tools.filter(({ name }) => names.delete(name));
}

function exposeTool({ definition }: RegisteredServer, tool: JsonObject): JsonObject {
  const name = String(tool['name']);
  const { title, description } = tool;
  return {
    ...{ inputSchema: { type: 'object' }, ...tool },
    ...{ name: exposedName(definition.name, name), server: definition.name, tool: name },
    description: typeof description === 'string' ? description : typeof title === 'string' ? title : '',
  };
}

function searchable(tool: JsonObject): SearchableTool {
  const { server, tool: name, title, description, annotations, inputSchema } = tool;
  const shownTitle = title ?? (isJsonObject(annotations) ? annotations['title'] : undefined);
  const properties = isJsonObject(inputSchema) ? inputSchema['properties'] : undefined;
  return {
    server: String(server),
    name: String(name),
    title: typeof shownTitle === 'string' ? shownTitle : '',
    description: String(description),
    parameters: isJsonObject(properties) ? Object.keys(properties) : [],
  };
}
