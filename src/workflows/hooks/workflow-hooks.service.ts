import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { Origin } from '../../accounts/audit/audit.service.js';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { AppTransactions } from '../../apps/app/app-transactions.service.js';
import { newId } from '../../kernel/id.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Keyring } from '../../platform/security/keyring.js';
import { AppWorkflows } from '../catalog/app-workflows.service.js';
import { HookStore } from './hook-store.port.js';
import type { HookVerification, WorkflowHook } from './hook.js';

const purpose = 'workflow hook';

/** A new hook: its secret is shown now and never again. */
export interface IssuedHook {
  readonly hook: WorkflowHook;
  readonly secret: string;
}

/** The webhooks of workflows: made, listed and removed by people who may change the app, found by their secret. */
@Injectable()
export class WorkflowHooks {
  constructor(
    private readonly apps: AppConfigs,
    private readonly workflows: AppWorkflows,
    private readonly store: HookStore,
    private readonly transactions: AppTransactions,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Throws `app-not-found`, `workflow-not-found`, `too-many-hooks`, `invalid-request` for a secret that the app does not have. */
  async create(
    principal: UserPrincipal,
    app: string,
    { workflow, verify }: Pick<WorkflowHook, 'workflow' | 'verify'>,
    origin: Origin,
  ): Promise<IssuedHook> {
    const state = await this.apps.getManaged(principal, app);
    this.workflows.get(state, workflow);
    requireSecret(verify, state.secrets);
    const secret = randomBytes(32).toString('base64url');
    const hook: WorkflowHook = {
      ...{ id: newId('hook'), appId: state.app.id, workflow, verify },
      digest: this.keyring.digest(purpose, secret),
      ...{ createdBy: principal.userId, createdAt: this.clock.now() },
    };
    return this.transactions.run(principal, state.app.id, origin, async (record) => {
      const { MAX_WEBHOOKS } = this.config.values;
      await this.store.lock(state.app.id);
      if ((await this.store.count(state.app.id)) >= MAX_WEBHOOKS)
        throw new Problem('too-many-hooks', `The app has ${String(MAX_WEBHOOKS)} webhooks (MAX_WEBHOOKS).`);
      await this.store.insert(hook);
      await record({ action: 'hook.created', details: { hook: hook.id, workflow } });
      return { hook, secret };
    });
  }

  /** Newest first. Throws `app-not-found`. */
  async list(principal: UserPrincipal, app: string, workflow: string): Promise<readonly WorkflowHook[]> {
    return this.store.list((await this.apps.getReadable(principal, app)).app.id, workflow);
  }

  /** From now on nothing begins at its address. Throws `app-not-found`, `hook-not-found`. */
  async remove(
    principal: UserPrincipal,
    app: string,
    { id, workflow }: Pick<WorkflowHook, 'id' | 'workflow'>,
    origin: Origin,
  ): Promise<void> {
    const appId = (await this.apps.getManaged(principal, app)).app.id;
    await this.transactions.run(principal, appId, origin, async (record) => {
      if (!(await this.store.remove({ id, appId, workflow }))) throw new Problem('hook-not-found');
      await record({ action: 'hook.removed', details: { hook: id, workflow } });
    });
  }

  /** The hook whose address has this secret. Throws `hook-not-found`. */
  async getBySecret(secret: string): Promise<WorkflowHook> {
    const hook = await this.store.findByDigest(this.keyring.digests(purpose, secret));
    if (hook === undefined) throw new Problem('hook-not-found');
    return hook;
  }
}

function requireSecret(verify: HookVerification | null, secrets: ReadonlyMap<string, unknown>): void {
  if (verify === null || secrets.has(verify.secret)) return;
  throw new Problem('invalid-request', undefined, {
    errors: [{ pointer: '/verify/secret', detail: `names ${verify.secret}, which is no secret of the app` }],
  });
}
