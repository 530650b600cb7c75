import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { AppState } from '../../apps/document/app.js';
import { AppSecretVault } from '../../apps/secrets/app-secret-vault.js';
import { newId } from '../../kernel/id.js';
import { isJsonObject, type JsonValue } from '../../kernel/json/json.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Logger } from '../../platform/logging/logger.js';
import { RunOwners } from '../runs/run-owners.service.js';
import { RunStarter } from '../runs/run-starter.service.js';
import type { Run } from '../runs/run.js';
import { deliveryIdOf, isSigned, type Delivery } from './delivery.js';
import type { WorkflowHook } from './hook.js';

const longestId = 200;

/** What comes of a delivery. */
export type DeliveryOutcome = { readonly run: Run } | { readonly challenge: string };

/** Begins runs for what is sent to webhooks. */
@Injectable()
export class Deliveries {
  constructor(
    private readonly apps: AppConfigs,
    private readonly vault: AppSecretVault,
    private readonly owners: RunOwners,
    private readonly starter: RunStarter,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * The run that the delivery begins, the same when it comes again; or what Slack asks for to see whether the address is ours. Throws
   * `hook-not-found` when the app is gone, `webhook-signature-invalid`, and what beginning a run throws.
   */
  async take(hook: WorkflowHook, delivery: Delivery): Promise<DeliveryOutcome> {
    const state = await this.apps.find(hook.appId);
    if (state === undefined) throw new Problem('hook-not-found');
    this.requireSignature(state, hook, delivery);
    const { value } = delivery;
    const asked = hook.verify?.kind === 'slack' ? challengeIn(value) : undefined;
    if (asked !== undefined) return { challenge: asked.slice(0, 500) };
    const id = deliveryIdOf(hook.verify?.kind, delivery);
    const start = {
      ...{ kind: 'webhook' as const, hookId: hook.id },
      ...(id === undefined ? {} : { delivery: id.slice(0, longestId) }),
    };
    const owner = await this.owners.ofTrigger(state, undefined);
    const ask = () =>
      this.starter.prepare(state, hook.workflow, value as JsonValue, { ...owner, depth: 1, start });
    // Without a name of its own a delivery comes once.
    try {
      const startKey = keyOf(hook, id ?? newId('none'));
      return { run: await this.starter.startOnce({ startKey, bodyKey: bodyKeyOf(hook, delivery) }, ask) };
    } catch (error) {
      throw Problem.from(error).code === 'app-not-found' ? new Problem('hook-not-found') : error;
    }
  }

  private requireSignature(
    { app, secrets }: AppState,
    { id, verify }: WorkflowHook,
    delivery: Delivery,
  ): void {
    if (verify === null) return;
    const sealed = secrets.get(verify.secret)?.sealed;
    if (sealed === undefined) this.logger.warn('webhook.no-secret', { hook: id, name: verify.secret });
    else if (
      isSigned(verify.kind, this.vault.open(app.id, verify.secret, sealed), delivery, this.clock.now())
    )
      return;
    throw new Problem('webhook-signature-invalid');
  }
}

function challengeIn(value: unknown): string | undefined {
  if (!isJsonObject(value) || value['type'] !== 'url_verification') return undefined;
  return typeof value['challenge'] === 'string' ? value['challenge'] : '';
}

/** Of senders that sign the body only: their names of deliveries, and the time, can be anything. */
function bodyKeyOf({ id, verify }: WorkflowHook, { bytes }: Delivery): string | null {
  if (verify?.kind !== 'github' && verify?.kind !== 'hmac-sha256') return null;
  return createHash('sha256').update(`${id} body `).update(bytes).digest('hex');
}

function keyOf({ id }: WorkflowHook, delivery: string): string {
  return createHash('sha256').update(`${id} ${delivery}`).digest('hex');
}
