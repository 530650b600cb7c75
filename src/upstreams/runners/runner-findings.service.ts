import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import { Config } from '../../platform/config/config.js';
import { Doctor, type Finding } from '../../platform/health/doctor.service.js';
import { commonEnvironment } from './child-environment.js';
import { groupFault } from './group-fault.js';
import { isRootUser, nobody } from './other-users.js';
import { SandboxCheck } from './sandbox-check.js';

/** What can be wrong with that by which stdio servers are to be held in, before one of them is started. */
@Injectable()
export class RunnerFindings implements OnModuleInit {
  constructor(
    private readonly doctor: Doctor,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.doctor.checkWith(() => this.sandboxFindings());
    this.doctor.checkWith(() => this.groupFindings());
  }

  private async sandboxFindings(): Promise<Finding[]> {
    const { STDIO_SANDBOX, SANDBOX_TMP_BYTES: tmpBytes } = this.config.values;
    if (STDIO_SANDBOX !== 'bwrap') return [];
    const as = isRootUser() ? nobody : undefined;
    try {
      await new SandboxCheck().require(as, { hasNetwork: true, tmpBytes }, commonEnvironment()['PATH']);
      return [];
    } catch (error) {
      return [
        {
          title: 'No stdio server can be started',
          detail: `STDIO_SANDBOX is bwrap. ${LinkFailure.from(error).message}`,
          about: 'gateway',
          remedy: 'Make sandboxes possible, or say STDIO_SANDBOX=none: nothing holds servers in then.',
        },
      ];
    }
  }

  private async groupFindings(): Promise<Finding[]> {
    const { STDIO_CGROUP } = this.config.values;
    const fault = STDIO_CGROUP === undefined ? undefined : await groupFault(STDIO_CGROUP);
    if (fault === undefined) return [];
    return [
      {
        title: 'Memory and processors of stdio servers cannot be bounded',
        detail: `STDIO_CGROUP cannot be divided: ${fault}.`,
        about: 'gateway',
        remedy:
          'Give the gateway a group of its own with both: under systemd with Delegate=cpu memory and ProtectControlGroups=no. Until then servers with run.memoryMb or run.cpu do not start.',
      },
    ];
  }
}
