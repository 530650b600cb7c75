import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { SessionVerifier } from '../../platform/security/session-verifier.port.js';
import { PeopleStore } from '../people/people-store.port.js';
import { membershipIn } from '../people/person.js';
import { personIn, placesOf, KnownBrowsers, type BrowserPlace } from './known-browsers.js';
import { SessionPlaces } from './session-places.service.js';
import { Sessions } from './sessions.service.js';

/** Whom a browser speaks for at the API. */
@Injectable()
export class SessionCallers extends SessionVerifier {
  private readonly underWay = new Map<string, Promise<readonly BrowserPlace[]>>();

  constructor(
    private readonly sessions: Sessions,
    private readonly places: SessionPlaces,
    private readonly memory: KnownBrowsers,
    private readonly people: PeopleStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  verify(
    secret: string,
    account: string | undefined,
    admit: () => Promise<void>,
  ): UserPrincipal | undefined | Promise<UserPrincipal | undefined> {
    const recalled = this.memory.recall(secret, this.clock.now());
    if (recalled === null) return undefined;
    const found = recalled === undefined ? undefined : placeIn(recalled, account);
    if (found !== undefined) return found.principal;
    return this.lookUp(secret, account, admit);
  }

  /** A person as a browser of theirs would speak for them, whether or not there is one; nobody once they have left the account. */
  async findPerson(userId: string, accountId: string): Promise<UserPrincipal | undefined> {
    const membership = membershipIn(await this.people.listMemberships(userId), accountId);
    if (membership === undefined) return undefined;
    return { ...personIn(userId, membership), tokenId: userId };
  }

  private async lookUp(
    secret: string,
    account: string | undefined,
    admit: () => Promise<void>,
  ): Promise<UserPrincipal | undefined> {
    await admit();
    let answer = this.underWay.get(secret);
    if (answer === undefined) {
      answer = this.ask(secret).finally(() => this.underWay.delete(secret));
      this.underWay.set(secret, answer);
    }
    return placeIn(await answer, account)?.principal;
  }

  /** Asks again when a session ended meanwhile, so that an old answer is never kept. */
  private async ask(secret: string): Promise<readonly BrowserPlace[]> {
    for (;;) {
      const { epoch } = this.memory;
      const session = await this.sessions.findLive(secret);
      const memberships = session === undefined ? [] : await this.places.list(session);
      if (epoch !== this.memory.epoch) continue;
      this.memory.learn(secret, session, memberships, this.clock.now());
      return session === undefined ? [] : placesOf(session, memberships);
    }
  }
}

/** The person's place in the account with this slug or id; in the oldest one where none is named. */
function placeIn(places: readonly BrowserPlace[], account: string | undefined): BrowserPlace | undefined {
  return account === undefined
    ? places[0]
    : places.find(({ accountId, slug }) => accountId === account || slug === account);
}
