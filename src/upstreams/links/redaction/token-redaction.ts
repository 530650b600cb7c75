import { Redaction, type RedactedStream, type Redacts } from './redaction.js';

/** Takes the tokens that a link sends out of what the server says, beside what is hidden anyway: the one of now, and the one before it. */
export class TokenRedaction implements Redacts {
  private redaction: Redaction | undefined;
  private tokens: readonly string[] = [];

  constructor(private readonly hidden: readonly string[]) {
    this.redaction = Redaction.ofJson(hidden);
  }

  /** The token is about to be sent. */
  hide(token: string): void {
    if (this.tokens[0] === token) return;
    this.tokens = [token, ...this.tokens.slice(0, 1)];
    this.redaction = Redaction.ofJson([...this.hidden, ...this.tokens]);
  }

  of(bytes: Buffer): Buffer {
    return this.redaction?.of(bytes) ?? bytes;
  }

  stream(): RedactedStream | undefined {
    return this.redaction?.stream();
  }
}
