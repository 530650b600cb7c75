import { createHash } from 'node:crypto';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import type { DocumentText } from './document-fetch.js';
import type { HeldApi } from './held-api.js';

/** How a document comes to be tools. */
export interface SharedSource {
  /** `undefined`: it is as it was. */
  fetch(validators: readonly string[]): Promise<DocumentText | undefined>;
  compile(text: string): Promise<HeldApi>;
}

/** A document that all connections to one server share, read once for all of them. */
export class SharedDocument {
  private current: HeldApi | undefined;
  private digest = '';
  private validators: readonly string[] = [];
  private working: Promise<boolean> | undefined;
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

  listen(whose: object, listener: () => void): void {
    this.listeners.set(whose, listener);
  }

  forget(whose: object): void {
    this.listeners.delete(whose);
  }

  /** Fetches it, and tells all but who asked when it has changed. Rejects with a `LinkFailure`. */
  async renew(whose?: object): Promise<void> {
    this.working ??= this.update().finally(() => (this.working = undefined));
    const isChanged = await this.working;
    if (isChanged) for (const [other, tell] of [...this.listeners]) if (other !== whose) tell();
  }

  /** Whether there are other tools than before. */
  private async update(): Promise<boolean> {
    const fetched = await this.source.fetch(this.validators);
    if (fetched === undefined) return false;
    const digest = createHash('sha256').update(fetched.text).digest('base64');
    const isFirst = this.current === undefined;
    if (isFirst || digest !== this.digest) {
      const former = this.current;
      this.current = await this.source.compile(fetched.text);
      former?.release();
    }
    this.validators = fetched.validators;
    const isChanged = !isFirst && digest !== this.digest;
    this.digest = digest;
    return isChanged;
  }

  close(): void {
    this.current?.release();
    this.current = undefined;
  }
}
