import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { FileLock } from './file-lock.js';

/** The lock of the one process that carries out the runs of workflows of a data folder. */
@Injectable()
export class ExclusiveLock extends FileLock {
  constructor({ values }: Config) {
    super(values.DATA_DIR, 'workflows.lock');
  }
}
