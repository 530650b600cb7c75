import { Injectable } from '@nestjs/common';
import { People } from '../../../../accounts/people/people.service.js';
import type { Role } from '../../../../kernel/principal.js';
import type { RuleCaller } from '../rules/rule-caller.js';

const roles: readonly Role[] = ['owner', 'admin', 'member'];

/** Callers by what rules call them. */
@Injectable()
export class TriedCallers {
  constructor(private readonly people: People) {}

  /** `named`: `key:<name>`, `user:<email>`, who has the role of that person too, `role:<role>` or `client:<name>`. */
  async find(accountId: string, named: string): Promise<RuleCaller> {
    const [kind = '', ...rest] = named.split(':');
    const name = rest.join(':');
    if (kind === 'user') return this.person(accountId, name.toLowerCase());
    const role = kind === 'role' ? roles.find((one) => one === name) : undefined;
    return {
      names: [named],
      shown: {
        ...{ kind: kind === 'client' || kind === 'key' ? kind : 'user', id: name },
        ...(kind === 'role' ? {} : { name }),
        ...(role === undefined ? {} : { role }),
      },
    };
  }

  private async person(accountId: string, email: string): Promise<RuleCaller> {
    const member = await this.people.findMember(email, accountId);
    return {
      names: [`user:${email}`, ...(member === undefined ? [] : [`role:${member.role}`])],
      shown: {
        ...{ kind: 'user', id: member?.user.id ?? email, email },
        ...(member === undefined ? {} : { name: member.user.name, role: member.role }),
      },
    };
  }
}
