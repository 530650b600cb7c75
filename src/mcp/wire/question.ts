import { rpcErrorCodes } from './error-codes.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { RpcError, RpcRequest, RpcResponse } from './json-rpc.js';

/** What a server of the 2025 revisions asks of its client in the middle of a request, and what one of 2026-07-28 puts in `inputRequests`. */
export interface Question {
  readonly method: string;
  readonly params?: JsonObject | undefined;
}

/** What a server is told: the bare result, or an error of JSON-RPC. */
export type QuestionAnswer = { readonly result: JsonObject } | { readonly error: RpcError };

/** Answers a question of the server. A rejection ends the request in which it was asked, and is what its caller is told. */
export type OnQuestion = (question: Question) => Promise<QuestionAnswer>;

/** The capability that a client must have declared to be asked, by method. */
const capabilityOf: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** Capabilities of a client that let servers ask it. */
export const askableCapabilities: readonly string[] = Object.values(capabilityOf);

/** Requests in the middle of which a server may ask (2026-07-28, Multi Round-Trip Requests). */
export const askingMethods: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

export function isQuestion({ method }: { readonly method: string }): boolean {
  return method in capabilityOf;
}

/** What of a client's capabilities has to do with questions; `undefined` when it can answer none. */
export function askable(capabilities: unknown): JsonObject | undefined {
  if (!isJsonObject(capabilities)) return undefined;
  const declared = askableCapabilities.flatMap((name) => {
    const value = capabilities[name];
    // Changes of roots are told to nobody: a connection of the gateway has no roots of its own.
    return isJsonObject(value) ? [[name, name === 'roots' ? {} : value] as const] : [];
  });
  return declared.length === 0 ? undefined : Object.fromEntries(declared);
}

/** What a server is told that asks for what its client has not declared (2025-11-25, Elicitation, Sampling and Roots). */
export function undeclared({ method, params }: Question, capabilities: JsonObject): RpcError | undefined {
  const declared = capabilities[capabilityOf[method] ?? ''];
  if (!isJsonObject(declared)) return { code: rpcErrorCodes.methodNotFound, message: 'Method not found' };
  if (method === 'elicitation/create') {
    const mode = params?.['mode'] === 'url' ? 'url' : 'form';
    // An empty object is what was declared before there were modes: it means forms.
    const modes = Object.keys(declared).length === 0 ? { form: {} } : declared;
    if (!(mode in modes)) return invalid(`The client has not declared elicitation by ${mode}.`);
  }
  const wantsTools = params?.['tools'] !== undefined || params?.['toolChoice'] !== undefined;
  if (method === 'sampling/createMessage' && wantsTools && !('tools' in declared))
    return invalid('The client has not declared sampling with tools.');
  return undefined;
}

/** In place of an answer: the client has refused the question, or left. No JSON makes one. */
export class RefusedAnswer {
  constructor(readonly error: RpcError) {}
}

/** Throws `input-required` when a question was refused, for servers that cannot be told so. */
export function requireGiven(inputResponses: JsonObject | undefined): void {
  if (Object.values(inputResponses ?? {}).some((answer) => answer instanceof RefusedAnswer))
    throw new Problem('input-required', 'The client does not answer what the server asks for.');
}

/** For callers who cannot be asked, and to whom a server can only be told so. */
export const refuse: OnQuestion = (question) =>
  Promise.resolve({ error: undeclared(question, {}) ?? { code: rpcErrorCodes.methodNotFound } });

/** The capability that a question is for, as callers are told of it. */
function askedFor({ method }: Question): string {
  return capabilityOf[method] ?? method;
}

/** What a server is told whose question does not reach the client. */
export function unanswered(id: RpcRequest['id']): RpcResponse {
  const error = { code: rpcErrorCodes.internalError, message: 'The client does not answer.' };
  return { jsonrpc: '2.0', id, error };
}

/** For callers whom nobody can ask: the request ends, and they are told so by `tool-needs-input`. */
export const endUnanswerable: OnQuestion = (question) =>
  Promise.reject(
    new Problem(
      'tool-needs-input',
      `The tool asks for ${askedFor(question)}, which nobody here can give it.`,
    ),
  );

/** For callers who have not said whether they can be asked: the request ends and they are told what was wanted. */
export const endAsked: OnQuestion = (question) => {
  const { method, params } = question;
  const inputRequests = { q1: { method, ...(params === undefined ? {} : { params }) } };
  return Promise.reject(
    new Problem('input-required', `The server asks for ${askedFor(question)} in the middle of the call.`, {
      members: { inputRequests },
    }),
  );
};

function invalid(message: string): RpcError {
  return { code: rpcErrorCodes.invalidParams, message };
}
