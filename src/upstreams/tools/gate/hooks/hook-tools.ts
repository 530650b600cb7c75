import { Injectable } from '@nestjs/common';
import type { AppState } from '../../../../apps/document/app.js';
import type { JsonObject } from '../../../../kernel/json/json.js';
import type { HookedCall } from '../call-hook.js';
import { HookFailure } from './hook-decision.js';
import type { WrittenHook } from './written-hook.js';

/** Calls the tool of a hook, `tool@server`: one of the app, or without one of the operator's. */
export type HookToolCaller = (
  written: WrittenHook,
  app: AppState | undefined,
  call: HookedCall,
  question: JsonObject,
  signal: AbortSignal,
) => Promise<unknown>;

/** Where tools that are hooks are called: by what itself stands behind the gate, and says so when it is there. */
@Injectable()
export class HookTools {
  private caller: HookToolCaller | undefined;

  register(caller: HookToolCaller): void {
    this.caller = caller;
  }

  ask: HookToolCaller = async (...asked) => {
    if (this.caller === undefined) throw new HookFailure('is a tool that cannot be called yet');
    return this.caller(...asked);
  };
}
