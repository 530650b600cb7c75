import { usageFailure } from '../failure.js';
import { allPages } from '../../client/pages.js';
import type { Gateway } from '../http/gateway.js';
import type { Success } from '../http/operation-types.js';
import type { CommandSession } from '../session.js';

/** A tool with what the command needs of it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** How well it fits what was searched for. */
  readonly score?: number;
}

type AppToolPage = Success<'get', '/api/sdk/tools'>;

export interface ToolListing {
  readonly tools: readonly ListedTool[];
  /** Servers of an app that could not say theirs. */
  readonly servers?: AppToolPage['servers'];
}

/** Where tools, resources and prompts are looked for: one server, or all servers of an app. */
export type ToolPlace =
  | { readonly kind: 'server'; readonly server: string }
  /** Without `app` that of the key. */
  | { readonly kind: 'app'; readonly app?: string };

/** `--server` names a server; else it is the app that is meant. */
export function placeOf(session: CommandSession): ToolPlace {
  const server = session.invocation.text('server');
  if (server !== undefined) return { kind: 'server', server };
  const app = session.findApp();
  if (app !== undefined) return { kind: 'app', app };
  // A key has its own app.
  if (session.connection.token?.text.startsWith('gta_') === true) return { kind: 'app' };
  throw usageFailure(
    'Which app or server?',
    'Name an app with --app or a server with --server: gantry apps list, gantry servers',
  );
}

/** The app as a query of the SDK operations. */
export function appQuery({ app }: { readonly app?: string }): { readonly app?: string } {
  return app === undefined ? {} : { app };
}

export async function listTools(gateway: Gateway, place: ToolPlace, search?: string): Promise<ToolListing> {
  if (place.kind === 'server') {
    const { server } = place;
    const tools = await allPages(
      (query) => gateway.get('/api/servers/{server}/mcp/tools', { path: { server }, query }),
      (page) => page.tools,
    );
    return { tools: search === undefined ? tools : tools.filter((tool) => mentions(tool, search)) };
  }
  let servers: AppToolPage['servers'] = [];
  const tools = await allPages(
    (query) =>
      gateway.get('/api/sdk/tools', {
        query: { ...appQuery(place), ...query, ...(search === undefined ? {} : { search }) },
      }),
    (page) => {
      ({ servers } = page);
      return page.tools as readonly ListedTool[];
    },
  );
  return { tools: search === undefined ? tools : fitting(tools), servers };
}

/**
 * Below this part of the best score a tool has a word in common with the question and nothing else. Of the questions by which the search is
 * measured none loses its tool from the first five by it; of what is found two thirds go.
 */
const leastPart = 0.3;

/** Those that fit about as well as the best one. */
function fitting(tools: readonly ListedTool[]): readonly ListedTool[] {
  const best = Math.max(0, ...tools.map(({ score = 0 }) => score));
  return tools.filter(({ score = 0 }) => score >= best * leastPart);
}

/** One tool by its name. */
export async function findTool(
  gateway: Gateway,
  place: ToolPlace,
  name: string,
): Promise<ListedTool | undefined> {
  const { tools } = await listTools(gateway, place);
  return tools.find((tool) => tool.name === name);
}

/** A single server does not rank: all words must be there. */
function mentions({ name, title, description }: ListedTool, search: string): boolean {
  const text = `${name} ${title ?? ''} ${description ?? ''}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
