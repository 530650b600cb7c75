import type { Principal } from '../../kernel/principal.js';
import type { Values } from '../../platform/config/variables.js';
import { lackingScope, requireScope } from '../../platform/security/access.js';
import type { NativeMessage, NativeRequest } from './native-request.js';

/** What shows something of a server, and starts nothing there. */
const seeing: ReadonlySet<string> = new Set([
  ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'],
  'subscriptions/listen',
]);
/** What every client needs before it can do either; answers and notifications concern what was begun with the scope for it. */
const beginning: ReadonlySet<string> = new Set(['initialize', 'server/discover', 'ping', 'logging/setLevel']);

const all = 'tools:read tools:call';

/**
 * Lists need `tools:read`, all else `tools:call`, so that a client asks its person for more instead of failing; its challenge names what the
 * token has as well, or the next one would lack that. Without OAuth nobody steps up, and all of MCP needs `tools:call`. Without a request it is
 * about the session itself. Throws `insufficient-scope`.
 */
export function requireNativeScopes(
  principal: Principal,
  request: NativeRequest | undefined,
  { MCP_OAUTH }: Pick<Values, 'MCP_OAUTH'>,
): void {
  if (MCP_OAUTH === 'off') {
    requireScope('tools:call', principal);
    return;
  }
  const maySee = principal.scopes.has('tools:read');
  const mayCall = principal.scopes.has('tools:call');
  if ((maySee && mayCall) || request === undefined) return;
  for (const message of request.messages) {
    const need = needOf(message);
    if (need === 'tools:call' && !mayCall) throw lackingScope(need, all);
    if (need === 'tools:read' && !maySee) throw lackingScope(need, mayCall ? all : need);
  }
}

function needOf({ method }: NativeMessage): 'tools:read' | 'tools:call' | undefined {
  if (method === undefined || beginning.has(method) || method.startsWith('notifications/')) return undefined;
  return seeing.has(method) ? 'tools:read' : 'tools:call';
}
