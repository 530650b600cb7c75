import type { JsonObject } from '../../../kernel/json/json.js';
import { suggestion } from '../../../kernel/text/nearest.js';
import type { OperationPlan } from '../request/operation-plan.js';
import { nearestOperation } from './nearest-operation.js';
import { isCloser, matchOperation, type OperationMatch } from './match-operation.js';
import { requestArguments, type AskedRequest, type IsOpen } from './request-arguments.js';
import { RequestFault } from './request-fault.js';

/** An API that somebody may call, by its operations. */
export interface KnownApi {
  /** By which its app knows it. */
  readonly server: string;
  readonly origin: string;
  /** Address of its document, where it has one. */
  readonly document: string | undefined;
  /** By the names that the server has for their tools; `undefined` while nobody knows them. */
  readonly operations: ReadonlyMap<string, OperationPlan> | undefined;
  /** The tool as callers see it; `undefined` when they see none. */
  readonly shown: (name: string) => ShownTool | undefined;
}

export interface ShownTool {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

/** An operation by its id, with its parameters by their names. */
export interface AskedOperation {
  /** Address of its document. */
  readonly document: string;
  readonly operationId: string;
  readonly parameters: JsonObject;
}

/** The call that something asks for. */
export interface FoundCall {
  readonly server: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The tool as callers see it; `undefined` when they see none. */
  readonly shown: ShownTool | undefined;
}

const nothingOpen: IsOpen = () => false;

/**
 * The call that makes a request, of the first API that has its operation and shows its tool; a tool that nobody is shown is named all the
 * same, for the gate to refuse. `undefined` while an API is unknown that might have it. Throws `RequestFault`.
 */
export function callOfRequest(
  apis: readonly KnownApi[],
  request: AskedRequest,
  isOpen = nothingOpen,
): FoundCall | undefined {
  const { method, address } = request;
  const there = apis.filter(({ origin }) => origin === address.origin);
  if (there.length === 0) throw new RequestFault(noOrigin(address.origin, apis), '/endpoint');
  const found = there.flatMap((api) => {
    const match = api.operations && matchOperation(api.operations, method, address.segments);
    return match === undefined ? [] : [{ api, match }];
  });
  const best = bestOf(found);
  if (best === undefined) {
    if (there.some(({ operations }) => operations === undefined)) return undefined;
    throw new RequestFault(
      `asks for ${method.toUpperCase()} ${shownPath(address.segments)}, which is no operation that ${listed(there)} has.${nearestOperation(there, method, address.segments)}`,
      '/endpoint',
    );
  }
  const { api, match } = best;
  const shown = api.shown(match.name);
  const values = requestArguments(match.plan, match.inPath, request, shown?.inputSchema ?? {}, isOpen);
  return { server: api.server, tool: shown?.name ?? match.name, arguments: values, shown };
}

/** The same for an operation that is named. */
export function callOfOperation(apis: readonly KnownApi[], asked: AskedOperation): FoundCall | undefined {
  const { document, operationId, parameters } = asked;
  const there = apis.filter((api) => isSameAddress(api.document, document));
  if (there.length === 0)
    throw new RequestFault(
      `names no document that an API of this app is declared by: ${document.slice(0, 200)}`,
      '/document/endpoint',
    );
  for (const api of there)
    for (const [name, plan] of api.operations ?? []) {
      if (plan.operationId !== operationId) continue;
      const shown = api.shown(name);
      const values = operationArguments(plan, parameters);
      return { server: api.server, tool: shown?.name ?? name, arguments: values, shown };
    }
  if (there.some(({ operations }) => operations === undefined)) return undefined;
  const ids = there.flatMap(({ operations }) =>
    [...(operations?.values() ?? [])].flatMap((plan) => plan.operationId ?? []),
  );
  throw new RequestFault(
    `names no operation that ${listed(there)} has: ${operationId.slice(0, 200)}.${suggestion(operationId, ids)}`,
    '/operationId',
  );
}

/** Parameters go by the names that the document has for them, or those of the arguments. */
function operationArguments(plan: OperationPlan, values: JsonObject): JsonObject {
  const { parameters, body } = plan;
  const known = [...parameters, ...(body?.members ?? [])];
  const arguments_ = new Set([
    ...known.map(({ argument }) => argument),
    ...(body?.whole === undefined ? [] : [body.whole]),
  ]);
  const found = Object.entries(values).map(([name, value]): readonly [string, unknown] => {
    if (arguments_.has(name)) return [name, value];
    const planned = known.find((one) => one.name === name);
    if (planned !== undefined) return [planned.argument, value];
    if (body?.isOpen === true) return [name, value];
    throw new RequestFault(
      `is of the operation ${plan.method} ${plan.path}, which has no parameter "${name.slice(0, 100)}"`,
      '/parameters',
    );
  });
  return Object.fromEntries(found);
}

function bestOf(found: readonly { readonly api: KnownApi; readonly match: OperationMatch }[]) {
  const shown = found.filter(({ api, match }) => api.shown(match.name) !== undefined);
  const [first, ...others] = shown.length > 0 ? shown : found;
  return others.reduce(
    (best, one) => (best !== undefined && isCloser(one.match, best.match) ? one : best),
    first,
  );
}

function isSameAddress(one: string | undefined, other: string): boolean {
  return (
    one !== undefined && URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href
  );
}

function noOrigin(origin: string, apis: readonly KnownApi[]): string {
  const known = [...new Set(apis.map((api) => api.origin))];
  const there = known.length === 0 ? 'it declares none' : `there are ${known.slice(0, 10).join(', ')}`;
  return `goes to ${origin}, where no API is that the app declares ("openapi" in mcpServers): ${there}`;
}

function listed(apis: readonly KnownApi[]): string {
  return apis.map(({ server }) => server).join(' or ');
}

function shownPath(segments: readonly string[]): string {
  return `/${segments.join('/').replaceAll(/\0([^\0]+)\0/g, '{$1}')}`.slice(0, 200);
}
