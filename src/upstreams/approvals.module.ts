import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppsModule } from '../apps/apps.module.js';
import { ApprovalBook } from './approvals/approval-book.port.js';
import { ApprovalEvents } from './approvals/approval-events.service.js';
import { ApprovalInbox } from './approvals/approval-inbox.service.js';
import { ApprovalMetrics } from './approvals/approval-metrics.js';
import { ApprovalNews } from './approvals/approval-news.service.js';
import { ApprovalPage } from './approvals/approval.page.js';
import { ApprovalUpkeep } from './approvals/approval-upkeep.service.js';
import { ApprovalViews } from './approvals/approval-views.page.js';
import { ApprovalEntity } from './approvals/approval.entity.js';
import { Approvals } from './approvals/approvals.service.js';
import { ApprovalsController } from './approvals/approvals.controller.js';
import { CallerNames } from './approvals/caller-names.service.js';
import { PresentApprovers } from './approvals/present-approvers.js';
import { SealedArguments } from './approvals/sealed-arguments.service.js';
import { TypeormApprovalBook } from './approvals/typeorm-approval-book.repository.js';

/** Calls that people are asked about. */
@Module({
  imports: [AppsModule, TypeOrmModule.forFeature([ApprovalEntity])],
  controllers: [ApprovalsController, ApprovalPage],
  providers: [
    ...[
      ApprovalEvents,
      ApprovalInbox,
      ApprovalMetrics,
      ApprovalNews,
      ApprovalUpkeep,
      ApprovalViews,
      Approvals,
    ],
    ...[CallerNames, PresentApprovers, SealedArguments],
    { provide: ApprovalBook, useClass: TypeormApprovalBook },
  ],
  exports: [ApprovalBook, ApprovalInbox, ApprovalNews, Approvals, PresentApprovers],
})
export class ApprovalsModule {}
