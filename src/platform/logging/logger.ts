import { Injectable, type LoggerService } from '@nestjs/common';
import { pino, type Logger as Pino } from 'pino';
import pretty from 'pino-pretty';
import { Config } from '../config/config.js';
import type { RequestContext } from '../http/request-context.js';
import { isForPeople } from './output-format.js';
import { redact } from './redact.js';
import { RequestLines } from './request-lines.js';
import { workerPlace } from '../workers/worker-place.js';

/** JSON lines on standard output. Event names are `noun.verb`; values that look like credentials are cut out. */
@Injectable()
export class Logger implements LoggerService {
  private readonly pino: Pino;
  /** Where request lines go, past pino's serialiser: there is one per call. */
  private readonly requestLines: RequestLines | undefined;
  private readonly requests: boolean;

  constructor(config: Config) {
    const { LOG_LEVEL: level, LOG_FORMAT: format } = config.values;
    const place = workerPlace();
    const options = {
      level,
      base: place === undefined ? undefined : { worker: place.number },
      timestamp: () => `,"time":"${isoTime()}"`,
      messageKey: 'event',
    };
    if (isForPeople(format)) {
      const colorize = process.stdout.isTTY;
      const output = pretty({ messageKey: 'event', colorize, translateTime: 'HH:MM:ss', singleLine: true });
      this.pino = pino(options, output);
    } else {
      const output = pino.destination({ dest: 1, sync: false });
      this.requestLines = new RequestLines(output);
      this.pino = pino(options, output);
    }
    this.requests = this.pino.isLevelEnabled('info');
  }

  /** One line per request; no query, no body, no header. */
  request(context: RequestContext, status: number, ms: number): void {
    if (!this.requests) return;
    if (this.requestLines === undefined)
      this.pino.info(requestDetails(context, status, ms), 'request.completed');
    else this.requestLines.write(requestLine(context, status, ms));
  }

  debug(event: string, details?: unknown): void {
    this.write('debug', event, details);
  }

  info(event: string, details?: unknown): void {
    this.write('info', event, details);
  }

  warn(event: string, details?: unknown): void {
    this.write('warn', event, details);
  }

  error(event: string, details?: unknown): void {
    this.write('error', event, details);
  }

  /** Nest's own messages, which are of interest to developers only. */
  log(message: unknown, ...context: unknown[]): void {
    this.write('debug', String(message), { context: context.at(-1) });
  }

  flush(): void {
    this.requestLines?.flush();
    this.pino.flush();
  }

  private write(level: 'debug' | 'info' | 'warn' | 'error', event: string, details: unknown): void {
    if (!this.pino.isLevelEnabled(level)) return;
    this.requestLines?.flush();
    this.pino[level](typeof details === 'object' ? redact(details) : { context: details }, event);
  }
}

function requestDetails(
  { requestId, method, path, upstreamMs, principal, problem }: RequestContext,
  status: number,
  ms: number,
): object {
  return {
    requestId,
    method,
    path,
    status,
    ms: thousandths(ms),
    upstreamMs: thousandths(upstreamMs),
    token: principal?.tokenId,
    account: principal?.accountId,
    problem,
  };
}

/**
 * The same as JSON, written out: only the path can hold what has to be escaped. `toFixed` leaves nothing behind, where `String` of a
 * number that has not been seen before fills V8's cache in the old generation.
 */
function requestLine(
  { requestId, method, path, upstreamMs, principal, problem }: RequestContext,
  status: number,
  ms: number,
): string {
  const who =
    principal === undefined ? '' : `,"token":"${principal.tokenId}","account":"${principal.accountId}"`;
  const why = problem === undefined ? '' : `,"problem":"${problem}"`;
  return `{"level":30,"time":"${isoTime()}"${workerMember()},"event":"request.completed","requestId":"${requestId}","method":"${method}","path":${plainJsonText.test(path) ? `"${path}"` : JSON.stringify(path)},"status":${String(status)},"ms":${ms.toFixed(3)},"upstreamMs":${upstreamMs.toFixed(3)}${who}${why}}\n`;
}

/** What stands for itself in JSON. */
const plainJsonText = /^[ !#-[\]-~]*$/;

let worker: string | undefined;

/** The member by which lines of several workers are told apart. */
function workerMember(): string {
  if (worker === undefined) {
    const place = workerPlace();
    worker = place === undefined ? '' : `,"worker":${String(place.number)}`;
  }
  return worker;
}

function thousandths(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

let second = 0;
let prefix = '';

/** RFC 3339 time with milliseconds; the seconds are spelled out once for all lines that share them. */
function isoTime(): string {
  const now = Date.now();
  const ms = now % 1000;
  if (now - ms !== second) {
    second = now - ms;
    prefix = new Date(second).toISOString().slice(0, 20);
  }
  return `${prefix}${ms.toFixed(0).padStart(3, '0')}Z`;
}
