import { Injectable } from '@nestjs/common';
import {
  Agent,
  request,
  type ClientRequest,
  type ClientRequestArgs,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Socket } from 'node:net';
import { Config } from '../config/config.js';
import { Drain } from '../http/answers/drain.js';
import { visit } from './visit.js';
import { homeOf } from './session-home.js';
import { doorOf, workerPlace } from './worker-place.js';

/** Of one connection only (RFC 9110 §7.6.1); a body that is held back is asked for by who reads it. How that of a request is framed stays. */
const ofConnection = ['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'te'];
const notOfRequests = new Set([...ofConnection, 'expect']);
const notOfAnswers = new Set([...ofConnection, 'transfer-encoding']);

/** Takes requests of sessions (2025 revisions) to the worker in which they live, and the answers back, byte for byte. */
@Injectable()
export class SessionForwarder {
  /** Each caller's connection has its own onwards: one request at a time is on it, and its address counts there. */
  private readonly onward = new Map<Socket, Map<number, Agent>>();

  constructor(
    private readonly drain: Drain,
    private readonly config: Config,
  ) {}

  /** Whether the request goes elsewhere. `answerHere` is for what then turns out not to be there: the session is gone with it. */
  take(req: IncomingMessage, res: ServerResponse, answerHere: () => void): boolean {
    if (workerPlace() === undefined || this.drain.draining || req.socket.destroyed) return false;
    const home = homeOf(req.headers['mcp-session-id']);
    if (home === undefined || doorOf(home) === undefined) return false;
    const forwarded = forward(req, this.agentOf(req.socket, home));
    if (forwarded === undefined) return false;
    exchange(req, res, { forwarded, release: this.drain.hold(), answerHere });
    return true;
  }

  private agentOf(caller: Socket, home: number): Agent {
    let agents = this.onward.get(caller);
    if (agents === undefined) {
      agents = new Map();
      this.onward.set(caller, agents);
      caller.once('close', () => {
        for (const agent of this.onward.get(caller)?.values() ?? []) agent.destroy();
        this.onward.delete(caller);
      });
    }
    let agent = agents.get(home);
    if (agent === undefined) {
      // Given up before the other side closes it under a request.
      const idleMs = this.config.values.KEEP_ALIVE_TIMEOUT_MS / 2;
      agent = new HomeAgent(home, { address: caller.remoteAddress ?? '', idleMs });
      agents.set(home, agent);
    }
    return agent;
  }
}

/** Connects to another worker in the name of a caller. */
class HomeAgent extends Agent {
  constructor(
    private readonly home: number,
    private readonly caller: { readonly address: string; readonly idleMs: number },
  ) {
    super({ keepAlive: true, maxSockets: 1, timeout: caller.idleMs });
  }

  override createConnection(
    _: ClientRequestArgs,
    done?: (error: Error | null, socket: Socket) => void,
  ): Socket | undefined {
    const socket = visit(this.home, { kind: 'caller', address: this.caller.address });
    // What is thrown here would be nobody's: a request may have waited for the connection.
    if (socket === undefined) done?.(new Error('the worker is gone'), new Socket());
    return socket;
  }
}

interface Exchange {
  readonly forwarded: ClientRequest;
  readonly release: () => void;
  readonly answerHere: () => void;
}

/** `undefined` when it cannot be said again, which the worker at hand then refuses. */
function forward(req: IncomingMessage, agent: Agent): ClientRequest | undefined {
  try {
    return request({
      agent,
      method: req.method,
      path: req.url,
      headers: without(notOfRequests, req),
      setHost: false,
    });
  } catch {
    return undefined;
  }
}

function exchange(
  req: IncomingMessage,
  res: ServerResponse,
  { forwarded, release, answerHere }: Exchange,
): void {
  let isUnderWay = false;
  const begin = () => {
    isUnderWay = true;
    req.pipe(forwarded);
  };
  const left = () => {
    release();
    if (!res.writableFinished) forwarded.destroy();
  };
  res.once('close', left);
  forwarded.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', begin);
    else begin();
  });
  forwarded.once('response', (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.statusMessage, without(notOfAnswers, answer));
    // An event stream may be silent for long after its head.
    if (answer.headers['content-length'] === undefined) res.flushHeaders();
    answer.once('error', () => res.destroy());
    answer.pipe(res);
  });
  forwarded.on('error', () => {
    if (isUnderWay) {
      // As it is when the process goes to which a caller is connected.
      if (!res.writableEnded) res.destroy();
      return;
    }
    isUnderWay = true;
    res.off('close', left);
    release();
    answerHere();
  });
}

function without(names: ReadonlySet<string>, { rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, index) => !names.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase()));
}
