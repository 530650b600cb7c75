import { Injectable } from '@nestjs/common';
import { foreignJsonDepth } from '../../../kernel/json/foreign/foreign-json.js';
import { NestsTooDeeply, printingJson } from '../../../kernel/json/foreign/json-printing.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import { inSlices } from '../../../kernel/pacing/slices.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { KeptResults, type ResultOrigin } from '../../../platform/results/kept-results.service.js';
import { resultAddress } from '../../../platform/results/result-address.js';
import type { ResultShape } from '../../../apps/document/server-options.schema.js';
import type { CallHook, GatedServer, HookedCall, HookPhase, ResponseDecision } from '../gate/call-hook.js';
import { cuttingResult, fittingIn } from './cut-result.js';
import { ResultPicks } from './result-picks.service.js';

/** Shows results as `tools.shape` of their server says, after all else has been decided about them. */
@Injectable()
export class ResultShaper implements CallHook {
  readonly methods = ['tools/call'];
  readonly showsLess = true;

  constructor(
    private readonly picks: ResultPicks,
    private readonly kept: KeptResults,
  ) {}

  concerns({ policy }: GatedServer, _method: string, _phase: HookPhase, name: string | undefined): boolean {
    return name === undefined ? policy.isShaping : policy.shapesOf(name).length > 0;
  }

  async response(call: HookedCall, result: JsonObject): Promise<ResponseDecision> {
    // A question to the caller is no result yet.
    if (result['resultType'] === 'input_required') return { kind: 'pass' };
    const { name } = call.params;
    if (typeof name !== 'string')
      return { kind: 'refused', problem: new Problem('result-not-shaped', 'Nobody has asked for it.') };
    const shapes = call.server.policy.shapesOf(name);
    const shown = await this.shown(call, shapes, result).catch((error: unknown) => {
      throw error instanceof NestsTooDeeply
        ? new Problem('result-not-shaped', `The result ${error.message}.`, { cause: error })
        : error;
    });
    return shown === result ? { kind: 'pass' } : { kind: 'changed', value: shown };
  }

  private async shown(
    call: HookedCall,
    shapes: readonly ResultShape[],
    result: JsonObject,
  ): Promise<JsonObject> {
    const picked = await this.picked(call, shapes, result);
    return this.bounded(call, shapes, picked, result);
  }

  /** What a tool says of its failure is not what an expression is for. */
  private async picked(
    { caller }: HookedCall,
    shapes: readonly ResultShape[],
    result: JsonObject,
  ): Promise<JsonObject> {
    let shown = result;
    for (const { pick } of shapes)
      if (pick !== undefined && result['isError'] !== true)
        shown = await this.picks.pick(caller.principal.accountId, pick, shown);
    return shown;
  }

  private async bounded(
    { caller, server, params }: HookedCall,
    shapes: readonly ResultShape[],
    shown: JsonObject,
    whole: JsonObject,
  ): Promise<JsonObject> {
    const bounds = shapes.flatMap(({ maxBytes }) => maxBytes ?? []);
    const maxBytes = Math.min(...bounds);
    if (bounds.length === 0 || (await inSlices(fittingIn(shown, maxBytes)))) return shown;
    if (shapes.some(({ overflow }) => overflow === 'cut'))
      return inSlices(cuttingResult(shown, maxBytes, gone(maxBytes)));
    const text = await inSlices(printingJson(whole, { maxDepth: foreignJsonDepth, maxBytes: Infinity }));
    const id = text && (await this.kept.keep(caller.principal, originOf(server, params), text));
    const note = id === undefined || text === undefined ? noRoom : linkTo(id, Buffer.byteLength(text));
    return inSlices(cuttingResult(shown, maxBytes, note));
  }
}

function originOf({ handle, grantedAs = handle }: GatedServer, { name }: JsonObject): ResultOrigin {
  return { server: grantedAs, tool: String(name) };
}

/** Where the whole can be read. */
function linkTo(id: string, size: number): JsonObject {
  const description = 'The whole of this result, which was cut here';
  return {
    type: 'resource_link',
    uri: resultAddress(id),
    name: id,
    description,
    mimeType: 'application/json',
    size,
  };
}

function gone(maxBytes: number): JsonObject {
  return { type: 'text', text: `[cut to ${String(maxBytes)} bytes; ask for less to see all of it]` };
}

const noRoom = {
  type: 'text',
  text: '[cut, and not kept: the account has no room (ACCOUNT_KEPT_RESULTS, ACCOUNT_KEPT_RESULT_BYTES)]',
};
