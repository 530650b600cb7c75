import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problemCatalogue, type ProblemCode } from '../../kernel/problems/problem-catalogue.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { Config } from '../config/config.js';

/** Sets the time-outs of the HTTP server and answers what its parser refuses with a problem. */
export function refuseMalformedRequests(server: Server, config: Config): void {
  const { values } = config;
  server.headersTimeout = values.HEADER_TIMEOUT_MS;
  server.requestTimeout = values.REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = values.KEEP_ALIVE_TIMEOUT_MS;
  Object.assign(server, {
    // Node looks for late requests every 30 s unless told otherwise, whatever the time-outs.
    connectionsCheckingInterval: Math.min(1000, values.HEADER_TIMEOUT_MS),
    // Node would answer a missing Host without a body; the Host rule refuses it with a problem.
    requireHostHeader: false,
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    socket.end(
      rawProblem(
        config.publicUrl,
        error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? 'request-timeout'
          : error.code === 'HPE_HEADER_OVERFLOW'
            ? 'headers-too-large'
            : 'invalid-request',
      ),
    );
  });
}

/** Whether an answer is on its way that a problem would be mistaken for, or run into. `_httpMessage` is Node's own. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer != null && (answer.headersSent || answer.req.complete);
}

function rawProblem(base: string, code: ProblemCode): string {
  const { status, title } = problemCatalogue[code];
  const requestId = randomUUID();
  const body = JSON.stringify(new Problem(code).toBody({ base, requestId }));
  return [
    `HTTP/1.1 ${String(status)} ${title}`,
    `X-Request-Id: ${requestId}`,
    'Server-Timing: auth;dur=0, upstream;dur=0, total;dur=0',
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
