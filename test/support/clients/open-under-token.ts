import type { GatewayClient, Json } from './gateway-client.js';
import { NativeClient } from './native-client.js';

/** Something that stays open until its token is dead; `end` is all that came of it. */
export interface OpenThing {
  readonly what: string;
  readonly end: Promise<string>;
}

/**
 * Opens, with one token, all that stays open: a streamed call, a plain one, run events, a chat, streams of sessions and listens, at a
 * remote server, at one that is a process, and at the app. The app `shop` has the servers `desk` (HTTP, tool `hang`) and `files` (stdio),
 * and the workflow `wait`. All of it is open when this resolves, but for the plain call.
 */
export async function openEverything(client: GatewayClient): Promise<OpenThing[]> {
  const server = (name: string) => `/api/servers/shop.${name}/mcp`;
  const session = async (path: string) => {
    const native = new NativeClient(client.url + path, client.token);
    await native.initialize();
    return { path, init: { headers: native.headers({ accept: 'text/event-stream' }) } };
  };
  const listening = (path: string, name: string) => {
    const native = new NativeClient(client.url + path, client.token);
    const params = { notifications: { toolsListChanged: true } };
    const message = native.modernMessage('subscriptions/listen', params, { id: name });
    const headers = {
      ...native.headers({ 'content-type': 'application/json' }),
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    };
    return { path, init: { method: 'POST', headers, body: JSON.stringify(message) } };
  };
  const app = '/api/apps/shop/mcp';
  const hang = { name: 'hang', arguments: {} };
  const chat = { messages: [{ role: 'user', content: 'hi' }] };
  const things: [string, { path: string; init: RequestInit }][] = [
    ['streamed call', { path: `${server('desk')}/call`, init: posted(hang, 'text/event-stream') }],
    ['chat', { path: `${server('desk')}/chat`, init: posted(chat, 'text/event-stream') }],
    [
      'run events',
      {
        path: '/api/sdk/workflows/execute?app=shop',
        init: posted({ workflow: 'wait', input: {} }, 'text/event-stream'),
      },
    ],
    ['session at a remote server', await session(server('desk'))],
    ['session at a process', await session(server('files'))],
    ['session at the app', await session(app)],
    ['listen at a remote server', listening(server('desk'), 'one')],
    ['listen at a process', listening(server('files'), 'two')],
    ['listen at the app', listening(app, 'three')],
  ];
  const opened = await Promise.all(
    things.map(async ([what, { path, init }]) => {
      const response = await client.fetch(path, init);
      if (response.status !== 200)
        throw new Error(`${what}: ${String(response.status)} ${await response.text()}`);
      return { what, end: response.text().catch(() => 'cut off') };
    }),
  );
  const plain = client
    .fetch(`${server('desk')}/call`, posted(hang, 'application/json'))
    .then((response) => response.text())
    .catch(() => 'cut off');
  return [...opened, { what: 'plain call', end: plain }];
}

function posted(body: Json, accept: string): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(body),
  };
}
