import type { CommandSession } from '../../session.js';

/** Connects to a server anew. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const server = invocation.arg(0);
  const state = await session.gateway().post('/api/servers/{server}/reconnect', { path: { server } });
  terminal.result(state, () => {
    const tools = state.toolCount === undefined ? '' : `, with ${String(state.toolCount)} tools`;
    terminal.done(`${server} is ${state.status}${tools}.`);
  });
}
