import { AccessTokens, type IssuedToken } from '../../../src/accounts/tokens/access-tokens.service.js';
import { newId } from '../../../src/kernel/id.js';
import { grantScopes, type GrantReach, type Scope } from '../../../src/kernel/principal.js';
import { Clock } from '../../../src/kernel/pacing/clock.js';
import { GatewayClient, type Json } from '../clients/gateway-client.js';
import { NativeClient } from '../clients/native-client.js';
import type { TestGateway } from '../gateway.js';

/** What a program was let in with; all else is as most programs have it. */
export interface ProgramTerms extends GrantReach {
  readonly scopes?: readonly Scope[];
  /** The same grant as another token of the program. */
  readonly grantId?: string;
  /** What it calls itself. */
  readonly name?: string;
  /** Its `client_id`. */
  readonly oauthClient?: string;
  readonly seconds?: number;
}

/** A program that somebody let in by OAuth, with one token of its grant. */
export class ProgramClient extends GatewayClient {
  constructor(
    url: string,
    readonly grantId: string,
    private readonly issued: IssuedToken,
    private readonly tokens: AccessTokens,
  ) {
    super(url, issued.text);
  }

  get tokenId(): string {
    return this.issued.token.id;
  }

  /** A client at the native endpoint of a server (`servers/one`) or an app (`apps/shop`). */
  native(what: string): NativeClient {
    return new NativeClient(`${this.url}/api/${what}/mcp`, this.token);
  }

  /** Ends its grant, as its person does. */
  revokeGrant(): Promise<void> {
    return this.tokens.revokeOfGrant(this.grantId);
  }
}

/** Lets a program in with the leave of whoever `person` is. */
export async function programOf(
  gateway: TestGateway,
  person: GatewayClient,
  {
    scopes = grantScopes,
    grantId = newId('ogr'),
    name = 'Program',
    oauthClient = 'gci_program',
    seconds = 3600,
    ...binding
  }: ProgramTerms = {},
): Promise<ProgramClient> {
  const { body } = await person.json('/api/cli/auth/me');
  const tokens = gateway.app.get(AccessTokens, { strict: false });
  const issued = await tokens.issueToGrant({
    accountId: (body['account'] as Json)['id'] as string,
    userId: (body['user'] as Json)['id'] as string,
    name,
    ...{ scopes, grantId, oauthClient, binding },
    expiresAt: gateway.app.get(Clock, { strict: false }).now() + seconds * 1000,
  });
  return new ProgramClient(gateway.url, grantId, issued, tokens);
}

/** The `srv_…` of a server that somebody reaches. */
export async function serverIdOf(person: GatewayClient, handle: string): Promise<string> {
  return String((await person.server(handle))?.['id']);
}
