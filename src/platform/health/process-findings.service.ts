import { Injectable, type OnModuleInit } from '@nestjs/common';
import { statfs } from 'node:fs/promises';
import { Config } from '../config/config.js';
import { tightenDataFolder } from '../database/data-folder.js';
import { Database } from '../database/database.js';
import { Doctor, type Finding } from './doctor.service.js';

/** Below this, and below a twentieth of the disk, somebody should look. */
const littleBytes = 1_073_741_824;

/** What can be wrong with the process, its address, its disk and its database. */
@Injectable()
export class ProcessFindings implements OnModuleInit {
  constructor(
    private readonly doctor: Doctor,
    private readonly config: Config,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.doctor.checkWith(() => this.addressFindings());
    this.doctor.checkWith(() => this.folderFindings());
    this.doctor.checkWith(() => this.databaseFindings());
  }

  private addressFindings(): Finding[] {
    const { HOST, PUBLIC_URL, METRICS_PUBLIC } = this.config.values;
    const isOpen = HOST === '0.0.0.0' || HOST === '::';
    const { protocol, hostname } = new URL(this.config.publicUrl);
    const isLocal = /^(localhost|127\..*|\[::1\])$|\.localhost$/.test(hostname);
    const findings: Finding[] = [];
    if (isOpen && PUBLIC_URL === undefined)
      findings.push({
        title: 'The gateway does not know its own address',
        detail: `It listens on ${HOST}, and PUBLIC_URL is not set: links and OAuth say ${this.config.publicUrl}.`,
        about: 'gateway',
        remedy: 'Set PUBLIC_URL to the address that people use.',
      });
    else if (protocol === 'http:' && !isLocal)
      findings.push({
        title: 'The address is not encrypted',
        detail: `${this.config.publicUrl} is http: tokens and passwords can be read on the way, and browsers refuse the console.`,
        about: 'gateway',
        remedy: 'Put a proxy with https in front, and name its address in PUBLIC_URL.',
      });
    if (METRICS_PUBLIC && !isLocal)
      findings.push({
        title: 'Everybody can read the metrics',
        detail: 'METRICS_PUBLIC is true.',
        about: 'gateway',
        remedy:
          'Leave it out and give your collector a token of the operator, or keep /metrics from the network.',
      });
    return findings;
  }

  private async folderFindings(): Promise<Finding[]> {
    const { DATA_DIR } = this.config.values;
    const open = tightenDataFolder(DATA_DIR).map((path): Finding => ({
      title: 'The data folder is open to others',
      detail: `${path} can be read by other users of the machine.`,
      about: 'gateway',
      remedy: `chmod go= ${path}`,
    }));
    const { bavail, blocks, bsize } = await statfs(DATA_DIR);
    const left = bavail * bsize;
    const isLittle = left < littleBytes && left * 20 < blocks * bsize;
    if (!isLittle) return open;
    return [
      ...open,
      {
        title: 'The disk is nearly full',
        detail: `${String(Math.round(left / 1_048_576))} MiB are left where ${DATA_DIR} is.`,
        about: 'gateway',
        remedy: 'Make room: nothing can be saved once it is full.',
      },
    ];
  }

  private async databaseFindings(): Promise<Finding[]> {
    if (await this.database.isReachable()) return [];
    return [
      {
        title: 'The database cannot be reached',
        about: 'gateway',
        remedy: 'See whether it runs and whether DATABASE_URL is right; calls that need nothing of it go on.',
      },
    ];
  }
}
