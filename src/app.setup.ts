import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Response } from 'express';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { mountConsole } from './console/mounted-console.page.js';
import { buildOpenApi } from './openapi.js';
import { connectionCame, inTurn } from './kernel/pacing/loop-turns.js';
import { Config } from './platform/config/config.js';
import { mountDocs } from './platform/openapi/docs.js';
import { askForBodyWhenRead } from './platform/http/answers/early-answer.js';
import { Drain } from './platform/http/answers/drain.js';
import { RequestPipeline } from './platform/http/request-pipeline.js';
import { FastPath } from './platform/http/fast-path.js';
import { ProblemFilter } from './platform/http/answers/problem.filter.js';
import { Reply, StreamReply } from './platform/http/answers/reply.js';
import { withoutBasePath } from './platform/http/oauth-paths.js';
import { contextOf } from './platform/http/request-context.js';
import { expressMiddleware } from './platform/http/express-middleware.js';
import { closeWithTheirConnections } from './platform/http/pipelined-answers.js';
import { refuseMalformedRequests } from './platform/http/server-limits.js';
import { cutOffStalledConnections } from './platform/http/stalled-connections.js';
import { SessionForwarder } from './platform/workers/session-forwarder.service.js';
import { ValidationPipe } from './platform/http/bodies/validate.js';

/** Makes a Nest application the gateway: the same for the entry and the tests. Call it before `init` or `listen`; create the app with `bodyParser: false`. */
export function setupApp(app: INestApplication): void {
  const front = app.get(RequestPipeline);
  const config = app.get(Config);
  const { values } = config;
  const express = app as NestExpressApplication;
  express.disable('x-powered-by');
  express.set('etag', false);
  express.set('query parser', 'simple');
  distinguishCase(express);
  express.use(...expressMiddleware(front));
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(app.get(ProblemFilter));
  sendThrough(front, app);
  mountDocs(express, () => buildOpenApi(app, app.get(Config).values.MAX_TOOL_TIMEOUT_MS));
  mountConsole(express);
  const server = app.getHttpServer() as Server;
  refuseMalformedRequests(server, config);
  cutOffStalledConnections(server, values.STREAM_WRITE_TIMEOUT_MS);
  app.get(Drain).guard(server);
  putInFront(app.get(SessionForwarder), app.get(FastPath), server, withoutBasePath(config.publicUrl));
  closeWithTheirConnections(server);
}

/** Express takes the setting of this name only before it has a router, which Nest's adapter makes at once. */
function distinguishCase(express: NestExpressApplication): void {
  const { router } = express.getHttpAdapter().getInstance();
  Object.assign(router, { caseSensitive: true });
}

/** Nest hands every return value of a handler to its adapter, its status already on the response; ours go out the same way as the fast path's. */
function sendThrough(front: RequestPipeline, app: INestApplication): void {
  app.getHttpAdapter().reply = (res: Response, body: unknown) => {
    const context = contextOf(res.req);
    const reply =
      body instanceof Reply || body instanceof StreamReply ? body : Reply.json(body ?? null, res.statusCode);
    return front.send(res, reply, context);
  };
}

function putInFront(
  forwarder: SessionForwarder,
  lane: FastPath,
  server: Server,
  plainUrl: ReturnType<typeof withoutBasePath>,
): void {
  const [express] = server.listeners('request') as ((req: IncomingMessage, res: ServerResponse) => void)[];
  server.removeAllListeners('request');
  const answerHere = (req: IncomingMessage, res: ServerResponse) => {
    if (plainUrl !== undefined && req.url !== undefined) req.url = plainUrl(req.url);
    if (!lane.take(req, res)) express?.(req, res);
  };
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    const isElsewhere = forwarder.take(req, res, () => {
      answerHere(req, res);
    });
    if (!isElsewhere) answerHere(req, res);
  };
  server.on('connection', connectionCame);
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    inTurn(() => {
      // Nothing has begun of what its caller has given up by now.
      if (!res.destroyed) answer(req, res);
    });
  });
  // Node would answer 417 without a word; expectations that nobody knows may be passed over (RFC 9110 §10.1.1).
  server.on('checkExpectation', answer);
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    askForBodyWhenRead(req, res);
    answer(req, res);
  });
}
