import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/pacing/clock.js';
import { Config } from '../../platform/config/config.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { Keyring } from '../../platform/security/keyring.js';
import { maxClientIdLength, type OAuthClient } from './client.js';
import { readCredentials, type ClientAuthentication } from './client-credentials.js';
import { ClientDocuments } from './client-documents.service.js';
import { ClientProblem } from './client-problem.js';
import { ClientStore, type RegisteredClient } from './client-store.port.js';
import { isSameRedirect, redirectFault, type RedirectAddress } from './redirect-address.js';
import { seenEveryMs } from './registrations.service.js';
import { isReturnHostAllowed } from './return-hosts.js';

/** Digest of a secret that nobody has: who is not known takes as long as who is. */
const nobodys = 'nobody';

/** The programs that may ask people for access, and who of them sends a request. */
@Injectable()
export class Clients {
  constructor(
    private readonly store: ClientStore,
    private readonly documents: ClientDocuments,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Throws `ClientProblem`, and `rate-limited` where its document would have to be fetched too often. */
  async get(clientId: string, context: RequestContext): Promise<OAuthClient> {
    if (isDocumentAddress(clientId)) return this.documents.get(clientId, context);
    return toClient(await this.getRegistered(clientId));
  }

  /** Whether people may be returned there: it is one of the client's, on this computer with any port, and OAUTH_REDIRECT_HOSTS has its host. */
  allowsRedirect({ redirectUris }: OAuthClient, address: RedirectAddress): boolean {
    return (
      redirectFault(address) === undefined &&
      redirectUris.some((registered) => isSameRedirect(registered, address)) &&
      isReturnHostAllowed(address, this.config.values.OAUTH_REDIRECT_HOSTS)
    );
  }

  /**
   * The client that sends a request to the token or the revocation endpoint (RFC 6749 §2.3.1): by header or body, whichever it registered. Throws
   * `ClientProblem`: `unknown` also when the secret is wrong.
   */
  async authenticate(request: ClientAuthentication, context: RequestContext): Promise<OAuthClient> {
    const credentials = readCredentials(request);
    if (typeof credentials === 'string') throw new ClientProblem('unknown', credentials);
    const { id, secret } = credentials;
    if (isDocumentAddress(id)) {
      if (secret !== undefined) throw new ClientProblem('unknown', 'A client with a document has no secret.');
      return this.documents.get(id, context);
    }
    const client = await this.findRegistered(id);
    const digest = client?.secretDigest ?? this.keyring.digest('client secret', nobodys);
    const isRight = this.keyring.matches('client secret', secret ?? '', digest);
    if (client === undefined) throw unknownClient();
    if (client.secretDigest === null ? secret !== undefined : !isRight)
      throw new ClientProblem('unknown', 'The secret is not that of the client.');
    return toClient(client);
  }

  /** A person has let the client in: it is not removed to make room for others. */
  async used({ id, kind }: OAuthClient): Promise<void> {
    const now = this.clock.now();
    if (kind !== 'document') await this.store.touch(id, { seenAt: now, usedAt: now });
  }

  private async getRegistered(id: string): Promise<RegisteredClient> {
    const client = await this.findRegistered(id);
    if (client === undefined) throw unknownClient();
    return client;
  }

  private async findRegistered(id: string): Promise<RegisteredClient | undefined> {
    if (id.length > maxClientIdLength || id.includes('\0')) return undefined;
    const client = await this.store.findFirst([id]);
    if (client === undefined) return undefined;
    const now = this.clock.now();
    if (client.seenAt + seenEveryMs <= now) await this.store.touch(id, { seenAt: now });
    return client;
  }
}

function unknownClient(): ClientProblem {
  return new ClientProblem('unknown', 'No program is registered with this client_id.');
}

function isDocumentAddress(id: string): boolean {
  return /^https?:/i.test(id);
}

function toClient({ id, kind, name, redirectUris, authMethod, uri }: RegisteredClient): OAuthClient {
  return { id, kind, name, redirectUris, authMethod, ...(uri === null ? {} : { uri }) };
}
