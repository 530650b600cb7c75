import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../../../../apps/app/app-configs.service.js';
import type { JsonObject } from '../../../../kernel/json/json.js';
import type { HookedCall } from '../call-hook.js';
import { HookAddresses } from './hook-addresses.service.js';
import { HookFailure } from './hook-decision.js';
import { HookSecrets } from './hook-secrets.service.js';
import { HookTools } from './hook-tools.js';
import type { WrittenHook } from './written-hook.js';

/** Gets the answers of hooks, whatever they are worth. */
@Injectable()
export class HookAnswers {
  constructor(
    private readonly apps: AppConfigs,
    private readonly secrets: HookSecrets,
    private readonly addresses: HookAddresses,
    private readonly tools: HookTools,
  ) {}

  /** Throws whatever stands against it. */
  async get(
    written: WrittenHook,
    call: HookedCall,
    question: JsonObject,
    signal: AbortSignal,
  ): Promise<unknown> {
    const { hook, by } = written;
    const { url, secret } = hook;
    const app = by === 'app' ? await this.apps.find(call.server.app?.id ?? '') : undefined;
    if (by === 'app' && app === undefined) throw new HookFailure('is of an app that is gone');
    if (url === undefined) return this.tools.ask(written, app, call, question, signal);
    const trust = app === undefined ? 'operator' : 'tenant';
    const key = secret === undefined || app === undefined ? secret : this.secrets.filled(app, secret, url);
    const { accountId } = call.caller.principal;
    return this.addresses.ask({ url, secret: key, signal, trust, accountId }, question);
  }
}
