import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { parseJsonBody, parsingJsonBody, type BodyNumbers } from '../../../kernel/json/json-body.js';
import { JsonMeter, type JsonLimits } from '../../../kernel/json/json-meter.js';
import { inSlices } from '../../../kernel/pacing/slices.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Config } from '../../config/config.js';
import { AccountUsage } from '../../usage/account-usage.service.js';
import { isForm, readBytes, requireJson, type BodyLimit, type BodyWatcher } from './body-bytes.js';
import { BodyShare } from './body-share.js';
import { hasBody } from '../answers/early-answer.js';
import { LargeBodyTurns } from './large-body-turns.js';
import type { RequestContext } from '../request-context.js';

/** Bodies of more bytes are taken up one at a time. */
const largeBytes = 65_536;
const nothing = Buffer.alloc(0);

/** A body, and its levels and values if they have been counted. */
export interface MeasuredBody {
  readonly bytes: Buffer;
  readonly meter?: JsonMeter;
}

/** A body as it came, for whoever checks its signature, and what it says. */
export interface SignedBody {
  readonly bytes: Buffer;
  /** JSON, or the members of a form. */
  readonly value: unknown;
}

/**
 * Reads request bodies, after it is decided that the request may pass: bounded in bytes and values, and by what the account may have under
 * way and send in a minute. All methods throw `unsupported-media-type`, `body-too-large`, `overloaded`, `rate-limited`.
 */
@Injectable()
export class BodyReader {
  private readonly jsonLimits: JsonLimits;
  private readonly configLimits: JsonLimits;
  private readonly turns = new LargeBodyTurns();

  constructor(
    private readonly config: Config,
    private readonly usage: AccountUsage,
  ) {
    const { MAX_JSON_DEPTH: maxDepth, MAX_JSON_ELEMENTS, MAX_CONFIG_ELEMENTS } = config.values;
    const of = (elementsVariable: JsonLimits['elementsVariable'], maxElements: number) => ({
      ...{ maxDepth, maxElements, elementsVariable },
    });
    this.jsonLimits = of('MAX_JSON_ELEMENTS', MAX_JSON_ELEMENTS);
    this.configLimits = of('MAX_CONFIG_ELEMENTS', MAX_CONFIG_ELEMENTS);
  }

  /** A JSON body; `undefined` when there is none. Throws `malformed-json`, `json-too-deep` too. */
  async json(
    req: IncomingMessage,
    context: RequestContext,
    numbers: BodyNumbers = 'refuse',
  ): Promise<unknown> {
    if (!hasBody(req)) return undefined;
    requireJson(req);
    const limits = isForConfigs(context) ? this.configLimits : this.jsonLimits;
    const meter = new JsonMeter(limits);
    const body = await this.read(req, context, this.limitOf(context), [watcherOf(meter)]);
    if (body.length === 0) return undefined;
    if (body.length <= largeBytes) return parseJsonBody(body, limits, numbers, meter);
    return inSlices(parsingJsonBody(body, numbers, meter));
  }

  /** The bytes of a body that says of itself that it is JSON, measured as they came. Throws `json-too-deep` too. */
  async measured(req: IncomingMessage, context: RequestContext): Promise<MeasuredBody> {
    const meter = new JsonMeter(this.jsonLimits);
    if (!hasBody(req)) return { bytes: nothing, meter };
    requireJson(req);
    return { bytes: await this.read(req, context, this.limitOf(context), [watcherOf(meter)]), meter };
  }

  /** A JSON or form body, whichever the caller sent; the members of a form are strings, lists those that are in `repeats`. Throws `invalid-request` too. */
  async jsonOrForm(
    req: IncomingMessage,
    context: RequestContext,
    repeats: readonly string[] = [],
  ): Promise<unknown> {
    if (!isForm(req)) return this.json(req, context);
    return membersOf(await this.read(req, context, this.limit('MAX_FORM_BYTES')), repeats);
  }

  /** A JSON or form body with its bytes, from somebody who has no token of ours. Throws `malformed-json`, `json-too-deep`, `invalid-request` too. */
  async signed(req: IncomingMessage, context: RequestContext): Promise<SignedBody> {
    if (!hasBody(req)) return { bytes: nothing, value: {} };
    const limit = this.limit('WEBHOOK_MAX_BYTES');
    if (isForm(req)) {
      const bytes = await this.read(req, context, limit);
      return { bytes, value: membersOf(bytes, []) };
    }
    requireJson(req);
    const meter = new JsonMeter(this.jsonLimits);
    const bytes = await this.read(req, context, limit, [watcherOf(meter)]);
    return { bytes, value: await inSlices(parsingJsonBody(bytes, 'refuse', meter)) };
  }

  private async read(
    req: IncomingMessage,
    context: RequestContext,
    limit: BodyLimit,
    watchers: readonly BodyWatcher[] = [],
  ): Promise<Buffer> {
    const { principal } = context;
    const share = principal === undefined ? [] : [new BodyShare(this.usage, principal.accountId, context)];
    const body = await readBytes(req, limit, [...share, ...watchers]);
    if (body.length > largeBytes) await this.turns.next();
    return body;
  }

  private limitOf(context: RequestContext): BodyLimit {
    if (context.principal === undefined) return this.limit('MAX_ANONYMOUS_BODY_BYTES');
    return this.limit(isForConfigs(context) ? 'MAX_CONFIG_BYTES' : 'MAX_BODY_BYTES');
  }

  private limit(
    variable:
      | 'MAX_FORM_BYTES'
      | 'MAX_ANONYMOUS_BODY_BYTES'
      | 'MAX_CONFIG_BYTES'
      | 'MAX_BODY_BYTES'
      | 'WEBHOOK_MAX_BYTES',
  ): BodyLimit {
    return { variable, maxBytes: this.config.values[variable] };
  }
}

function watcherOf(meter: JsonMeter): BodyWatcher {
  return {
    expect: () => undefined,
    add: (piece) => {
      meter.add(piece);
    },
  };
}

function isForConfigs({ path }: RequestContext): boolean {
  return path.startsWith('/api/cli/');
}

/** The members of a form: strings, lists those that are in `repeats`. Throws `invalid-request`. */
function membersOf(bytes: Buffer, repeats: readonly string[]): unknown {
  const form = new URLSearchParams(bytes.toString());
  const members = Object.create(null) as Record<string, string | string[]>;
  for (const name of repeats) if (form.has(name)) members[name] = form.getAll(name);
  for (const [name, value] of form) {
    if (repeats.includes(name)) continue;
    if (name in members)
      throw new Problem('invalid-request', undefined, {
        errors: [{ pointer: `/${name}`, detail: 'must not be repeated' }],
      });
    members[name] = value;
  }
  return { ...members };
}
