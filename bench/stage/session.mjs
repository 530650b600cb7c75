// @ts-check
import { httpRequest } from './requests.mjs';

/**
 * The handshake of MCP 2025-11-25 (Lifecycle, Initialization); the id of the session.
 * @param {import('./load.mjs').Load} load
 * @param {number} port
 * @param {{ path: string, token?: string }} [endpoint]
 */
export async function openSession(load, port, { path, token } = { path: '/mcp' }) {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  };
  /** @type {Record<string, string>} */
  const fields = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await load.once({
    port,
    request: httpRequest(`POST ${path}`, fields, { jsonrpc: '2.0', id: 0, method: 'initialize', params }),
  });
  const session = /\r\nmcp-session-id: *([!-~]+)/i.exec(answer.head)?.[1];
  if (session === undefined) throw new Error(`the upstream gave no session: ${answer.head}`);
  return session;
}
