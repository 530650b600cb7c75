import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '../kernel/problems/problem.js';
import { Reply } from '../platform/http/answers/reply.js';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What a file is sent as, by the coding that its reader takes (RFC 9110 §8.4.1); best first. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

type Sent = readonly [coding: string, body: Buffer];

interface Asset {
  readonly type: string;
  /** Best first; the last is the file as it is. */
  readonly forms: readonly Sent[];
}

/** Where the build leaves the console: beside this file, or in a checkout in web/. */
const places = ['./files/', '../../web/dist/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** The console as it was built, read into memory once. Its files are named by their content, so that they never change; its page is never kept. */
export class BuiltConsole {
  private constructor(
    private readonly page: string | undefined,
    private readonly assets: ReadonlyMap<string, Asset>,
    private readonly prefix: string,
  ) {}

  /** `prefix` stands before the paths of our own files: the path of PUBLIC_URL. */
  static read(prefix: string): BuiltConsole {
    const folder = places.find((place) => existsSync(join(place, 'index.html')));
    if (folder === undefined) return new BuiltConsole(undefined, new Map(), prefix);
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    return new BuiltConsole(page, readAssets(folder), prefix);
  }

  /** The answer to a path below `/console`, without its leading slash. Each one that names no file is a page. */
  reply(path: string, acceptEncoding: string | undefined): Reply {
    if (this.page === undefined)
      throw new Problem('not-found', 'The console is not built: `npm run build` does it.');
    if (!path.startsWith('assets/')) return this.pageReply(this.page);
    const asset = this.assets.get(path);
    if (asset === undefined)
      throw new Problem(
        'not-found',
        'This file is not part of the console as it is now. Load the page again.',
      );
    return assetReply(asset, acceptEncoding);
  }

  private pageReply(page: string): Reply {
    const nonce = randomBytes(16).toString('base64');
    const text = page
      .replaceAll('__NONCE__', nonce)
      .replaceAll('__BASE__', this.prefix)
      .replaceAll('="./', `="${this.prefix}/console/`);
    return new Reply(200, text, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(nonce),
    });
  }
}

/** Scripts are files of ours. Libraries make styles, which need the nonce; pictures and sounds of results are part of the page. */
function policy(nonce: string): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:`,
    `media-src data:`,
    `connect-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join(';');
}

function readAssets(folder: string): Map<string, Asset> {
  const files = readdirSync(join(folder, 'assets'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in types)
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    files.map((file) => {
      const pressed = codings.flatMap(([coding, ending]): Sent[] =>
        existsSync(file + ending) ? [[coding, readFileSync(file + ending)]] : [],
      );
      const type = types[extname(file)] ?? 'application/octet-stream';
      const name = relative(folder, file).split(sep).join('/');
      return [name, { type, forms: [...pressed, ['identity', readFileSync(file)]] }];
    }),
  );
}

function assetReply({ type, forms }: Asset, acceptEncoding = ''): Reply {
  const taken = forms.find(([coding]) => coding === 'identity' || takes(acceptEncoding, coding));
  const [coding, body] = taken ?? ['identity', Buffer.alloc(0)];
  return new Reply(200, body, {
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
  });
}

/** Whether `Accept-Encoding` names a coding and does not weigh it with nothing (RFC 9110 §12.5.3). */
export function takes(acceptEncoding: string, coding: string): boolean {
  return acceptEncoding.split(',').some((part) => {
    const [name = '', weight = ''] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === coding && !/^q=0(\.0*)?$/.test(weight);
  });
}
