import { firstServerOf } from '../../../apps/document/openapi-address.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import { globMatcher } from '../../../kernel/text/glob.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import { ApiPaths } from '../request/api-paths.js';
import type { OperationPlan, SchemePlan } from '../request/operation-plan.js';
import { countingHeapBytes } from './heap-bytes.js';
import { apiBase, serverPath } from './api-base.js';
import { requestRoute, writingTool, type OperationTool } from './operation-tool.js';
import type { SentAnyway } from './parameter-plans.js';
import { References, type ReadDocument, type ReadOperation } from './read-document.js';
import { shorteningSchema } from './shortened-schema.js';
import { schemePlans } from './scheme-plans.js';
import { namingTools, routeOf } from './tool-names.js';

/** What the declaration says of an API. */
export interface DeclaredApi {
  /** Where it is, or where its document is. */
  readonly url: string;
  /** `url` stands for all servers that the document names. */
  readonly isBase: boolean;
  readonly operations?:
    | { readonly allow?: readonly string[] | undefined; readonly deny?: readonly string[] | undefined }
    | undefined;
  /** Names of the headers that it sends. */
  readonly headers: readonly string[];
  /** Names of the security schemes that it has values for. */
  readonly credentials: readonly string[];
}

export interface ApiLimits {
  readonly maxSchemaBytes: number;
  readonly maxListBytes: number;
}

/** An API as its callers see it, and how it is called. */
export interface ApiTools {
  readonly info: JsonObject;
  readonly tools: readonly JsonObject[];
  readonly plans: ReadonlyMap<string, OperationPlan>;
  readonly routes: ApiPaths;
  /** Of the security schemes that the declaration has values for. */
  readonly schemes: ReadonlyMap<string, SchemePlan>;
  /** About what all this takes up in memory. */
  readonly bytes: number;
}

/** All tools of a document have so many schemas. The largest in use have some 40,000. */
const mostWork = 100_000;

/** Makes a document into tools, in steps that can be put aside. Throws a `LinkFailure` that says what stands against it. */
export function* apiTools(
  document: ReadDocument,
  api: DeclaredApi,
  { maxSchemaBytes, maxListBytes }: ApiLimits,
): Generator<undefined, ApiTools> {
  const references = new References(document);
  const schemes = schemePlans(document, api.credentials);
  const sent = sentAnyway(api, schemes);
  const base = apiBase(document, api);
  const isTool = operationFilter(api);
  const names = yield* namingTools(document.operations);
  const routes = new ApiPaths();
  const found: SizedTool[] = [];
  let work = 0;
  for (const [index, operation] of document.operations.entries()) {
    yield undefined;
    const name = names[index] ?? '';
    const path = pathOf(operation, api, base);
    if (path === undefined) continue;
    routes.add(requestRoute(operation, path));
    if (!(yield* isTool(name, operation))) continue;
    const context = { references, sent, security: document.security, base: path };
    const made = yield* writingTool(name, operation, context);
    work += made.work;
    if (work > mostWork)
      throw new LinkFailure(
        'too-large',
        'the tools of the OpenAPI document have too many schemas: choose some with "operations"',
      );
    found.push(yield* short(made, maxSchemaBytes));
  }
  if (found.length === 0)
    throw new LinkFailure(
      'bad-answer',
      api.operations === undefined
        ? 'no operation of the OpenAPI document can be a tool here'
        : `"operations" leaves none of the ${String(names.length)} operations of the OpenAPI document: its globs are over names such as "${names[0] ?? ''}" and routes such as "${routeOf(document.operations[0] as ReadOperation).slice(0, 100)}"`,
    );
  const kept = yield* withinList(found, maxSchemaBytes, maxListBytes);
  const tools = kept.map(({ tool }) => tool);
  const plans = new Map(kept.map(({ tool, plan }) => [String(tool['name']), plan]));
  // The list is kept as bytes, too.
  const listed = kept.reduce((sum, { bytes }) => sum + bytes, 0);
  const bytes = listed + routes.bytes + (yield* countingHeapBytes([tools, plans, document.info]));
  return { info: document.info, tools, plans, routes, schemes, bytes };
}

type OperationFilter = (name: string, operation: ReadOperation) => Generator<undefined, boolean>;

/** Whether `operations` of the declaration lets an operation be a tool: by its name, its id, or its route. */
function operationFilter({ operations = {} }: DeclaredApi): OperationFilter {
  const allow = operations.allow?.map(globMatcher);
  const deny = (operations.deny ?? []).map(globMatcher);
  return function* (name, operation) {
    const { operationId } = operation;
    const words = [name, routeOf(operation), ...(typeof operationId === 'string' ? [operationId] : [])];
    if (allow !== undefined && !(yield* matchesAny(allow, words))) return false;
    return !(yield* matchesAny(deny, words));
  };
}

function* matchesAny(
  patterns: readonly ((text: string) => boolean)[],
  words: readonly string[],
): Generator<undefined, boolean> {
  for (const pattern of patterns) {
    if (words.some(pattern)) return true;
    yield undefined;
  }
  return false;
}

/** The path that an operation's own path is below; `undefined` when it would leave the place of the API. */
function pathOf(operation: ReadOperation, { url, isBase }: DeclaredApi, base: string): string | undefined {
  if (leavesBase(operation.path)) return undefined;
  const own = firstServerOf({ servers: operation.servers });
  return isBase || own === undefined ? base : serverPath(own, url);
}

function leavesBase(path: string): boolean {
  return /[?\\]/.test(path) || path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part));
}

function sentAnyway({ headers }: DeclaredApi, schemes: ReadonlyMap<string, SchemePlan>): SentAnyway {
  const of = (place: SchemePlan['place']) =>
    [...schemes.values()].filter((scheme) => scheme.place === place).map(({ name }) => name);
  return {
    header: new Set([...headers, ...of('header')].map((name) => name.toLowerCase())),
    query: new Set(of('query')),
    cookie: new Set(of('cookie')),
  };
}

/** A tool with a schema of a certain size. */
interface SizedTool extends OperationTool {
  /** As JSON. */
  readonly bytes: number;
}

function* short({ tool, ...rest }: OperationTool, maxBytes: number): Generator<undefined, SizedTool> {
  const { schema, bytes } = yield* shorteningSchema(tool['inputSchema'] as JsonObject, maxBytes);
  const around = Buffer.byteLength(JSON.stringify({ ...tool, inputSchema: 0 })) - 1;
  return { tool: { ...tool, inputSchema: schema }, bytes: around + bytes, ...rest };
}

/** Shorter and shorter until all fit in a list; a little of it is left for what is around them. */
function* withinList(
  found: readonly SizedTool[],
  maxSchemaBytes: number,
  maxListBytes: number,
): Generator<undefined, readonly SizedTool[]> {
  let tools = found;
  for (let most = maxSchemaBytes; ; most /= 2) {
    const bytes = tools.reduce((sum, tool) => sum + tool.bytes + 1, 0);
    if (bytes <= maxListBytes * 0.9) return tools;
    if (most < 256)
      throw new LinkFailure(
        'too-large',
        `the tools of the OpenAPI document have more than MAX_LIST_BYTES (${String(maxListBytes)}): choose some with "operations"`,
      );
    const shorter: SizedTool[] = [];
    for (const tool of tools) {
      yield undefined;
      shorter.push(yield* short(tool, most / 2));
    }
    tools = shorter;
  }
}
