import { Injectable } from '@nestjs/common';
import type { ConnectionOwner } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/pacing/clock.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { RegisteredServer } from '../../declared/registered-server.js';
import { ConnectionWanted } from '../connection-wanted.service.js';
import { CredentialStore } from '../store/credential-store.port.js';
import type { Credential } from '../store/credential.js';

const hourMs = 3_600_000;
const mostPerHour = 2;
const maxScopes = 200;

/** What a server wants more than it was granted: somebody is asked for all of it together, at most twice in an hour. */
@Injectable()
export class StepUps {
  constructor(
    private readonly store: CredentialStore,
    private readonly clock: Clock,
    private readonly wanted: ConnectionWanted,
  ) {}

  /** What the caller is told of a 403 with `insufficient_scope`: `upstream-auth-required`, or `upstream-auth-refused` when asking did not help. */
  async ask(server: RegisteredServer, owner: ConnectionOwner, scopes: readonly string[]): Promise<Problem> {
    for (;;) {
      const found = await this.store.find(server.id, owner);
      if (found === undefined || server.definition.auth?.type !== 'oauth') return refused(server);
      const now = this.clock.now();
      const recent = found.stepUps.filter(({ at }) => at > now - hourMs);
      // Until somebody has connected anew it is one and the same round.
      const isAsked = recent.some(({ connectedAt }) => connectedAt === found.connectedAt);
      if (!isAsked && recent.length >= mostPerHour) return refused(server);
      const wantedScopes = unionOf(found, scopes);
      const isKnown = isAsked && wantedScopes.length === found.wantedScopes?.length;
      const stepUps = isAsked ? recent : [...recent, { at: now, connectedAt: found.connectedAt }];
      if (isKnown || (await this.store.change(found.id, found.version, { wantedScopes, stepUps })))
        return this.wanted.problem(server, owner, reasonOf(server, wantedScopes), wantedScopes);
    }
  }
}

function reasonOf({ handle }: RegisteredServer, scopes: readonly string[]): string {
  return `The server "${handle}" wants more than it was granted: ${scopes.join(' ').slice(0, 500)}.`;
}

function unionOf({ scopes, wantedScopes = [] }: Credential, more: readonly string[]): readonly string[] {
  return [...new Set([...scopes, ...wantedScopes, ...more])].slice(0, maxScopes);
}

function refused({ handle }: RegisteredServer): Problem {
  return new Problem(
    'upstream-auth-refused',
    `The server "${handle}" says that it was granted too little, whatever it is granted.`,
  );
}
