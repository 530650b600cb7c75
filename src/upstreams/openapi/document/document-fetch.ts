import { ByteCollector } from '../../../kernel/byte-collector.js';
import { version } from '../../../version.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import { HttpExchange, type ResponseSink } from '../../links/http-exchange.js';
import { authRefusal } from '../../links/http-status.js';
import type { Redacts } from '../../links/redaction/redaction.js';
import type { Sender } from '../../links/sender.js';

/** Where a document is. */
export interface DocumentPlace {
  readonly url: URL;
  /** Those of the declaration, where the document is at the origin of the API; name, value, name, value. */
  readonly headers: readonly string[];
  readonly redaction: Redacts | undefined;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Sends to the origin of `url`; whoever makes it ends it. */
  readonly sender: Sender;
}

/** A document as it came, and by what its server knows it again. */
export interface DocumentText {
  readonly text: string;
  readonly validators: readonly string[];
}

const maxRedirects = 3;
const accepted = [
  ...['accept', 'application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.8'],
  ...['accept-encoding', 'gzip', 'user-agent', `gantry/${version}`],
];

/** The document, or `undefined` when it is as it was. Redirects are followed within the origin. Rejects with a `LinkFailure`. */
export async function fetchDocument(
  place: DocumentPlace,
  validators: readonly string[] = [],
): Promise<DocumentText | undefined> {
  let path = `${place.url.pathname}${place.url.search}`;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await answerOf(place, path, validators);
    if ('text' in answer) return answer;
    if (answer.status === 304) return undefined;
    const from = `${place.url.origin}${path}`;
    const target = URL.canParse(answer.location, from) ? new URL(answer.location, from) : undefined;
    if (target?.origin !== place.url.origin)
      throw new LinkFailure('http-status', 'the address of the OpenAPI document redirects to another origin');
    path = `${target.pathname}${target.search}`;
  }
  throw new LinkFailure('http-status', 'the address of the OpenAPI document redirects too often');
}

type Answer = DocumentText | { readonly status: number; readonly location: string };

function answerOf(
  { sender, headers, redaction, maxBytes, timeoutMs }: DocumentPlace,
  path: string,
  validators: readonly string[],
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const body = new ByteCollector();
    let other: Answer | undefined;
    let known: readonly string[] = [];
    const sink: ResponseSink = {
      cap: maxBytes * 2,
      onHead: (status, found) => {
        if (status === 401 || status === 403) throw authRefusal(status, found);
        if (status >= 300 && status < 400) other = { status, location: String(found['location'] ?? '') };
        else if (status !== 200) throw notFetched(status);
        known = validatorsIn(found);
      },
      onData: (chunk) => {
        if (other !== undefined) return;
        body.add(chunk);
        if (body.length > maxBytes)
          throw new LinkFailure(
            'too-large',
            `the OpenAPI document is larger than MAX_OPENAPI_BYTES (${String(maxBytes)})`,
          );
      },
      onEnd: () => {
        resolve(other ?? { text: textOf(body.take()), validators: known });
      },
      onFailure: reject,
    };
    const exchange = new HttpExchange(sink, redaction);
    sender.dispatch(
      {
        ...{ path, method: 'GET', body: null, headersTimeout: 0, bodyTimeout: 0 },
        headers: [...headers, ...accepted, ...validators],
      },
      exchange,
    );
    exchange.endWithin(timeoutMs, new LinkFailure('timeout', 'the OpenAPI document did not come in time'));
  });
}

/** What is not at its address is no fault of a server that would be well but for its address. */
function notFetched(status: number): LinkFailure {
  const words = `the OpenAPI document cannot be fetched from its address (HTTP ${String(status)})`;
  return status >= 500
    ? new LinkFailure('http-status', words, { status })
    : new LinkFailure('bad-answer', words);
}

function validatorsIn(headers: Readonly<Record<string, string | string[] | undefined>>): readonly string[] {
  const { etag, 'last-modified': modified } = headers;
  if (typeof etag === 'string') return ['if-none-match', etag];
  return typeof modified === 'string' ? ['if-modified-since', modified] : [];
}

/** Without the mark that says how it is encoded. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes);
}
