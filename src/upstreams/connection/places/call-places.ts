import type { CallScope } from '../../../kernel/call-scope.js';
import type { CallerLine } from './caller-line.js';
import { CallLimiter, type LimiterOptions } from './call-limiter.js';
import type { ServerOptions } from '../../declared/server-definition.js';

/** Who calls, as far as the number of calls goes. */
export interface Declared {
  readonly id: string;
  readonly definition?: { readonly options: Pick<ServerOptions, 'maxConcurrency'> };
}

/** Where a call gets its place, and gives it back. */
export type CallLine = Pick<CallerLine, 'enter' | 'leave' | 'reenter'>;

export interface CallPlacesOptions extends Omit<LimiterOptions, 'maxRunning'> {
  /** Of a declaration that does not say. */
  readonly defaultMax: number;
}

/**
 * The places for calls on one connection: as many as the declaration of the server has, and for an app's server that takes it over
 * (`use`) with a bound of its own no more than that. A bound is no reason for another connection.
 */
export class CallPlaces {
  private readonly all: CallLimiter;
  private readonly own = new Map<string, CallLimiter>();

  constructor(
    private declared: Declared,
    private readonly options: CallPlacesOptions,
  ) {
    this.all = new CallLimiter({ ...options, maxRunning: this.maxOf(declared) });
  }

  get inFlight(): number {
    return this.all.inFlight;
  }

  get queued(): number {
    let queued = this.all.queued;
    for (const own of this.own.values()) queued += own.queued;
    return queued;
  }

  /** The declaration is another one by now, which changes nothing that the connection depends on. */
  redeclare(declared: Declared): void {
    this.declared = declared;
    this.all.resize(this.maxOf(declared));
  }

  /** The line of an account's calls by a declaration; without an account, of the gateway's own. */
  lineOf(accountId: string | undefined, caller: Declared | undefined): CallLine {
    const line = this.all.lineOf(accountId);
    const own = caller === undefined || caller.id === this.declared.id ? undefined : this.ownOf(caller);
    return own === undefined ? line : new NarrowedLine(own.lineOf(undefined), line);
  }

  private ownOf({ id, definition }: Declared): CallLimiter | undefined {
    const max = definition?.options.maxConcurrency;
    let own = this.own.get(id);
    if (own === undefined) {
      if (max === undefined) return undefined;
      own = new CallLimiter({ ...this.options, maxRunning: max, shared: false });
      this.own.set(id, own);
    }
    own.resize(max ?? Number.MAX_SAFE_INTEGER);
    return own;
  }

  private maxOf({ definition }: Declared): number {
    return definition?.options.maxConcurrency ?? this.options.defaultMax;
  }
}

/** A place among the calls by one declaration, and then one among all. */
class NarrowedLine implements CallLine {
  constructor(
    private readonly own: CallerLine,
    private readonly all: CallerLine,
  ) {}

  async enter(timeoutMs: number, scope: CallScope): Promise<void> {
    const startedAt = performance.now();
    await this.own.enter(timeoutMs, scope);
    try {
      await this.all.enter(timeoutMs - (performance.now() - startedAt), scope);
    } catch (error) {
      this.own.leave();
      throw error;
    }
  }

  leave(): void {
    this.all.leave();
    this.own.leave();
  }

  reenter(): void {
    this.own.reenter();
    this.all.reenter();
  }
}
