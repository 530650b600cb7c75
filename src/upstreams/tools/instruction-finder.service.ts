import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../kernel/json/json.js';
import { wholeServer } from '../declared/cleared-server.js';
import { everything } from './pins/drift.js';
import { PinnedViews } from './pins/pinned-views.js';
import { Pins } from './pins/pins.service.js';
import type { Verdict } from './pins/verdict.js';
import type { RegisteredServer } from '../declared/registered-server.js';

/** What a server says of itself when it introduces itself. */
interface Introduction {
  readonly items: readonly JsonObject[];
  readonly said: string | undefined;
  /** What the pins leave of it. */
  readonly shown: string | undefined;
}

const name = 'instructions';

/** The instructions of servers as the pins of their apps leave them: each door asks with what it is about to show. */
@Injectable()
export class InstructionFinder {
  /** What was said last, to whomever: people accept what clients were about to see. */
  private readonly heard = new WeakMap<RegisteredServer, Introduction>();
  private readonly pinned: PinnedViews<Introduction>;

  constructor(pins: Pins) {
    this.pinned = new PinnedViews(pins, {
      kind: 'instructions',
      matters: everything,
      without: (introduction, blocked) =>
        blocked.has(name) ? { ...introduction, shown: undefined } : introduction,
    });
  }

  /** What callers may see of what a server has just said. Reports what has drifted. */
  async shown(
    accountId: string,
    server: RegisteredServer,
    instructions: string | undefined,
  ): Promise<string | undefined> {
    const introduction = this.remember(server, instructions);
    const known = this.pinned.known(server, introduction);
    if (known !== undefined) return known.shown;
    return (await this.pinned.apply(accountId, server, introduction, introduction.items)).shown;
  }

  /** How what was said last differs from the pin; `instructions` is what the gateway was told, where no client was told anything. */
  async drift(
    accountId: string,
    server: RegisteredServer,
    instructions: string | undefined,
  ): Promise<(Verdict & { readonly items: readonly JsonObject[] }) | undefined> {
    const introduction = this.heard.get(wholeServer(server)) ?? this.remember(server, instructions);
    const { items } = introduction;
    const verdict = await this.pinned.driftOf(accountId, server, introduction, items);
    return verdict === undefined ? undefined : { ...verdict, items };
  }

  private remember(server: RegisteredServer, instructions: string | undefined): Introduction {
    const before = this.heard.get(wholeServer(server));
    if (before !== undefined && before.said === instructions) return before;
    const items = instructions === undefined ? [] : [{ name, instructions }];
    const introduction = { items, said: instructions, shown: instructions };
    this.heard.set(wholeServer(server), introduction);
    return introduction;
  }
}
