import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Doctor, type Finding } from '../../../platform/health/doctor.service.js';
import { AuditOutbox } from './audit-outbox.port.js';
import { AuditSink } from './audit-sink.port.js';

/** Says when the sink takes nothing, whichever process has tried. */
@Injectable()
export class AuditSinkFindings implements OnModuleInit {
  constructor(
    private readonly doctor: Doctor,
    private readonly outbox: AuditOutbox,
    @Inject(AuditSink) private readonly sink: AuditSink | undefined,
  ) {}

  onModuleInit(): void {
    const { sink } = this;
    if (sink !== undefined) this.doctor.checkWith(() => this.findings(sink));
  }

  private async findings({ name }: AuditSink): Promise<Finding[]> {
    const trouble = await this.outbox.trouble();
    if (trouble === undefined) return [];
    const { failure, since, waiting } = trouble;
    return [
      {
        title: 'The audit sink takes no events',
        detail: `${name}: ${failure}. It has been so since ${new Date(since).toISOString()}; ${String(waiting)} events wait.`,
        about: 'gateway',
        remedy:
          'See that it runs, is right in AUDIT_SINK and lets the gateway in (AUDIT_SINK_HEADERS). The events are kept until it has them.',
      },
    ];
  }
}
