import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Redacts } from '../links/redaction/redaction.js';

/** The member of `_meta` by which a call asks for them, and a result tells them. */
export const httpFactsKey = 'gantry/http';

/** What a result says of the HTTP answer that it was made of. */
export interface HttpFacts {
  readonly request: HttpRequestFacts;
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Which block of the content is the body; -1 when there is none. */
  readonly body: number;
  /** The body was longer than is read. */
  readonly isCut: boolean;
}

/** A request without what its declaration adds: headers, query, credentials. */
export interface HttpRequestFacts {
  readonly method: string;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Those of the connection, of the encoding that is taken away, and of credentials. */
const ownHeaders =
  /^(?:connection|keep-alive|transfer-encoding|te|trailer|upgrade|content-encoding|content-length|set-cookie2?|www-authenticate|proxy-.*|authentication-info)$/;

/** Headers of an answer as callers may see them. */
export function shownHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  redaction: Redacts | undefined,
): Readonly<Record<string, string>> {
  const shown = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || ownHeaders.test(name)
      ? []
      : [[name, clean([value].flat().join(', '), redaction)] as const],
  );
  return Object.fromEntries(shown);
}

function clean(text: string, redaction: Redacts | undefined): string {
  return redaction === undefined ? text : redaction.of(Buffer.from(text)).toString();
}

/** Whether the `params` of a call ask for them. */
export function wantsHttpFacts(params: JsonObject | undefined): boolean {
  const meta = params?.['_meta'];
  return isJsonObject(meta) && meta[httpFactsKey] === true;
}

/** What a result tells; `undefined` where it is not the answer of an API. */
export function httpFactsIn({ _meta: meta }: JsonObject): HttpFacts | undefined {
  const facts = isJsonObject(meta) ? meta[httpFactsKey] : undefined;
  return isJsonObject(facts) && Number.isInteger(facts['statusCode'])
    ? (facts as unknown as HttpFacts)
    : undefined;
}
