import { createHash } from 'node:crypto';
import { inSlices } from '../../../kernel/pacing/slices.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import type { DocumentText } from './document-fetch.js';
import type { HeldApi } from './held-api.js';

/** How a document comes to be tools. */
export interface SharedSource {
  /** `undefined`: it is as it was. */
  fetch(validators: readonly string[]): Promise<DocumentText | undefined>;
  compile(text: string): Promise<HeldApi>;
  /** Does what holds a document while it is read, together with others of its account. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** What came so short a time ago is as good as new. */
const freshMs = 1000;
/** Characters of a text that are digested at once. */
const digestedLength = 262_144;

/** A document that all connections to one server share, read once for all of them. */
export class SharedDocument {
  private current: HeldApi | undefined;
  private digest = '';
  private validators: readonly string[] = [];
  private working: Promise<void> | undefined;
  private fetchedAt = -Infinity;
  private changedAt = -Infinity;
  private readonly listeners = new Map<object, () => void>();

  constructor(private readonly source: SharedSource) {}

  /** Of a document that has been read. */
  get api(): HeldApi {
    if (this.current === undefined) throw new LinkFailure('closed', 'the OpenAPI document has not been read');
    return this.current;
  }

  get isRead(): boolean {
    return this.current !== undefined;
  }

  /** It was fetched a moment ago. */
  get isFresh(): boolean {
    return performance.now() - this.fetchedAt < freshMs;
  }

  listen(whose: object, listener: () => void): void {
    this.listeners.set(whose, listener);
  }

  forget(whose: object): void {
    this.listeners.delete(whose);
  }

  /** Fetches it, and tells all when there are other tools. Rejects with a `LinkFailure`. */
  async renew(): Promise<void> {
    // Whoever is told lists the tools: a document that is another one each time would be fetched without end.
    if (performance.now() - this.changedAt < freshMs) return;
    this.working ??= this.source.inTurn(() => this.update()).finally(() => (this.working = undefined));
    await this.working;
  }

  private async update(): Promise<void> {
    const fetched = await this.source.fetch(this.validators);
    if (fetched === undefined) {
      this.fetchedAt = performance.now();
      return;
    }
    const digest = await inSlices(digesting(fetched.text));
    const former = this.current;
    if (former === undefined || digest !== this.digest) {
      const current = await this.source.compile(fetched.text);
      this.current = current;
      former?.release();
      if (former !== undefined && !listsSame(former, current)) this.tellChange();
    }
    this.validators = fetched.validators;
    this.digest = digest;
    this.fetchedAt = performance.now();
  }

  private tellChange(): void {
    this.changedAt = performance.now();
    for (const tell of [...this.listeners.values()]) tell();
  }

  close(): void {
    this.current?.release();
    this.current = undefined;
  }
}

function* digesting(text: string): Generator<undefined, string> {
  const hash = createHash('sha256');
  for (let from = 0; from < text.length; from += digestedLength) {
    hash.update(text.slice(from, from + digestedLength));
    yield undefined;
  }
  return hash.digest('base64');
}

function listsSame(former: HeldApi, current: HeldApi): boolean {
  const { pages } = current;
  return (
    pages.length === former.pages.length &&
    pages.every(({ bytes }, index) => former.pages[index]?.bytes.equals(bytes))
  );
}
