import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { Fault } from '../../../kernel/problems/problem.js';
import { variablesOf } from '../../../upstreams/openapi/matching/address.js';
import {
  callOfOperation,
  callOfRequest,
  type FoundCall,
  type KnownApi,
} from '../../../upstreams/openapi/matching/found-call.js';
import { RequestFault } from '../../../upstreams/openapi/matching/request-fault.js';
import { expressionIn } from '../../expressions/template.js';
import { askedCall, hasStaticAddress } from './asked-call.js';
import { schemaFaults } from '../schema/json-schema.js';
import type { RequestSite, RequestTask } from '../workflow-definition.js';

/** What is wrong with a request as far as that can be told before it is made. */
export function requestFaults(
  { pointer, request }: RequestSite,
  apis: readonly KnownApi[],
): readonly Fault[] {
  if (!hasStaticAddress(request)) return [];
  const at = `${pointer}/with`;
  try {
    const found = callFor(request, apis);
    if (found === undefined) return [];
    const { server, tool, shown, arguments: values } = found;
    if (shown === undefined)
      return [
        { pointer: at, detail: `is a call of ${tool}@${server}, which is no tool that the app has now` },
      ];
    if (isPartlyOpen(request)) return [];
    return schemaFaults(shown.inputSchema, values, isExpression).map((fault) => ({
      pointer: at,
      detail: `is a call of ${tool}@${server}, whose argument ${fault.pointer || '/'} ${fault.detail}`,
    }));
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error;
    return [{ pointer: `${at}${error.pointer}`, detail: error.message }];
  }
}

/** Whatever an expression is to yield stands in it as that expression. */
function callFor(task: RequestTask, apis: readonly KnownApi[]): FoundCall | undefined {
  const written = isJsonObject(task.arguments.value) ? task.arguments.value : {};
  const known = Object.entries(written).filter(([name, value]) => !(maps.has(name) && isExpression(value)));
  const asked = askedCall(task, Object.fromEntries(known), {});
  if (asked.api === 'openapi') return callOfOperation(apis, asked.operation);
  const variables = variablesOf(asked.request.address).map((name) => [name, `\${ ${name} }`]);
  const request = { ...asked.request, variables: Object.fromEntries(variables) as JsonObject };
  return callOfRequest(apis, request, isExpression);
}

const maps = new Set(['headers', 'query', 'parameters']);

/** Whether arguments may come of an expression as a whole. */
function isPartlyOpen({ arguments: { value } }: RequestTask): boolean {
  const { headers, query, parameters, body }: JsonObject = isJsonObject(value) ? value : {};
  return [headers, query, parameters, body].some(isExpression);
}

function isExpression(value: unknown): boolean {
  return typeof value === 'string' && expressionIn(value) !== undefined;
}
