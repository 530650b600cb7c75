import { z } from 'zod';
import { problemCatalogue, type ProblemCode } from '../../kernel/problems/problem-catalogue.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { nativeAccess } from '../operation-terms.dto.js';
import { McpMessage } from './native.dto.js';

/** What one native endpoint says of an operation that all have. */
interface Described {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly problems: readonly ProblemCode[];
}

const message = { 'application/json': { schema: McpMessage }, 'text/event-stream': { schema: z.string() } };
const refused = { 'application/json': { schema: McpMessage } };
const withoutSession = { description: 'There is no stream without a session', content: refused };

/** Problems of servers reach MCP clients as JSON-RPC errors, with the status that they have everywhere. */
const asErrors = (problems: readonly ProblemCode[]) =>
  Object.fromEntries(
    problems.map((code) => [
      problemCatalogue[code].status,
      { description: 'A JSON-RPC error', content: refused },
    ]),
  );

/** `POST`: one message of a client. */
export function SendOperation({ problems, ...described }: Described): MethodDecorator {
  return Operation({
    ...described,
    access: nativeAccess,
    lane: true,
    body: McpMessage,
    responses: {
      ...asErrors(problems),
      200: { description: 'The response, or a stream that ends with it', content: message },
      202: { description: 'A notification or response was taken' },
      400: { description: 'MCP refuses the message', content: refused },
      404: { description: 'MCP does not know the session or method', content: refused },
      405: withoutSession,
    },
    problems: ['body-too-large', 'unsupported-media-type', ...problems],
  });
}

/** `GET`: the stream of a session. */
export function StreamOperation(described: Described): MethodDecorator {
  return Operation({
    ...described,
    access: nativeAccess,
    lane: true,
    responses: {
      200: { description: 'Messages as events', content: { 'text/event-stream': { schema: z.string() } } },
      400: { description: 'What is to be resumed is not kept any more', content: refused },
      404: { description: 'MCP does not know the session', content: refused },
      405: withoutSession,
    },
  });
}

/** `DELETE`: the end of a session. */
export function EndOperation(described: Described): MethodDecorator {
  return Operation({
    ...described,
    access: nativeAccess,
    lane: true,
    responses: {
      200: { description: 'It has ended' },
      404: { description: 'MCP does not know the session', content: refused },
      405: { description: 'No session is named', content: refused },
    },
  });
}
