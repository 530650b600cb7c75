import { Injectable } from '@nestjs/common';
import {
  credentialOf,
  isSessionCredential,
  openUnder,
  type Principal,
  type Role,
} from '../../kernel/principal.js';
import { unauthorized } from '../security/access.js';
import { Drain } from './answers/drain.js';

/** Time in which a request says goodbye to its caller before its connection is cut. */
const goodbyeMs = 1000;
/** Who manages an account may end the very token that asks for it, and is told that it was done. */
const management = '/api/cli/';

/** What ends with a token: all that is open under it, or, when it was only its time that ended, what would go on for ever. */
type Ending = 'all' | 'endless';

/** Something that outlasts its request. */
interface Lasting {
  readonly principal: Principal;
  readonly end: () => void;
  /** Whether it is taken up again when something else may be used, and not asked anew each time. */
  readonly isSession: boolean;
}

/** What is open under a token: requests that are being answered, streams too, and what outlasts its request, as sessions do. */
@Injectable()
export class OpenWork {
  private readonly lasting = new Map<string, Set<Lasting>>();

  constructor(private readonly drain: Drain) {}

  /**
   * Runs `end` when the credential of the caller (`credentialOf`) is dead, of sessions also when something else may be used; the result takes it
   * back. For what goes on between requests: those are known by themselves.
   */
  keep(principal: Principal, end: () => void, { isSession = false } = {}): () => void {
    const credential = credentialOf(principal);
    const own = { principal, end, isSession };
    const all = this.lasting.get(credential) ?? new Set();
    this.lasting.set(credential, all.add(own));
    return () => {
      if (all.delete(own) && all.size === 0) this.lasting.delete(credential);
    };
  }

  /** Ends the sessions and streams of news of some callers: they begin anew, with what may be used now. */
  endSessions(isMeant: (principal: Principal) => boolean): void {
    for (const all of [...this.lasting.values()])
      for (const { principal, end, isSession } of [...all]) if (isSession && isMeant(principal)) end();
    for (const request of [...this.drain.underWay])
      if (request.isEndless && request.principal !== undefined && isMeant(request.principal)) request.stop();
  }

  /** The same of people who have another role now than when they began them. `roles`: by credential. */
  endOutdated(roles: ReadonlyMap<string, Role>): void {
    this.endSessions((principal) => {
      const role = roles.get(credentialOf(principal)) ?? roles.get(openUnder(principal));
      return principal.kind === 'user' && role !== undefined && role !== principal.role;
    });
  }

  /** The tokens and other credentials under which something is open. */
  credentials(): Set<string> {
    const ids = new Set(this.lasting.keys());
    for (const { principal } of this.drain.underWay)
      if (principal !== undefined) ids.add(openUnder(principal));
    return ids;
  }

  /** Ends what is open under a token or another credential that is dead. */
  end(credential: string, what: Ending = 'all'): void {
    for (const { end } of [...(this.lasting.get(credential) ?? [])]) end();
    this.lasting.delete(credential);
    const reason = isSessionCredential(credential)
      ? 'The browser is not signed in any more.'
      : 'The token was revoked or has expired meanwhile.';
    for (const request of [...this.drain.underWay]) {
      const { principal } = request;
      if (principal === undefined || openUnder(principal) !== credential) continue;
      if (request.path.startsWith(management)) continue;
      if (what === 'endless' && !request.isEndless) continue;
      request.stop(unauthorized(reason));
      setTimeout(() => {
        request.cutOff();
      }, goodbyeMs).unref();
    }
  }
}
