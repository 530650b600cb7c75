import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { JsonObject } from '../../../kernel/json/json.js';
import { inSlices } from '../../../kernel/pacing/slices.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import { Config } from '../../../platform/config/config.js';
import { EgressPolicy, type EgressTrust } from '../../../platform/egress/egress-policy.js';
import { ExpressionThreads } from '../../../platform/expressions/expression-threads.service.js';
import type { FairThreads } from '../../../platform/expressions/fair-threads.js';
import { AccountUsage } from '../../../platform/usage/account-usage.service.js';
import type { LinkToken } from '../../links/link-token.js';
import { TokenRedaction } from '../../links/redaction/token-redaction.js';
import { TokenSender } from '../../links/token-sender.js';
import { AccountLanes } from './account-lanes.js';
import { apiTools, type ApiLimits, type DeclaredApi } from './api-tools.js';
import { fetchDocument } from './document-fetch.js';
import type { HeldApi, OpenedDocument } from './held-api.js';
import { listingPages } from './list-pages.js';
import { readingDocument } from './read-document.js';
import { SharedDocument, type SharedSource } from './shared-document.js';

/** Whose document it is, and where. */
export interface WantedDocument extends DeclaredApi {
  /** The same for the same declaration: whoever wants the document of one shares it. */
  readonly key: object;
  /** Its address, or the document. */
  readonly document: string | JsonObject;
  readonly accountId: string;
  readonly trust: EgressTrust;
  /** The declared headers, name, value, name, value; for the origin of the API. */
  readonly sent: readonly string[];
  /** That of the connection, for the origin of the API. */
  readonly token: LinkToken | undefined;
  /** What is taken out of whatever the document's server says. */
  readonly hidden: readonly string[];
}

interface Entry {
  readonly shared: SharedDocument;
  users: number;
  timer?: NodeJS.Timeout | undefined;
}

/** So long a document may take to be read; its bytes bound what there is to read. */
const readMs = 20_000;
/** Number of documents of an account that are fetched and read at once. */
const readAtOnce = 2;
/** Copies of a text in memory while it is read: as received, as sent to the thread, and trimmed. */
const copiesWhileRead = 3;
/** So long a document stays that no connection uses: the next one may come soon. */
const lingerMs = 60_000;

/** Reads the documents of APIs, in threads, once for all connections to a server. */
@Injectable()
export class ApiDocuments implements OnApplicationShutdown {
  private readonly entries = new Map<object, Entry>();
  private readonly readers: FairThreads;
  private readonly lanes = new AccountLanes(readAtOnce);

  constructor(
    private readonly config: Config,
    private readonly egress: EgressPolicy,
    private readonly usage: AccountUsage,
    threads: ExpressionThreads,
  ) {
    const { MAX_OPENAPI_OPERATIONS, MAX_OPENAPI_BYTES } = config.values;
    this.readers = threads.make(new URL('./document-thread.mjs', import.meta.url), {
      maxOperations: MAX_OPENAPI_OPERATIONS,
      maxBytes: MAX_OPENAPI_BYTES / 4,
    });
  }

  /**
   * The document of an API, read if need be; where it is not to be had otherwise, with the token of the connection, and then for that
   * connection alone. Rejects with a `LinkFailure`, or with `overloaded`.
   */
  async open(wanted: WantedDocument): Promise<OpenedDocument> {
    const { token } = wanted;
    try {
      return await this.openShared({ ...wanted, token: undefined });
    } catch (error) {
      const isGuarded = error instanceof LinkFailure && error.kind === 'auth-required';
      if (token === undefined || !isGuarded || !isAtApi(wanted)) throw error;
      return this.openShared({ ...wanted, key: token });
    }
  }

