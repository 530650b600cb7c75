import type { WorkflowHook } from './hook.js';

/** Keeps webhooks. Writes join the transaction that is open. */
export abstract class HookStore {
  abstract insert(hook: WorkflowHook): Promise<void>;
  /** The one whose secret has one of these digests. */
  abstract findByDigest(digests: readonly string[]): Promise<WorkflowHook | undefined>;
  /** Of one workflow, newest first. */
  abstract list(appId: string, workflow: string): Promise<WorkflowHook[]>;
  /** Until the transaction that is open ends, nobody else adds one to the app. */
  abstract lock(appId: string): Promise<void>;
  abstract count(appId: string): Promise<number>;
  /** `false` when the workflow has no such hook. */
  abstract remove(hook: Pick<WorkflowHook, 'id' | 'appId' | 'workflow'>): Promise<boolean>;
}
