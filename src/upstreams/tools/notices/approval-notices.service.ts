import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppConfigs } from '../../../apps/app/app-configs.service.js';
import { toolOfReference } from '../../../apps/document/policies/hooks.schema.js';
import { CallScope } from '../../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { ApprovalNews } from '../../approvals/approval-news.service.js';
import { approvalUrl } from '../../approvals/approval-problems.js';
import { shownName, type KeptApproval } from '../../approvals/approval.js';
import type { CallToApprove, PolicyNotice } from '../../approvals/call-to-approve.js';
import { PolicyCalls } from '../policy-calls.service.js';
import { NoticePost } from './notice-post.adapter.js';
import { NoticeRecords } from './notice-records.service.js';

/** Sends the notices of `policies.notify` when a call begins to wait. A notice that fails delays nothing. */
@Injectable()
export class ApprovalNotices implements OnModuleInit {
  constructor(
    private readonly news: ApprovalNews,
    private readonly apps: AppConfigs,
    private readonly calls: PolicyCalls,
    private readonly records: NoticeRecords,
    private readonly post: NoticePost,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.news.onAsked((approval, call) => {
      void this.records.record(approval, call.caller.principal, (scope) =>
        Promise.all(call.notices.map((notice) => this.send(notice, approval, call, scope.detached()))),
      );
    });
  }

  /** Logs what stands against it. */
  private async send(
    notice: PolicyNotice,
    approval: KeptApproval,
    call: CallToApprove,
    scope: CallScope,
  ): Promise<void> {
    try {
      await this.tell(notice, approval, call, scope);
    } catch (error) {
      const { by, pointer, appId, savedBy } = notice.cause;
      const cause = { by, pointer, appId, savedBy };
      this.logger.warn('approval.notice-failed', { approval: approval.id, ...cause, error });
    }
  }

  private async tell(
    notice: PolicyNotice,
    approval: KeptApproval,
    call: CallToApprove,
    scope: CallScope,
  ): Promise<void> {
    const facts = factsOf(approval, this.config.publicUrl);
    const { cause, url, tool, on } = notice;
    const given = notice.with === undefined ? undefined : (filled(notice.with, facts) as JsonObject);
    if (url !== undefined) {
      const body = { on, approval: facts, ...(given === undefined ? {} : { with: given }) };
      await this.post.send(url, body, cause.by === 'operator' ? 'operator' : 'tenant');
    }
    if (tool !== undefined) await this.call(tool, given ?? facts, notice, call, scope);
  }

  /** A tool that needs an approval itself is not called: nobody would learn of that one. */
  private async call(
    reference: string,
    args: JsonObject,
    { cause }: PolicyNotice,
    { caller, server }: CallToApprove,
    scope: CallScope,
  ): Promise<void> {
    const app = cause.by === 'app' ? await this.apps.find(server.app?.id ?? '') : undefined;
    if (cause.by === 'app' && app === undefined) throw new Problem('app-not-found');
    const found = this.calls.serverOf(reference, app);
    const { tool } = toolOfReference(reference);
    const { message } = await this.calls.make({ cause, server: found, tool, arguments: args, caller }, scope);
    if (message.result?.['isError'] === true) throw new Error(`the tool ${reference} failed`);
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
