/** One request as it goes out. */
export interface HttpSending {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** One answer whose head is here and whose body is on its way. */
export interface HttpExchanged {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** How requests reach the gateway. Rejects when there is no answer; never follows redirects, which would carry the token along. */
export type Transport = (sending: HttpSending) => Promise<HttpExchanged>;
