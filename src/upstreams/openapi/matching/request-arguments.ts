import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { BodyPlan, OperationPlan, ParameterPlan, ParameterPlace } from '../request/operation-plan.js';
import { expanded, type Address } from './address.js';
import { givenValue } from './given-value.js';
import { RequestFault } from './request-fault.js';

/** A request, before it is known whether an operation takes it. */
export interface AskedRequest {
  readonly method: string;
  readonly address: Address;
  /** Values of the variables in its address. */
  readonly variables: JsonObject;
  readonly headers: JsonObject;
  readonly query: JsonObject;
  /** `undefined`: there is none. */
  readonly body: unknown;
}

/** Whether a value is yet to be found out: it is put where it belongs as it is. */
export type IsOpen = (value: unknown) => boolean;

/** The arguments with which the tool of an operation makes just this request. Throws `RequestFault` for whatever it would not send. */
export function requestArguments(
  plan: OperationPlan,
  inPath: ReadonlyMap<string, string>,
  request: AskedRequest,
  inputSchema: JsonObject,
  isOpen: IsOpen,
): JsonObject {
  const { address, variables, headers, query, body } = request;
  const given = (value: unknown, parameter: ParameterPlan) =>
    typeof value === 'string' && !isOpen(value)
      ? givenValue(value, parameter.argument, inputSchema, parameter)
      : value;
  const found = new Map<string, unknown>();
  for (const [name, part] of inPath) {
    const parameter = parameterOf(plan, 'path', name);
    if (parameter !== undefined) found.set(parameter.argument, given(expanded(part, variables), parameter));
  }
  for (const [name, values] of inQuery(address, variables)) {
    const parameter =
      parameterOf(plan, 'query', name) ?? noParameter(plan, `takes no "${name}" in its query`, '/endpoint');
    const all = values.map((value) => given(value, parameter));
    found.set(parameter.argument, all.length === 1 ? all[0] : all.flat());
  }
  for (const [name, value] of Object.entries(query)) {
    const parameter =
      parameterOf(plan, 'query', name) ?? noParameter(plan, `takes no "${name}" in its query`, '/query');
    found.set(parameter.argument, given(value, parameter));
  }
  for (const [name, value] of Object.entries(headers)) {
    if (isSentAnyway(name, value, plan.body)) continue;
    const parameter = parameterOf(plan, 'header', name) ?? noParameter(plan, noHeader(name), '/headers');
    found.set(parameter.argument, given(value, parameter));
  }
  return {
    ...(Object.fromEntries(found) as JsonObject),
    ...bodyArguments(plan, body, new Set(found.keys()), isOpen),
  };
}

function parameterOf(
  { parameters }: OperationPlan,
  at: ParameterPlace,
  name: string,
): ParameterPlan | undefined {
  const isName = (one: string) => (at === 'header' ? one.toLowerCase() === name.toLowerCase() : one === name);
  return parameters.find((one) => one.place === at && isName(one.name));
}

function noParameter({ method, path }: OperationPlan, detail: string, pointer: string): never {
  throw new RequestFault(`is of the operation ${method} ${path}, which ${detail}`, pointer);
}

function inQuery({ query }: Address, variables: JsonObject): ReadonlyMap<string, readonly unknown[]> {
  const values = new Map<string, readonly unknown[]>();
  for (const [name, part] of query)
    values.set(name, [...(values.get(name) ?? []), expanded(part, variables)]);
  return values;
}

const credentials = /^(?:authorization|proxy-authorization|cookie|.*(?:api-?key|token|secret).*)$/i;

function noHeader(name: string): string {
  const shown = `takes no header "${name.slice(0, 100)}"`;
  return credentials.test(name) ? `${shown} from a document: credentials are declared at the server` : shown;
}

/** What the gateway says of the body, and asks for, by itself. */
function isSentAnyway(name: string, value: unknown, body: BodyPlan | undefined): boolean {
  if (typeof value !== 'string') return false;
  const typeOf = (text: string) => text.split(';', 1)[0]?.trim().toLowerCase();
  switch (name.toLowerCase()) {
    case 'accept':
      return value.split(',').every((one) => ['application/json', '*/*'].includes(typeOf(one) ?? ''));
    case 'content-type':
      return body !== undefined && typeOf(value) === typeOf(body.mediaType);
    default:
      return false;
  }
}

/** The body as the arguments that it is put together of. */
function bodyArguments(
  plan: OperationPlan,
  body: unknown,
  taken: ReadonlySet<string>,
  isOpen: IsOpen,
): JsonObject {
  if (body === undefined || isOpen(body)) return {};
  if (plan.body === undefined) return noParameter(plan, 'takes no body', '/body');
  const { whole, members, isOpen: takesAny } = plan.body;
  if (whole !== undefined) return { [whole]: body };
  if (!isJsonObject(body)) return noParameter(plan, 'takes an object as its body', '/body');
  const own = new Set([...plan.parameters, ...members].map(({ argument }) => argument));
  const found = Object.entries(body).map(([name, value]): readonly [string, unknown] => {
    const member = members.find((one) => one.name === name);
    if (member !== undefined) return [member.argument, value];
    if (takesAny && !own.has(name) && !taken.has(name)) return [name, value];
    return noParameter(plan, `takes no "${name.slice(0, 100)}" in its body`, '/body');
  });
  return Object.fromEntries(found);
}
