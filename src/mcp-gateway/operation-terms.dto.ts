import type { ProblemCode } from '../kernel/problems/problem-catalogue.js';
import type { ParameterOptions } from '../platform/openapi/api-description.js';
import type { Access } from '../platform/security/access.js';

/** Who may see what servers offer, and who may use it: what programs with a grant are for. */
export const listAccess = { for: 'any', scope: 'tools:read', programs: true } as const satisfies Access;
export const callAccess = { for: 'any', scope: 'tools:call', programs: true } as const satisfies Access;

/** The same for what may be either: the endpoint itself looks at each message. */
export const nativeAccess = { for: 'any', scope: 'tools', programs: true } as const satisfies Access;

/** What can go wrong with every operation that reaches a server. */
export const upstreamProblems = [
  'server-not-found',
  'upstream-error',
  'upstream-response-too-large',
  'upstream-auth-required',
  'upstream-client-needed',
  'upstream-auth-refused',
  'upstream-auth-unavailable',
  'upstream-unavailable',
  'overloaded',
  'upstream-timeout',
] as const satisfies readonly ProblemCode[];

/** What can go wrong with a call that people are asked about. */
const approvalProblems = [
  ...(['approval-required', 'approval-denied', 'approval-invalid', 'approval-not-found'] as const),
  ...(['approval-used', 'approval-expired', 'approval-too-large', 'too-many-approvals'] as const),
] as const satisfies readonly ProblemCode[];

export const callProblems = [
  'tool-not-found',
  'tool-denied',
  'tool-changed',
  ...approvalProblems,
  'invalid-params',
  'input-required',
  'invalid-request-state',
  'held-call-lost',
  'result-not-shaped',
  ...upstreamProblems,
] as const satisfies readonly ProblemCode[];

export const listProblems = [...upstreamProblems, 'invalid-cursor'] as const satisfies readonly ProblemCode[];

/** The `{server}` of a path, as OpenAPI shows it; what cannot be a handle is simply not found. */
export const serverParameter = {
  name: 'server',
  description: 'Handle of a server: `name`, `app.name` or `srv_…`',
  schema: { type: 'string', minLength: 1, maxLength: 127 },
} as const satisfies ParameterOptions;
