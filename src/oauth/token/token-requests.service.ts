import { Injectable } from '@nestjs/common';
import type { IssuedToken } from '../../accounts/tokens/access-tokens.service.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { ClientProblem } from '../clients/client-problem.js';
import type { OAuthClient } from '../clients/client.js';
import { Clients } from '../clients/clients.service.js';
import { DeviceLogins } from '../device/device-logins.service.js';
import { DeviceMetrics } from '../device/device-metrics.js';
import type { IssuedTokens } from '../grants/grant-openings.service.js';
import { readRefreshToken } from '../grants/refresh-token.js';
import { deviceCodeGrantType } from '../protocol/grant-types.js';
import type { OAuthErrorCode } from '../protocol/oauth-error.js';
import { OAuthTrail } from '../protocol/oauth-trail.service.js';
import { CodeExchanges } from './code-exchanges.service.js';
import { Refreshes } from './refreshes.service.js';
import type { Refusal } from './refusal.js';

/** A request for tokens (RFC 6749 §3.2), as far as it says it. */
export interface AskedToken {
  readonly grantType: string | undefined;
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly code: string | undefined;
  readonly verifier: string | undefined;
  readonly redirectUri: string | undefined;
  readonly refreshToken: string | undefined;
  readonly scope: string | undefined;
  readonly resources: readonly string[];
  readonly deviceCode: string | undefined;
}

/** What a program is told that gets nothing. Without a description, what is always said of the error. */
export interface RefusedToken {
  readonly error: OAuthErrorCode;
  readonly description?: string;
  readonly status?: number;
  /** Seconds between polls from now on. */
  readonly interval?: number;
}

export type AnsweredToken = { readonly access: IssuedToken; readonly refreshToken?: string } | RefusedToken;

/** Leads requests for tokens to those who give them; whoever gets none leaves a trace. */
@Injectable()
export class TokenRequests {
  constructor(
    private readonly clients: Clients,
    private readonly exchanges: CodeExchanges,
    private readonly refreshes: Refreshes,
    private readonly logins: DeviceLogins,
    private readonly deviceMetrics: DeviceMetrics,
    private readonly trail: OAuthTrail,
    private readonly limits: RateLimits,
  ) {}

  /** Throws `ClientProblem` for a client whose document cannot be had, `rate-limited`. */
  async answer(request: AskedToken, context: RequestContext): Promise<AnsweredToken> {
    const { grantType } = request;
    if (grantType === deviceCodeGrantType) return this.poll(request, context);
    if (grantType !== 'authorization_code' && grantType !== 'refresh_token')
      return grantType === undefined
        ? invalid('The grant_type is missing.')
        : {
            error: 'unsupported_grant_type',
            description: `The grant_type must be authorization_code, refresh_token or ${deviceCodeGrantType}.`,
          };
    const client = await this.authenticate(request, context);
    if ('error' in client) return client;
    const outcome =
      grantType === 'refresh_token'
        ? await this.refresh(client, request, context)
        : await this.exchange(client, request, context);
    if (!('error' in outcome)) return outcome;
    const { reason, ...known } = outcome;
    const step = grantType === 'refresh_token' ? 'refresh' : 'token';
    await this.trail.fail({ step, reason, client, ...known }, context);
    return { error: outcome.error, description: reason };
  }

  private async exchange(
    client: OAuthClient,
    request: AskedToken,
    context: RequestContext,
  ): Promise<IssuedTokens | Refusal> {
    const { code, verifier, redirectUri, resources } = request;
    if (code === undefined) return missing('code');
    if (verifier === undefined) return missing('code_verifier');
    const outcome = await this.exchanges.exchange(
      { client, code, verifier, redirectUri, resources },
      context,
    );
    if (!('error' in outcome)) await this.clients.used(client);
    return outcome;
  }

  private async refresh(
    client: OAuthClient,
    request: AskedToken,
    context: RequestContext,
  ): Promise<IssuedTokens | Refusal> {
    const { refreshToken, scope, resources } = request;
    if (refreshToken === undefined) return missing('refresh_token');
    const parts = readRefreshToken(refreshToken);
    if (parts !== undefined) await this.limits.consume('oauth-refresh', parts.handle, context);
    return this.refreshes.refresh({ client, refreshToken, scope, resources }, context);
  }

  /** RFC 8628 §3.4: these programs have no registration, and name themselves as at the start of the login. */
  private async poll(
    { deviceCode: code, clientId }: AskedToken,
    context: RequestContext,
  ): Promise<AnsweredToken> {
    if (code === undefined) return invalid('The device_code is missing.');
    const result = await this.logins.poll(code, clientId, context);
    this.deviceMetrics.countPoll(result.outcome);
    if (result.outcome === 'token') return { access: result.issued };
    return 'interval' in result
      ? { error: result.outcome, interval: result.interval }
      : { error: result.outcome };
  }

  private async authenticate(
    { authorization, clientId, clientSecret }: AskedToken,
    context: RequestContext,
  ): Promise<OAuthClient | RefusedToken> {
    try {
      return await this.clients.authenticate({ authorization, clientId, clientSecret }, context);
    } catch (failure) {
      if (!(failure instanceof ClientProblem)) throw failure;
      const { message: reason, error } = failure;
      const client = clientId === undefined ? {} : { id: clientId };
      await this.trail.fail({ step: 'token', error, reason, client }, context);
      if (error === 'client_unavailable') throw failure;
      return { error, description: reason, status: 401 };
    }
  }
}

function invalid(description: string): RefusedToken {
  return { error: 'invalid_request', description };
}

function missing(name: string): Refusal {
  return { error: 'invalid_request', reason: `The ${name} is missing.` };
}
