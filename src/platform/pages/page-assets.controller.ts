import { Controller, Get, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/api-description.js';
import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Operation } from '../openapi/operation.decorator.js';
import { pageScript } from './page-script.js';
import { Reply } from '../http/answers/reply.js';

function fileOf(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url));
}

/** A file that is read once and known by its hash. */
class Asset {
  private readonly content: Buffer;
  private readonly headers: Readonly<Record<string, string>>;

  constructor(content: Buffer, type: string) {
    this.content = content;
    this.headers = {
      'content-type': type,
      etag: `"${createHash('sha256').update(this.content).digest('base64url').slice(0, 22)}"`,
      'cache-control': 'public, max-age=300',
    };
  }

  reply(ifNoneMatch: string | undefined): Reply {
    return ifNoneMatch?.includes(this.headers['etag'] ?? '') === true
      ? Reply.notModified(this.headers)
      : new Reply(200, this.content, this.headers);
  }
}

/** A public route that answers with an asset. */
function AssetOperation(id: string, summary: string, mediaType: string): MethodDecorator {
  return Operation({
    id,
    summary,
    access: { for: 'public' },
    responses: {
      200: { description: 'The file', content: { [mediaType]: { schema: z.string() } } },
      304: { description: 'Not changed' },
    },
  });
}

/** What the pages are drawn with. */
@ApiTags('pages')
@Controller()
export class PageAssetsController {
  private readonly stylesheet = new Asset(
    Buffer.concat([fileOf('./tokens.css'), fileOf('./pages.css')]),
    'text/css; charset=utf-8',
  );
  private readonly docsStylesheet = new Asset(fileOf('./docs.css'), 'text/css; charset=utf-8');
  private readonly icon = new Asset(fileOf('./gantry.svg'), 'image/svg+xml');
  private readonly script = new Asset(Buffer.from(pageScript), 'text/javascript; charset=utf-8');

  @Get('pages.css')
  @AssetOperation('getStylesheet', 'The stylesheet of the pages', 'text/css')
  readStylesheet(@Req() req: Request): Reply {
    return this.stylesheet.reply(req.headers['if-none-match']);
  }

  @Get('pages.js')
  @AssetOperation('getPageScript', 'The script of the pages, which all work without it', 'text/javascript')
  readScript(@Req() req: Request): Reply {
    return this.script.reply(req.headers['if-none-match']);
  }

  @Get('docs.css')
  @AssetOperation('getDocsStylesheet', 'The stylesheet of the page that describes the API', 'text/css')
  readDocsStylesheet(@Req() req: Request): Reply {
    return this.docsStylesheet.reply(req.headers['if-none-match']);
  }

  @Get('gantry.svg')
  @AssetOperation('getIcon', 'The mark of the pages', 'image/svg+xml')
  readIcon(@Req() req: Request): Reply {
    return this.icon.reply(req.headers['if-none-match']);
  }
}
