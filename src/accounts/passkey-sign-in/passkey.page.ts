import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { networkOf } from '../../platform/egress/network.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { PageCookies } from '../../platform/pages/page-cookies.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import { PageForm } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { PasskeyQuestionSchema } from '../factors/passkey-question.dto.js';
import { Passkeys, type PasskeyFault } from '../factors/passkeys.service.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import { randomBase62 } from '../tokens/token-format.js';
import { CodeForm } from '../sign-in/code-form.page.js';
import { nextPage } from '../sign-in/next-page.js';
import { PasskeyQuestionForm, PasskeySignInForm, readPasskey } from './passkey-form.dto.js';
import { PasskeySignIns } from './passkey-sign-ins.service.js';
import { PasswordTries } from '../sign-in/password-tries.page.js';
import { SignInForm } from '../sign-in/sign-in-form.page.js';
import { SignInTickets, type HalfSignedIn } from '../sign-in/sign-in-tickets.service.js';
import { Visitors } from '../sign-in/visitors.page.js';
import { withWayBack } from '../sign-in/way-back.js';

const words: Readonly<Record<PasskeyFault, string>> = {
  late: 'This took too long, or was begun in another browser. Try again.',
  unknown: 'Nobody signs in here with this passkey.',
  wrong: 'The passkey was not shown as asked for. Try again.',
  copied: 'A copy of this passkey was used before. Sign in another way, and take it away.',
};

/** Where a passkey is shown, in place of a password or after one. */
@ApiTags('pages')
@Controller('login/passkey')
export class PasskeyPage {
  constructor(
    private readonly signIns: PasskeySignIns,
    private readonly passkeys: Passkeys,
    private readonly factors: SecondFactors,
    private readonly tickets: SignInTickets,
    private readonly tries: PasswordTries,
    private readonly visitors: Visitors,
    private readonly signIn: SignInForm,
    private readonly codes: CodeForm,
    private readonly cookies: PageCookies,
    private readonly limits: RateLimits,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  @Post('options')
  @Operation({
    id: 'askForPasskey',
    summary: 'What the browser is asked to show',
    description: 'For the script of the page, which sends what the browser answers to `/login/passkey`.',
    access: { for: 'public' },
    tries: 'sign-in-start',
    responses: { 200: { description: 'The question', schema: PasskeyQuestionSchema } },
    problems: ['form-expired', 'passkeys-unavailable'],
  })
  async ask(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: PasskeyQuestionForm }) form: z.infer<typeof PasskeyQuestionForm>,
  ): Promise<z.infer<typeof PasskeyQuestionSchema>> {
    this.forms.check(req, form.csrf);
    await this.limits.consume('sign-in-start', networkOf(context.address), context);
    const half = await this.tickets.open(form.ticket);
    const browser = this.cookies.read(req, 'sign-in') ?? randomBase62(32);
    const question = await this.signIns.ask({ browser, user: half?.user });
    this.cookies.set(context, 'sign-in', browser);
    return question;
  }

  @Post()
  @PageForm({ id: 'sendPasskey', summary: 'Sign in with a passkey', tries: 'login' })
  async submit(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: PasskeySignInForm }) form: z.infer<typeof PasskeySignInForm>,
  ): Promise<Reply> {
    const half = await this.tickets.open(form.ticket);
    const next = half?.next ?? form.next;
    return withWayBack(next, async () => {
      this.forms.check(req, form.csrf);
      if (half === undefined && form.ticket !== '') return this.pages.redirect('/login');
      const answer = readPasskey(form.passkey);
      const unspend =
        half === undefined
          ? await this.tries.spendPasskey(req, answer && (await this.passkeys.findOwnerId(answer)), context)
          : await this.tries.spendFactor(req, half.user.id, context);
      const at = { browser: this.cookies.read(req, 'sign-in') ?? '', user: half?.user };
      const proof = await this.signIns.prove(answer, at, context);
      if ('fault' in proof) return this.again(req, context, { form, half, fault: proof.fault });
      await unspend();
      const arrived = { userId: proof.user.id, factor: proof.passkeyId };
      return this.visitors.signIn(req, context, arrived, nextPage(next));
    });
  }

  private async again(
    req: Request,
    context: RequestContext,
    of: {
      readonly form: z.infer<typeof PasskeySignInForm>;
      readonly half: HalfSignedIn | undefined;
      readonly fault: PasskeyFault;
    },
  ): Promise<Reply> {
    const passkeyError = words[of.fault];
    const { ticket, next } = of.form;
    if (of.half === undefined) return this.signIn.show(req, context, { next, passkeyError });
    const held = await this.factors.find(of.half.user.id);
    return this.codes.show(req, context, { ticket, held, passkeyError });
  }
}
