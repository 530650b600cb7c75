// @ts-check
import { request } from 'undici';

/** @typedef {{ url: string, headers: Record<string, string>, body: () => string }} Call `body` is that of the next one */

const call = { name: 'get_weather', arguments: { city: 'Ljubljana', units: 'metric' } };

/**
 * A call over Streamable HTTP, in a session that is opened for it.
 * @param {string} url
 * @param {Record<string, string>} [more]
 * @returns {Promise<Call>}
 */
export async function mcpCall(url, more = {}) {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...more,
  };
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  };
  const answer = await send({ url, headers, body: () => message({ id: 0, method: 'initialize', params }) });
  const session = answer.headers['mcp-session-id'];
  const inSession = {
    ...headers,
    'mcp-protocol-version': '2025-06-18',
    ...(typeof session === 'string' ? { 'mcp-session-id': session } : {}),
  };
  await send({ url, headers: inSession, body: () => message({ method: 'notifications/initialized' }) });
  let id = 1;
  return { url, headers: inSession, body: () => message({ id: id++, method: 'tools/call', params: call }) };
}

/**
 * A call as plain JSON.
 * @param {string} url
 * @param {Record<string, string>} [more]
 * @param {object} [members] beside the name and the arguments
 * @returns {Call}
 */
export function restCall(url, more = {}, members = {}) {
  const body = JSON.stringify({ ...call, ...members });
  const headers = { accept: 'application/json', 'content-type': 'application/json', ...more };
  return { url, headers, body: () => body };
}

/**
 * Sends it and reads the answer; throws unless that is a good one.
 * @param {Call} call
 */
export async function send({ url, headers, body }) {
  const answer = await request(url, { method: 'POST', headers, body: body() });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${String(answer.statusCode)}: ${text}`);
  return { headers: answer.headers, text };
}

/** @param {object} content */
function message(content) {
  return JSON.stringify({ jsonrpc: '2.0', ...content });
}
