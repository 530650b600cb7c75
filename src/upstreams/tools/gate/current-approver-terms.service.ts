import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppConfigs } from '../../../apps/app/app-configs.service.js';
import type { KeptApproval } from '../../approvals/approval.js';
import type { ApproverTerms } from '../../approvals/deciders.js';
import { PresentApprovers } from '../../approvals/present-approvers.js';
import { OperatorServers } from '../../declared/operator-servers.service.js';
import { TenantServers } from '../../declared/tenant-servers.service.js';
import { approverTermsOf } from './call-approvals.service.js';
import { workflowServerOf } from './trial/tried-tools.service.js';

/** Finds what the present policies say about who decides, for calls that wait already. */
@Injectable()
export class CurrentApproverTerms implements OnModuleInit {
  constructor(
    private readonly approvers: PresentApprovers,
    private readonly apps: AppConfigs,
    private readonly tenants: TenantServers,
    private readonly operator: OperatorServers,
  ) {}

  onModuleInit(): void {
    this.approvers.register((approval) => this.find(approval));
  }

  private async find({ server: handle, appId }: KeptApproval): Promise<readonly ApproverTerms[] | undefined> {
    const dot = handle.indexOf('.');
    if (dot < 0) {
      const server = this.operator.find(handle);
      return server && approverTermsOf(server);
    }
    const state = appId === null ? undefined : await this.apps.find(appId);
    if (state === undefined) return undefined;
    const name = handle.slice(dot + 1);
    const workflows = workflowServerOf(state);
    const server = name === workflows.definition.name ? workflows : this.tenants.find(state, name);
    return server && approverTermsOf(server);
  }
}
