import type { Context } from 'node:vm';

export declare class JsonataRealm {
  constructor(settings: { stack: number; sequence: number; maxResultBytes: number });
  readonly context: Context;
  evaluate(job: string): string;
}
