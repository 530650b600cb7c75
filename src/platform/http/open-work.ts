import { Injectable } from '@nestjs/common';
import { isSessionCredential, openUnder } from '../../kernel/principal.js';
import { unauthorized } from '../security/access.js';
import { Drain } from './answers/drain.js';

/** Time in which a request says goodbye to its caller before its connection is cut. */
const goodbyeMs = 1000;
/** Who manages an account may end the very token that asks for it, and is told that it was done. */
const management = '/api/cli/';

/** What ends with a token: all that is open under it, or, when it was only its time that ended, what would go on for ever. */
type Ending = 'all' | 'endless';

/** What is open under a token: requests that are being answered, streams too, and what outlasts its request, as sessions do. */
@Injectable()
export class OpenWork {
  private readonly lasting = new Map<string, Set<() => void>>();

  constructor(private readonly drain: Drain) {}

  /** Runs `end` when the credential (`credentialOf`) is dead; the result takes it back. For what goes on between requests: those are known by themselves. */
  keep(credential: string, end: () => void): () => void {
    // A function of its own: the same one may be given twice.
    const own = () => {
      end();
    };
    const ends = this.lasting.get(credential) ?? new Set();
    this.lasting.set(credential, ends.add(own));
    return () => {
      if (ends.delete(own) && ends.size === 0) this.lasting.delete(credential);
    };
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
    for (const end of this.lasting.get(credential) ?? []) end();
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
