import type { ProblemCode } from '../kernel/problem-catalogue.js';
import type { Access } from '../platform/security/access.js';

/** Who may see what servers offer, and who may use it. */
export const listAccess = { for: 'any', scope: 'tools:read' } as const satisfies Access;
export const callAccess = { for: 'any', scope: 'tools:call' } as const satisfies Access;

/** What can go wrong with every operation that reaches a server. */
export const upstreamProblems = [
  'server-not-found',
  'upstream-error',
  'upstream-response-too-large',
  'upstream-auth-required',
  'upstream-unavailable',
  'overloaded',
  'upstream-timeout',
  'malformed-json',
  'json-too-deep',
  'body-too-large',
  'unsupported-media-type',
] as const satisfies readonly ProblemCode[];

export const listProblems = [
  ...upstreamProblems.slice(0, 7),
  'invalid-cursor',
] as const satisfies readonly ProblemCode[];
