import type { IncomingMessage } from 'node:http';
import { RequestContext } from './request-context.js';

const request = { method: 'POST', url: '/api/servers/s/mcp/chat', headers: {} } as IncomingMessage;

it('[request-end] what a request takes is given back once, also when its caller left before it was taken', () => {
  const context = new RequestContext(request, '127.0.0.1', { publicUrl: '' });
  let taken = 1;
  context.onEnd(() => taken--);
  expect(taken).toBe(1);
  context.ended();
  context.ended();
  expect(taken).toBe(0);
  taken++;
  context.onEnd(() => taken--);
  expect(taken).toBe(0);
});
