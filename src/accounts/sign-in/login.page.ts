import { Body, Controller, Get, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import type { Request } from 'express';
import { z } from 'zod';
import { PageForms } from '../../platform/pages/page-forms.js';
import { PageOperation, PageForm } from '../../platform/pages/page-operation.decorator.js';
import { Pages } from '../../platform/pages/pages.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import { CodeForm } from './code-form.page.js';
import { factorPath } from './factor-path.js';
import { Login } from './login.service.js';
import { maxNextPage, nextPage } from './next-page.js';
import { PasswordTries } from './password-tries.page.js';
import { LoginForm } from './person-form.dto.js';
import type { User } from '../people/person.js';
import { SignInForm } from './sign-in-form.page.js';
import { SignInTickets } from './sign-in-tickets.service.js';
import { Visitors } from './visitors.page.js';
import { withWayBack } from './way-back.js';

const LoginQuery = z.object({ next: z.string().max(maxNextPage).optional() });

/** Where people sign in. */
@ApiTags('pages')
@Controller('login')
export class LoginPage {
  constructor(
    private readonly login: Login,
    private readonly factors: SecondFactors,
    private readonly tickets: SignInTickets,
    private readonly form: SignInForm,
    private readonly code: CodeForm,
    private readonly tries: PasswordTries,
    private readonly visitors: Visitors,
    private readonly forms: PageForms,
    private readonly pages: Pages,
  ) {}

  @Get()
  @PageOperation({ id: 'showLogin', summary: 'Sign in in the browser' })
  async show(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Query({ schema: LoginQuery }) { next }: z.infer<typeof LoginQuery>,
  ): Promise<Reply> {
    if ((await this.visitors.find(req)) !== undefined) return this.pages.redirect(nextPage(next));
    return (await this.isToAddFactor(req))
      ? this.pages.redirect(factorPath(nextPage(next)))
      : this.form.show(req, context, { next });
  }

  @Post()
  @PageForm({ id: 'sendLogin', summary: 'Sign in with e-mail address and password', tries: 'login' })
  submit(
    @Req() req: Request,
    @ScopeParameter() context: RequestContext,
    @Body({ schema: LoginForm }) { csrf, email, password, next }: LoginForm,
  ): Promise<Reply> {
    return withWayBack(next, async () => {
      this.forms.check(req, csrf);
      const user = await this.prove(req, context, email, password);
      if (user === undefined)
        return this.form.show(req, context, {
          email,
          next,
          error:
            'The e-mail address or the password is wrong. If you forgot yours, an owner or admin of your account makes a link for a new one.',
        });
      const held = await this.factors.find(user.id);
      if (held !== undefined) {
        const ticket = this.tickets.issue({ user, next: nextPage(next) });
        return this.code.show(req, context, { ticket, held });
      }
      await this.login.arrived(user, undefined, context);
      return this.visitors.signIn(req, context, { userId: user.id }, nextPage(next));
    });
  }

  /** Whether somebody is signed in, and every account of theirs asks for a second factor that they do not have. */
  private async isToAddFactor(req: Request): Promise<boolean> {
    const visit = await this.visitors.findVisit(req);
    if (visit === undefined || visit.memberships.length === 0) return false;
    return (await this.factors.find(visit.user.id)) === undefined;
  }

  /** Whose address and password these are. In a browser that is known for one of several users of the address, that one comes first. */
  private async prove(
    req: Request,
    context: RequestContext,
    email: string,
    password: string,
  ): Promise<User | undefined> {
    const users = await this.login.find(email);
    const known = users.filter(({ id }) => this.tries.isKnownIn(req, id));
    const others = users.filter((user) => !known.includes(user));
    for (const user of known) {
      const unspend = await this.tries.spendKnown(req, user.id, context);
      if ((await this.login.check([user], password, context)) === undefined) continue;
      await unspend();
      return user;
    }
    if (known.length > 0 && others.length === 0) return undefined;
    const unspend = await this.tries.spend(email, context);
    const user = await this.login.check(others, password, context);
    if (user !== undefined) await unspend();
    return user;
  }
}
