import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { networkOf } from '../../platform/egress/network.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import type { OAuthClient } from './client.js';
import { documentAddressFault, readClientDocument } from './client-document.js';
import { ClientMetrics } from './client-metrics.js';
import { ClientProblem } from './client-problem.js';
import { DocumentSource } from './document-source.port.js';
import { DocumentStore, type KeptDocument } from './document-store.port.js';
import { seenEveryMs } from './registrations.service.js';

const dayMs = 86_400_000;
/** For so long a document that cannot be had anew is used as it was. */
const staleForMs = 7 * dayMs;
const maxFetches = 32;

/**
 * Clients that are known by a document at their client_id (OAuth Client ID Metadata Document). Documents are kept for as long as their `Cache-Control`
 * says, between five minutes and a day; failures are not kept.
 */
@Injectable()
export class ClientDocuments {
  private readonly fetches = new Map<string, Promise<KeptDocument>>();

  constructor(
    private readonly store: DocumentStore,
    private readonly source: DocumentSource,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly metrics: ClientMetrics,
  ) {}

  /** Throws `ClientProblem`, and `rate-limited` beyond OAUTH_DOCUMENTS_PER_MINUTE. */
  async get(address: string, context: RequestContext): Promise<OAuthClient> {
    const fault = documentAddressFault(address);
    if (fault !== undefined)
      throw new ClientProblem('unknown', `The client_id names no document: it ${fault}.`);
    const kept = await this.store.find(address);
    const now = this.clock.now();
    if (kept !== undefined && kept.seenAt + seenEveryMs <= now) await this.store.touch(address, now);
    if (kept !== undefined && now < kept.freshUntil) {
      this.metrics.countDocument('cached');
      return toClient(kept);
    }
    try {
      return toClient(await this.renew(address, context));
    } catch (error) {
      const isUsable = kept !== undefined && now < kept.fetchedAt + staleForMs;
      this.metrics.countDocument(isUsable ? 'stale' : 'failed');
      if (!isUsable || !mayPass(error)) throw error;
      return toClient(kept);
    }
  }

  /** Fetches once for all who wait for the same document. */
  private async renew(address: string, context: RequestContext): Promise<KeptDocument> {
    await this.limits.consume('oauth-document', networkOf(context.address), context);
    let fetching = this.fetches.get(address);
    if (fetching === undefined) {
      if (this.fetches.size >= maxFetches)
        throw new ClientProblem('unavailable', 'Too many documents are being fetched.', {
          retryAfterMs: 5000,
        });
      fetching = this.fetch(address).finally(() => this.fetches.delete(address));
      this.fetches.set(address, fetching);
    }
    return fetching;
  }

  private async fetch(address: string): Promise<KeptDocument> {
    const { content, freshForMs } = await this.source.fetch(address);
    const metadata = readClientDocument(content, address);
    if (typeof metadata === 'string')
      throw new ClientProblem('unknown', `The document at ${address} cannot be used: it ${metadata}.`);
    const now = this.clock.now();
    const kept = { id: address, ...metadata, fetchedAt: now, freshUntil: now + freshForMs, seenAt: now };
    await this.store.keep(kept, this.config.values.MAX_OAUTH_DOCUMENTS);
    this.metrics.countDocument('fetched');
    return kept;
  }
}

/** What is no word of the client itself: its document could not be had, or not be asked for. */
function mayPass(error: unknown): boolean {
  return error instanceof Problem && error.code !== 'oauth-client-unknown';
}

function toClient({ id, name, redirectUris, authMethod, uri }: KeptDocument): OAuthClient {
  const { host } = new URL(id);
  return { id, kind: 'document', host, name, redirectUris, authMethod, ...(uri === null ? {} : { uri }) };
}
