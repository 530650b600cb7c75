import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppConfigs } from '../../../apps/app/app-configs.service.js';
import { CallScope } from '../../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { endUnanswerable } from '../../../mcp/wire/question.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { ApprovalNews } from '../../approvals/approval-news.service.js';
import { approvalUrl } from '../../approvals/approval-problems.js';
import { shownName, type KeptApproval } from '../../approvals/approval.js';
import type { CallToApprove, PolicyNotice } from '../../approvals/call-to-approve.js';
import { OperatorServers } from '../../declared/operator-servers.service.js';
import type { RegisteredServer } from '../../declared/registered-server.js';
import { TenantServers } from '../../declared/tenant-servers.service.js';
import { CallGate } from '../gate/call-gate.service.js';
import { Upstreams } from '../upstreams.service.js';
import { NoticePost } from './notice-post.adapter.js';

/** Tells those whom `policies.notify` names of calls that wait. A notice that cannot be given holds nothing up. */
@Injectable()
export class ApprovalNotices implements OnModuleInit {
  constructor(
    private readonly news: ApprovalNews,
    private readonly apps: AppConfigs,
    private readonly tenants: TenantServers,
    private readonly operators: OperatorServers,
    private readonly gate: CallGate,
    private readonly upstreams: Upstreams,
    private readonly post: NoticePost,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.news.onAsked((approval, call) => {
      for (const notice of call.notices)
        this.tell(notice, approval, call).catch((error: unknown) => {
          this.logger.warn('approval.notice-failed', { approval: approval.id, error });
        });
    });
  }

  private async tell(notice: PolicyNotice, approval: KeptApproval, call: CallToApprove): Promise<void> {
    const facts = factsOf(approval, this.config.publicUrl);
    const { by, url, tool, on } = notice;
    const given = notice.with === undefined ? undefined : (filled(notice.with, facts) as JsonObject);
    if (url !== undefined) {
      const body = { on, approval: facts, ...(given === undefined ? {} : { with: given }) };
      await this.post.send(url, body, by === 'operator' ? 'operator' : 'tenant');
    }
    if (tool !== undefined) await this.call(tool, given ?? facts, notice, call);
  }

  /** As whoever asks. A tool that needs an approval itself is not called: nobody would be told of that one. */
  private async call(
    tool: string,
    args: JsonObject,
    { by }: PolicyNotice,
    { caller, server }: CallToApprove,
  ): Promise<void> {
    const [name = '', handle = ''] = tool.split('@');
    const found =
      by === 'operator' ? this.operators.find(handle) : await this.serverOf(server.app?.id, handle);
    if (found === undefined) throw new Problem('server-not-found', `There is no server "${handle}".`);
    const scope = CallScope.of(caller.owner.accountId, 'approval-notice');
    const admitted = await this.gate.admit(caller, { server: found, name, arguments: args }, scope);
    const call = { arguments: admitted.arguments, onQuestion: endUnanswerable };
    const { message } = await this.upstreams.call(admitted, call, scope);
    if (message.result?.['isError'] === true) throw new Error(`the tool ${tool} failed`);
  }

  private async serverOf(appId: string | undefined, name: string): Promise<RegisteredServer | undefined> {
    const state = appId === undefined ? undefined : await this.apps.find(appId);
    return state === undefined ? undefined : this.tenants.find(state, name);
  }
}

/** What is told: who wants what, and where to decide. Arguments may hold what is nobody else's business. */
function factsOf(approval: KeptApproval, publicUrl: string): Readonly<Record<string, string>> {
  const { id, server, tool, caller, expiresAt } = approval;
  return {
    ...{ id, server, tool, url: approvalUrl(approval, publicUrl) },
    caller: shownName(caller),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

/** A value with facts in the place of their names. */
function filled(value: unknown, facts: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\$\{(\w{1,20})\}/g, (whole, name: string) =>
      Object.hasOwn(facts, name) ? String(facts[name]) : whole,
    );
  if (Array.isArray(value)) return value.map((member) => filled(member, facts));
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filled(member, facts)]))
    : value;
}
