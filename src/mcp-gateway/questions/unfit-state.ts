import { Problem } from '../../kernel/problems/problem.js';

/** A `requestState` that was not given to this caller for this request, or that cannot be opened any more (-32602 for MCP clients). */
export function unfitState(): Problem {
  return new Problem('invalid-request-state', 'It is for another call, has been used, or is too old.', {
    members: { reason: 'invalid_request_state' },
  });
}
