import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Problem } from '../../kernel/problems/problem.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { PageForms } from '../../platform/pages/page-forms.js';
import type { PageContent } from '../../platform/pages/page-layout.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import { lacksFactor } from '../sessions/required-factor.js';
import type { Presence } from '../sessions/sessions.service.js';
import { factorPath } from '../sign-in/factor-path.js';
import { nextPage } from '../sign-in/next-page.js';
import { Visitors } from '../sign-in/visitors.page.js';
import { FactorProof, type FactorOwner } from './factor-proof.service.js';
import { FactorViews, type Carried } from './factor-views.page.js';

/** A form as it comes. */
export interface Submission {
  readonly req: Request;
  readonly context: RequestContext;
  readonly form: { readonly csrf?: string | undefined; readonly next?: string | undefined };
}

/** A visit to the page of one's own second factor, of who is signed in. */
export interface FactorVisit {
  readonly req: Request;
  readonly context: RequestContext;
  readonly visit: Presence;
  readonly next: string;
}

/** What was wrong with a form, and the code of the problem. */
interface FormFault {
  readonly text: string;
  readonly code: string;
}

/** Whose second factor the page `/factor` is about, and how it stands. */
@Injectable()
export class FactorVisits {
  constructor(
    private readonly visitors: Visitors,
    private readonly forms: PageForms,
    private readonly factors: SecondFactors,
    private readonly proof: FactorProof,
    private readonly views: FactorViews,
  ) {}

  /** Has who is not signed in do that first. */
  async open(
    { req, context, form }: Submission,
    answer: (visit: FactorVisit) => Promise<Reply>,
  ): Promise<Reply> {
    const visit = await this.visitors.findVisit(req);
    if (visit === undefined) return this.visitors.askToSignIn(factorPath(form.next));
    return answer({ req, context, visit, next: nextPage(form.next) });
  }

  /** A form that was sent: only one of ours counts. */
  async take(submission: Submission, answer: (visit: FactorVisit) => Promise<Reply>): Promise<Reply> {
    return this.open(submission, async (visit) => {
      this.forms.check(submission.req, submission.form.csrf);
      return answer(visit);
    });
  }

  /** How it stands, with what was wrong. */
  async state(of: FactorVisit, fault?: FormFault): Promise<PageContent> {
    const { user, memberships } = of.visit;
    const carried = this.carried(of, fault);
    const held = await this.factors.find(user.id);
    if (held?.authenticatorSince !== undefined) return this.views.on(held, carried);
    const begun = fault?.code === 'wrong-code' ? await this.factors.findBegun(user) : undefined;
    if (begun !== undefined) return this.views.begun(begun, carried);
    if (!(await this.proof.hasPassword(user.id))) return this.views.elsewhere();
    if (held !== undefined) return this.views.byPasskey(held, carried);
    const closed = memberships.filter((place) => lacksFactor(of.visit, place));
    const askedBy = closed.map(({ account }) => account.name);
    const mayGoOn = closed.length > 0 && closed.length < memberships.length;
    return this.views.off({ ...carried, askedBy, mayGoOn });
  }

  carried({ req, context, next }: FactorVisit, fault?: FormFault): Carried {
    const isOfPasskey = fault?.code.includes('passkey') === true;
    return {
      ...{ hidden: this.forms.field(req, context), next },
      ...(isOfPasskey ? { passkeyError: fault.text } : { error: fault?.text }),
    };
  }
}

/** In the person's first account; nobody is in none who is signed in. */
export function ownerOf({ sessionId, user, memberships: [first] }: Presence): FactorOwner {
  if (first === undefined) throw new Problem('form-expired');
  return { accountId: first.account.id, userId: user.id, tokenId: sessionId };
}