  private async openShared(wanted: WantedDocument): Promise<OpenedDocument> {
    const { key } = wanted;
    const entry = this.entryOf(wanted);
    const { shared } = entry;
    const whose = {};
    let isHeld = true;
    entry.users++;
    clearTimeout(entry.timer);
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      shared.forget(whose);
      if (--entry.users === 0) this.forgetLater(key, entry);
    };
    try {
      if (!shared.isRead) await shared.renew();
    } catch (error) {
      release();
      throw error;
    }
    return {
      get api() {
        return shared.api;
      },
      get isFresh() {
        return shared.isFresh;
      },
      renew: () => shared.renew().catch(asOfDocument),
      onChange: (listener) => {
        shared.listen(whose, listener);
      },
      release,
    };
  }

  async onApplicationShutdown(): Promise<void> {
    for (const { timer } of this.entries.values()) clearTimeout(timer);
    await this.readers.close();
  }

  private entryOf(wanted: WantedDocument): Entry {
    const known = this.entries.get(wanted.key);
    if (known !== undefined) return known;
    const entry: Entry = { shared: new SharedDocument(this.sourceOf(wanted)), users: 0 };
    this.entries.set(wanted.key, entry);
    return entry;
  }

  private forgetLater(key: object, entry: Entry): void {
    entry.timer = setTimeout(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
      entry.shared.close();
    }, lingerMs).unref();
  }

  private sourceOf(wanted: WantedDocument): SharedSource {
    const { document, accountId } = wanted;
    return {
      fetch:
        typeof document === 'string'
          ? (validators) => this.fetch(wanted, document, validators)
          : () => Promise.resolve({ text: JSON.stringify(document), validators: [] }),
      compile: (text) => this.held(wanted, text),
      inTurn: (work) => this.lanes.run(accountId, work),
    };
  }

  private async fetch(wanted: WantedDocument, address: string, validators: readonly string[]) {
    if (!URL.canParse(address))
      throw new LinkFailure('unreachable', 'the address of the document is not a URL');
    const url = new URL(address);
    const { CONNECT_TIMEOUT_MS: timeoutMs, MAX_OPENAPI_BYTES: maxBytes } = this.config.values;
    const redaction = new TokenRedaction(wanted.hidden);
    const plain = this.egress.dispatcherFor(url, wanted.trust, timeoutMs);
    const sender = wanted.token === undefined ? plain : new TokenSender(plain, wanted.token, redaction);
    const headers = isAtApi(wanted) ? wanted.sent : [];
    const place = { url, sender, headers, maxBytes, timeoutMs, redaction };
    return fetchDocument(place, validators).finally(() => void sender.destroy());
  }

  private async compile(wanted: WantedDocument, text: string): Promise<BuiltApi> {
    const answer = await this.readers.do(wanted.accountId, { text }, readMs);
    if (!('json' in answer))
      throw new LinkFailure(
        'bad-answer',
        `the OpenAPI document ${answer.ended === undefined ? '' : 'cannot be read: '}${answer.fault}`,
      );
    const { MAX_OPENAPI_SCHEMA_BYTES, MAX_LIST_BYTES, MAX_LIST_ITEM_BYTES } = this.config.values;
    const limits = {
      maxSchemaBytes: Math.min(MAX_OPENAPI_SCHEMA_BYTES, MAX_LIST_ITEM_BYTES - 16_384),
      maxListBytes: MAX_LIST_BYTES,
    };
    return inSlices(buildingApi(answer.json, wanted, limits));
  }

  /** While a document is read its text counts, then what became of it. */
  private async held(wanted: WantedDocument, text: string): Promise<HeldApi> {
    const { accountId } = wanted;
    const release = this.hold(accountId, text.length * copiesWhileRead);
    try {
      const { api, pages } = await this.compile(wanted, text);
      release();
      return { api, pages, release: this.hold(accountId, api.bytes) };
    } finally {
      release();
    }
  }

  private hold(accountId: string, bytes: number): () => void {
    try {
      return this.usage.hold('apiBytes', accountId, bytes);
    } catch (cause) {
      throw new LinkFailure('refused', 'there is no room for the OpenAPI document', { cause });
    }
  }
}

type BuiltApi = Omit<HeldApi, 'release'>;

function* buildingApi(text: string, wanted: DeclaredApi, limits: ApiLimits): Generator<undefined, BuiltApi> {
  const api = yield* apiTools(yield* readingDocument(text), wanted, limits);
  return { api, pages: yield* listingPages(api.tools) };
}

/** Whether the document may be asked for with what is for the API. */
function isAtApi({ document, url }: WantedDocument): boolean {
  return (
    typeof document === 'string' && URL.canParse(document) && new URL(document).origin === new URL(url).origin
  );
}

/** A server whose document cannot be had just now is well otherwise. */
function asOfDocument(error: unknown): never {
  const failure = LinkFailure.from(error);
  throw failure.blamesServer
    ? new LinkFailure('bad-answer', `the OpenAPI document cannot be had: ${failure.message}`, {
        cause: failure,
      })
    : failure;
}
