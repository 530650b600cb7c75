import { Injectable } from '@nestjs/common';
import { People } from '../../../../accounts/people/people.service.js';
import { AppConfigs } from '../../../../apps/app/app-configs.service.js';
import type { AppState } from '../../../../apps/document/app.js';
import type { JsonObject } from '../../../../kernel/json/json.js';
import type { UserPrincipal } from '../../../../kernel/principal.js';
import { Problem } from '../../../../kernel/problems/problem.js';
import { TenantServers } from '../../../declared/tenant-servers.service.js';
import { ToolPolicy } from '../../../declared/tool-policy.js';
import type { GatedServer } from '../call-hook.js';
import type { RuleCaller } from './rule-caller.js';
import type { RuleJudgement } from './rule-judgement.js';
import { Rules } from './rules.service.js';

/** A call that nobody makes. */
interface TriedCall {
  /** `key:<name>`, `user:<email>`, `role:<role>` or `client:<name>`. */
  readonly caller: string;
  /** As callers of the app know it. */
  readonly tool: string;
  readonly arguments?: JsonObject | undefined;
}

const workflows = 'workflow';

/** Asks the rules about a call without making it. */
@Injectable()
export class PolicyTrial {
  constructor(
    private readonly apps: AppConfigs,
    private readonly servers: TenantServers,
    private readonly people: People,
    private readonly rules: Rules,
  ) {}

  /** Throws `app-not-found`, and `tool-not-found` when the name is none that a tool of the app could have. */
  async try(principal: UserPrincipal, app: string, call: TriedCall): Promise<RuleJudgement> {
    const state = await this.apps.getManaged(principal, app);
    const { server, tool } = this.target(state, call.tool);
    return this.rules.judge({
      ...{ accountId: principal.accountId, server, tool, arguments: call.arguments ?? {} },
      caller: () => this.caller(principal.accountId, call.caller),
    });
  }

  private target(state: AppState, name: string): { readonly server: GatedServer; readonly tool: string } {
    const [serverName = '', ...rest] = name.split('__');
    const known = this.servers.find(state, serverName);
    const shown = rest.join('__');
    const tool = known === undefined ? shown : known.policy.originalOf(shown);
    if (shown === '' || tool === undefined || (known === undefined && serverName !== workflows))
      throw new Problem('tool-not-found', `No tool of the app can be called "${name.slice(0, 100)}".`);
    return { server: known ?? workflowsOf(state), tool };
  }

  private async caller(accountId: string, named: string): Promise<RuleCaller> {
    const [kind = '', ...rest] = named.split(':');
    const name = rest.join(':');
    if (kind !== 'user')
      return { names: [named], shown: { kind: kind === 'client' ? 'client' : 'key', id: name, name } };
    const email = name.toLowerCase();
    const member = await this.people.findMember(email, accountId);
    return {
      names: [`user:${email}`, ...(member === undefined ? [] : [`role:${member.role}`])],
      shown: {
        kind: 'user',
        id: member?.user.id ?? email,
        email,
        ...(member === undefined ? {} : { name: member.user.name, role: member.role }),
      },
    };
  }
}

/** What the workflows of an app are as tools, as far as rules are about it. */
function workflowsOf({ app, config }: AppState): GatedServer {
  return {
    ...{
      id: `${app.id} ${workflows}`,
      handle: `${app.slug}.${workflows}`,
      label: workflows,
      trust: 'tenant',
    },
    ...{ credentials: [], policy: new ToolPolicy({}), definition: { name: workflows } },
    app: { id: app.id, slug: app.slug, policies: config.policies ?? {} },
  };
}
