import { Controller, Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Visitors } from '../accounts/sign-in/visitors.page.js';
import type { Reply } from '../platform/http/answers/reply.js';
import { ApiTags } from '../platform/openapi/api-description.js';
import { PageOperation } from '../platform/pages/page-operation.decorator.js';
import { Pages } from '../platform/pages/pages.js';

/** Where somebody comes who knows the gateway's address and nothing else. */
@ApiTags('pages')
@Controller()
export class HomePage {
  constructor(
    private readonly visitors: Visitors,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({ id: 'showHome', summary: 'Goes to the console, or to where one signs in' })
  async show(@Req() req: Request): Promise<Reply> {
    const visitor = await this.visitors.find(req);
    return this.pages.redirect(visitor === undefined ? '/login' : '/console');
  }
}
