import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../kernel/problems/problem.js';
import { Keyring } from '../security/keyring.js';
import { HostPolicy } from '../http/host-policy.js';
import { html, type Html } from './page-html.js';
import { PageCookies } from './page-cookies.js';
import type { RequestContext } from '../http/request-context.js';

const purpose = 'page form';

/**
 * Sees to it that a form was sent by a person looking at our page: the request comes from our origin, and a hidden field proves knowledge
 * of the browser's cookie (a double submit whose second half is an HMAC of the first).
 */
@Injectable()
export class PageForms {
  /** What was made for a browser that had none: all forms of its page share it. */
  private readonly made = new WeakMap<RequestContext, string>();

  constructor(
    private readonly cookies: PageCookies,
    private readonly keyring: Keyring,
    private readonly hosts: HostPolicy,
  ) {}

  /** The hidden field for a form that this browser will send. */
  field(req: IncomingMessage, context: RequestContext): Html {
    let binding = this.bindingOf(req) ?? this.made.get(context);
    if (binding === undefined) {
      binding = randomBytes(24).toString('base64url');
      this.made.set(context, binding);
      this.cookies.set(context, 'form', binding);
    }
    return this.fieldFor(binding);
  }

  /** The same when the cookie is known already, e.g. just set. */
  fieldFor(binding: string): Html {
    return html`<input type="hidden" name="csrf" value="${this.keyring.digest(purpose, binding)}" />`;
  }

  /** Throws `form-expired` unless the form was ours and of this browser. */
  check(req: IncomingMessage, csrf: string | undefined): void {
    const binding = this.bindingOf(req);
    const { origin, 'sec-fetch-site': site } = req.headers;
    const ours =
      origin === undefined
        ? site === undefined || site === 'same-origin'
        : this.hosts.isOwnOrigin(req, origin);
    if (!ours || binding === undefined || csrf === undefined || !this.keyring.matches(purpose, binding, csrf))
      throw new Problem('form-expired');
  }

  private bindingOf(req: IncomingMessage): string | undefined {
    return this.cookies.read(req, 'session') ?? this.cookies.read(req, 'form');
  }
}
