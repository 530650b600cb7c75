import type { RequestContext } from '../../src/platform/http/request-context.js';
import { Logger } from '../../src/platform/logging/logger.js';
import { redact } from '../../src/platform/logging/redact.js';

export interface LogLine {
  readonly level: string;
  readonly event: string;
  readonly [member: string]: unknown;
}

/** The gateway's logger that also keeps what it is told, so that tests can read the log of an in-process gateway. */
export class RecordingLogger extends Logger {
  readonly lines: LogLine[] = [];

  override request(context: RequestContext, status: number, ms: number): void {
    const { method, path, requestId, problem } = context;
    this.lines.push({
      level: 'info',
      event: 'request.completed',
      method,
      path,
      requestId,
      problem,
      status,
      ms,
    });
    super.request(context, status, ms);
  }

  override debug(event: string, details?: unknown): void {
    this.keep('debug', event, details);
    super.debug(event, details);
  }

  override info(event: string, details?: unknown): void {
    this.keep('info', event, details);
    super.info(event, details);
  }

  override warn(event: string, details?: unknown): void {
    this.keep('warn', event, details);
    super.warn(event, details);
  }

  override error(event: string, details?: unknown): void {
    this.keep('error', event, details);
    super.error(event, details);
  }

  private keep(level: string, event: string, details: unknown): void {
    this.lines.push({ ...(typeof details === 'object' ? redact(details) : { details }), level, event });
  }
}
