import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/id.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { holderOf, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../config/config.js';
import { Keyring } from '../security/keyring.js';
import { AccountUsage } from '../usage/account-usage.service.js';
import { KeptResultStore } from './kept-result-store.port.js';

const minuteMs = 60_000;
const purpose = 'result of a tool';

/** Where a result is from: the handle of the server, and its own name of the tool. */
export interface ResultOrigin {
  readonly server: string;
  readonly tool: string;
}

type Sight = (principal: Principal, origin: ResultOrigin) => Promise<boolean>;

/** Keeps what callers were not shown of a result, for KEPT_RESULT_MINUTES and for whoever made the call. */
@Injectable()
export class KeptResults {
  private maySee: Sight = () => Promise.resolve(true);

  constructor(
    private readonly store: KeptResultStore,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
    usage: AccountUsage,
  ) {
    const { ACCOUNT_KEPT_RESULTS, ACCOUNT_KEPT_RESULT_BYTES } = config.values;
    const sumOf = (accountId: string) => store.sumOf(accountId, clock.now());
    usage.show({
      name: 'keptResults',
      variable: 'ACCOUNT_KEPT_RESULTS',
      unit: 'count',
      max: ACCOUNT_KEPT_RESULTS,
      used: async (accountId) => (await sumOf(accountId)).count,
    });
    usage.show({
      name: 'keptResultBytes',
      variable: 'ACCOUNT_KEPT_RESULT_BYTES',
      unit: 'bytes',
      max: ACCOUNT_KEPT_RESULT_BYTES,
      used: async (accountId) => (await sumOf(accountId)).bytes,
    });
  }

  /** From now on a result is there only for whom `maySee` says so. */
  showOnly(maySee: Sight): void {
    this.maySee = maySee;
  }

  /** Its id, once it is written; `undefined` when the account has no room for it. */
  async keep(principal: Principal, origin: ResultOrigin, text: string): Promise<string | undefined> {
    const { KEPT_RESULT_MINUTES, ACCOUNT_KEPT_RESULTS, ACCOUNT_KEPT_RESULT_BYTES } = this.config.values;
    const { accountId } = principal;
    const now = this.clock.now();
    const kept = await this.store.sumOf(accountId, now);
    // Sealing is work for the whole of a text, and makes it no shorter.
    if (kept.count >= ACCOUNT_KEPT_RESULTS || kept.bytes + text.length > ACCOUNT_KEPT_RESULT_BYTES)
      return undefined;
    const id = newId('res');
    const plain = `${JSON.stringify(origin)}\n${text}`;
    const sealed = await inSlices(this.keyring.sealing(purpose, contextOf(id, principal), plain));
    const isKept = await this.store.add(
      { id, accountId, sealed, bytes: sealed.length, expiresAt: now + KEPT_RESULT_MINUTES * minuteMs },
      { count: ACCOUNT_KEPT_RESULTS, bytes: ACCOUNT_KEPT_RESULT_BYTES },
      now,
    );
    return isKept ? id : undefined;
  }

  /** Throws `result-not-found`, to others than whoever made the call too. */
  async get(principal: Principal, id: string): Promise<string> {
    const found = await this.store.find(id, this.clock.now());
    if (found?.accountId !== principal.accountId) throw notFound(id);
    const { origin, text } = this.open(principal, id, found.sealed);
    if (!(await this.maySee(principal, origin))) throw notFound(id);
    return text;
  }

  private open(principal: Principal, id: string, sealed: string): { origin: ResultOrigin; text: string } {
    try {
      const opened = this.keyring.open(purpose, contextOf(id, principal), sealed);
      const end = opened.indexOf('\n');
      return { origin: JSON.parse(opened.slice(0, end)) as ResultOrigin, text: opened.slice(end + 1) };
    } catch {
      throw notFound(id);
    }
  }
}

/** Sealed for one caller, it opens for no other. */
function contextOf(id: string, principal: Principal): string {
  return `${id} ${holderOf(principal)}`;
}

function notFound(id: string): Problem {
  return new Problem('result-not-found', `There is no result "${id}" for this caller, or not any more.`);
}
