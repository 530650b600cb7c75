import { Injectable } from '@nestjs/common';
import { request, type Dispatcher } from 'undici';
import { ByteCollector } from '../../kernel/byte-collector.js';
import { EgressDenied, EgressPolicy } from '../../platform/egress/egress-policy.js';
import { version } from '../../version.js';
import { ClientProblem } from './client-problem.js';
import { DocumentSource, type FetchedDocument } from './document-source.port.js';
import { freshForMs } from './document-freshness.js';

const timeoutMs = 5000;
const maxBytes = 10_240;
const json = /^application\/(?:[\w.!#$&^-]+\+)?json *(?:;|$)/i;
const headers = {
  accept: 'application/json',
  // What is packed could become more than its bytes.
  'accept-encoding': 'identity',
  'user-agent': `gantry/${version}`,
};

/** Gets documents as tenants reach servers: from the internet only, and no redirect is followed. */
@Injectable()
export class EgressDocumentSource extends DocumentSource {
  constructor(private readonly egress: EgressPolicy) {
    super();
  }

  async fetch(address: string): Promise<FetchedDocument> {
    const dispatcher = this.egress.dispatcherFor(new URL(address), 'tenant', timeoutMs);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      return await read(await request(address, { dispatcher, signal, headers }));
    } catch (error) {
      throw problemOf(error);
    } finally {
      dispatcher.destroy().catch(() => undefined);
    }
  }
}

async function read({ statusCode, headers: head, body }: Dispatcher.ResponseData): Promise<FetchedDocument> {
  // What is thrown away half-read says so as an error, which nobody waits for.
  body.on('error', () => undefined);
  const refuse = (what: string): never => {
    body.destroy();
    throw new ClientProblem('unreachable', `Instead of the program's document came ${what}.`);
  };
  if (statusCode >= 500) {
    body.destroy();
    throw new ClientProblem('unavailable', `The program's document was answered with ${String(statusCode)}.`);
  }
  if (statusCode >= 300 && statusCode < 400) refuse('a redirect, which is not followed');
  if (statusCode !== 200) refuse(`the status ${String(statusCode)}`);
  if (!json.test(text(head['content-type']) ?? '')) refuse('something that does not say that it is JSON');
  if ((text(head['content-encoding']) ?? 'identity') !== 'identity') refuse('packed content');
  const bytes = new ByteCollector();
  for await (const piece of body) {
    bytes.add(piece as Buffer);
    if (bytes.length > maxBytes) refuse(`more than ${String(maxBytes)} bytes`);
  }
  return {
    content: parsed(bytes.take()),
    freshForMs: freshForMs(text(head['cache-control']), text(head['age'])),
  };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new ClientProblem('unreachable', "What came for the program's document is not valid JSON.");
  }
}

function problemOf(error: unknown): unknown {
  if (error instanceof ClientProblem) return error;
  const cause = (error as Error).cause;
  if (error instanceof EgressDenied || cause instanceof EgressDenied)
    return new ClientProblem('unreachable', "The program's document is where this gateway may not go.", {
      cause: error,
    });
  return new ClientProblem('unavailable', "The program's document did not come in time, or not at all.", {
    cause: error,
    retryAfterMs: 5000,
  });
}

function text(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
