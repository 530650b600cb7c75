import { Injectable } from '@nestjs/common';
import { isOperator, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { RequestContext } from '../http/request-context.js';
import { AccountNames } from './account-names.port.js';
import type { NamedAccount } from './named-account.js';

/** Sees to it that whoever names an account is answered for no other one. */
@Injectable()
export class NamedAccounts {
  constructor(private readonly names: AccountNames) {}

  /**
   * Throws `account-not-found` for an account that the caller does not speak for, whether or not there is one, and `invalid-request` when header and query name
   * two. Operators may name any account in the query, where an operation is for that.
   */
  async require(
    principal: Principal,
    { header, query }: NamedAccount,
    context: RequestContext,
  ): Promise<void> {
    const isOwn = (named: string) => this.names.isNamed(principal.accountId, named);
    if (header !== undefined && !(await isOwn(header))) throw unknownAccount();
    if (query === undefined || query === header || (await isOwn(query))) return;
    if (header !== undefined) throw new Problem('invalid-request', undefined, { errors: [differing] });
    if (!isOperator(principal)) throw unknownAccount();
    context.namesOtherAccount = true;
  }
}

const differing = { pointer: '/account', detail: 'X-Account and ?account= name two accounts.' };

function unknownAccount(): Problem {
  return new Problem('account-not-found', 'There is no such account of the caller.');
}
