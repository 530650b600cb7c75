import { firstServerOf } from '../../../apps/document/openapi-address.js';
import { LinkFailure } from '../../../mcp/wire/link-failure.js';
import type { ReadDocument } from './read-document.js';

interface Placed {
  readonly url: string;
  readonly isBase: boolean;
}

/** The path that the operations of a document are below. Throws a `LinkFailure` when the document names another place than is declared. */
export function apiBase({ servers }: ReadDocument, { url, isBase }: Placed): string {
  if (isBase) return pathIn(new URL(url));
  const path = serverPath(firstServerOf({ servers }) ?? '/', url);
  if (path === undefined)
    throw new LinkFailure(
      'bad-answer',
      'the OpenAPI document names a server at another origin than its own: say with baseUrl where the API is',
    );
  return path;
}

/** The path of a server that is at the origin of `url`, which it is relative to; `undefined` for others. */
export function serverPath(server: string, url: string): string | undefined {
  if (!URL.canParse(server, url)) return undefined;
  const found = new URL(server, url);
  return found.origin === new URL(url).origin ? pathIn(found) : undefined;
}

function pathIn({ pathname }: URL): string {
  return pathname.replace(/(?<!\/)\/+$/, '');
}
