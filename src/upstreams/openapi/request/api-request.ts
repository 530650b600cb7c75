import { headerFault } from '../../../apps/document/header-rules.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { OperationPlan, ParameterPlace, ParameterPlan, SchemePlan } from './operation-plan.js';
import { ArgumentFault } from './argument-fault.js';
import { requestBody } from './request-body.js';
import { requestPath } from './request-path.js';
import { encoded, pairsOf, textOf, writtenValue, type Pair } from './written-values.js';

/** A request below the origin of the API. */
export interface ApiRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Name, value, name, value. */
  readonly headers: readonly string[];
  readonly body: Buffer | undefined;
}

/** What every request to an API has. */
export interface ApiAccess {
  /** Query of the declared address, with its `?`. */
  readonly search: string;
  readonly schemes: ReadonlyMap<string, SchemePlan>;
  /** By the names of the schemes. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** The request that a call is. Throws `ArgumentFault`. */
export function apiRequest(plan: OperationPlan, values: JsonObject, access: ApiAccess): ApiRequest {
  const others = requireKnown(plan, values);
  const at = (place: ParameterPlace) =>
    plan.parameters.filter((one) => one.place === place && values[one.argument] !== undefined);
  const secrets = secretsOf(plan, access);
  const of = (place: SchemePlan['place']) => secrets.filter((secret) => secret.place === place);
  const query = [
    ...(access.search.length > 1 ? [access.search.slice(1)] : []),
    ...pairsFor(at('query'), values).map(joined),
    ...of('query').map(({ name, value }) => joined([encoded(name), encoded(value)])),
  ];
  const cookies = [
    ...pairsFor(at('cookie'), values).map(joined),
    ...of('cookie').map(({ name, value }) => `${name}=${value}`),
  ];
  const body = plan.body === undefined ? undefined : requestBody(plan.body, values, others);
  return {
    method: plan.method,
    path: `${requestPath(plan, values)}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    headers: [
      ...at('header').flatMap((one) => headerOf(one, values[one.argument])),
      ...of('header').flatMap(({ name, value }) => [name, value]),
      ...(cookies.length === 0 ? [] : ['cookie', cookies.join('; ')]),
      ...(body === undefined ? [] : ['content-type', body.contentType]),
    ],
    body: body?.bytes,
  };
}

/** The arguments that are none of the plan's, where the body takes any. */
function requireKnown({ parameters, body }: OperationPlan, values: JsonObject): JsonObject {
  const planned = [...parameters, ...(body?.members ?? [])];
  const missing = planned.find(({ argument, isRequired }) => isRequired && values[argument] === undefined);
  const isWholeMissing = body?.whole !== undefined && body.isRequired && values[body.whole] === undefined;
  if (missing !== undefined || isWholeMissing)
    throw new ArgumentFault(`The argument "${missing?.argument ?? body?.whole ?? ''}" is required.`);
  const names = new Set([
    ...planned.map(({ argument }) => argument),
    ...(body?.whole === undefined ? [] : [body.whole]),
  ]);
  const others = Object.entries(values).filter(([name]) => !names.has(name));
  const [stranger] = others;
  if (stranger !== undefined && body?.isOpen !== true)
    throw new ArgumentFault(`The tool takes no argument "${stranger[0].slice(0, 100)}".`);
  return Object.fromEntries(others);
}

function pairsFor(plans: readonly ParameterPlan[], values: JsonObject): readonly Pair[] {
  return plans.flatMap((plan) => pairsOf(plan.name, values[plan.argument], plan));
}

function joined(pair: Pair): string {
  return pair.join('=');
}

function headerOf(plan: ParameterPlan, value: unknown): string[] {
  if (textOf(value) === undefined) return [];
  const text = writtenValue(plan.name, value, plan, (part) => part);
  const fault = headerFault(plan.name, text);
  if (fault !== undefined) throw new ArgumentFault(`The argument "${plan.argument}" ${fault}.`);
  return [plan.name, text];
}

interface Secret extends SchemePlan {
  readonly value: string;
}

/** The values for the schemes that the operation names; for all where it names none. */
function secretsOf(
  { schemes: wanted }: OperationPlan,
  { schemes, credentials }: ApiAccess,
): readonly Secret[] {
  return [...schemes]
    .filter(([name]) => wanted?.includes(name) !== false)
    .map(([name, plan]) => ({ ...plan, value: sentValue(plan, credentials[name] ?? '') }));
}

function sentValue({ kind }: SchemePlan, value: string): string {
  switch (kind) {
    case 'plain':
      return value;
    case 'bearer':
      return `Bearer ${value}`;
    case 'basic':
      return `Basic ${Buffer.from(value).toString('base64')}`;
  }
}
