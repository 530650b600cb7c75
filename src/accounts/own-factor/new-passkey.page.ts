import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import { Problem } from '../../kernel/problems/problem.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { PageForm } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { maxNextPage } from '../sign-in/next-page.js';
import { csrf } from '../sign-in/person-form.dto.js';
import { FactorViews } from './factor-views.page.js';
import { FactorVisits, ownerOf, type FactorVisit } from './factor-visits.page.js';
import { OwnPasskeys } from './own-passkeys.service.js';
import { readNewPasskey } from './passkey.dto.js';

const NewPasskeyForm = z.object({
  csrf,
  next: z.string().max(maxNextPage).optional(),
  /** What the browser made, in JSON. */
  passkey: z.string().max(65_536).default(''),
});

/** Of those that are made at the page, which asks for a password only. */
const name = 'Passkey';

/** Where a passkey comes from the page of one's own second factor, which the script asked the browser for. */
@ApiTags('pages')
@Controller('factor/passkey')
export class NewPasskeyPage {
  constructor(
    private readonly visits: FactorVisits,
    private readonly own: OwnPasskeys,
    private readonly views: FactorViews,
    private readonly pages: Pages,
  ) {}

  @Post()
  @PageForm({ id: 'sendFactorPasskey', summary: 'Add a passkey that the browser made' })
  async add(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: NewPasskeyForm }) form: z.infer<typeof NewPasskeyForm>,
  ): Promise<Reply> {
    return this.visits.take({ req, context, form }, async (sent) => {
      try {
        const answer = readNewPasskey(form.passkey);
        if (answer === undefined) throw new Problem('passkey-refused');
        const { recoveryCodes } = await this.own.add(ownerOf(sent.visit), { name, answer }, context);
        return this.pages.reply(await this.shown(sent, recoveryCodes));
      } catch (error) {
        if (!(error instanceof Problem) || !refusals.has(error.code)) throw error;
        const fault = { text: error.message, code: error.code };
        return this.pages.again(req, await this.visits.state(sent, fault), fault.text);
      }
    });
  }

  /** The recovery codes of a first factor, or how it stands. */
  private async shown(sent: FactorVisit, codes: readonly string[]) {
    return codes.length > 0 ? this.views.added(codes, sent.next) : this.visits.state(sent);
  }
}

const refusals: ReadonlySet<string> = new Set([
  ...['passkey-refused', 'passkey-known', 'too-many-passkeys', 'passkeys-unavailable'],
]);
