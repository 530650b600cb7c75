import type { RuleReason } from '../../../kernel/hop.js';
import type { HookedCall } from './call-hook.js';

/** Notes for the record of a call what was decided about it. */
export function noteDecision({ scope, server, params }: HookedCall, reason: RuleReason): void {
  const { name, uri } = params;
  const target = typeof name === 'string' ? name : uri;
  if (typeof target === 'string') scope.noteReason(server.id, target, reason);
}
