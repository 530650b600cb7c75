import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Config } from '../../platform/config/config.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { ProblemDialects } from '../../platform/http/answers/problem-dialects.js';
import type { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import {
  DeviceLoginRequest,
  DeviceLoginSchema,
  DeviceTokenSchema,
  PollRequest,
  toDeviceFacts,
} from './device-login.dto.js';
import { deviceCodeGrantType } from '../protocol/grant-types.js';
import { DeviceMetrics } from './device-metrics.js';
import { DeviceLogins, type PollResult } from './device-logins.service.js';
import { OAuthErrorSchema } from '../protocol/oauth-error.dto.js';
import { OAuthDialect, oauthError, oauthReply } from '../protocol/oauth-reply.js';
import { readScopes } from '../protocol/scopes.js';
import { showUserCode } from './user-code.js';

const base = 'api/cli/auth';
const clientIdForm = /^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,99}$/;
const noStore = { 'Cache-Control': { description: '`no-store`', schema: { type: 'string' } } };
const failure = (description: string) => ({ description, schema: OAuthErrorSchema });
const errors = {
  400: failure('An error of RFC 6749 §5.2 or RFC 8628 §3.5'),
  401: failure('A token was sent that does not hold; none is needed'),
  403: failure('The Origin is not allowed'),
  421: failure('The Host is not one of ours'),
  429: failure('Too many requests from this address'),
  500: failure('Something went wrong inside the gateway'),
  503: failure('The gateway is stopping'),
};

/** The two endpoints of the OAuth device flow (RFC 8628), for any client, JSON or form. */
@ApiTags('login')
@Controller(base)
export class DeviceLoginController {
  constructor(
    private readonly logins: DeviceLogins,
    private readonly config: Config,
    private readonly metrics: DeviceMetrics,
    dialects: ProblemDialects,
  ) {
    dialects.add(new OAuthDialect(new Set([`/${base}/device`, `/${base}/poll`])));
  }

  @Post('device')
  @Operation({
    id: 'beginDeviceLogin',
    summary: 'Begin to log a device in (RFC 8628 §3.1)',
    access: { for: 'public' },
    limit: 'device',
    responses: { 200: { description: 'Begun', schema: DeviceLoginSchema, headers: noStore }, ...errors },
  })
  async begin(
    @ScopeParameter() context: RequestContext,
    @Body({ schema: DeviceLoginRequest }) request: DeviceLoginRequest,
  ): Promise<Reply> {
    const clientId = request.client_id;
    if (clientId !== undefined && !clientIdForm.test(clientId)) return oauthError('invalid_client');
    const scopes = readScopes(request.scope);
    if (scopes === undefined) return oauthError('invalid_scope');
    const begun = await this.logins.begin(
      { clientId: clientId ?? null, scopes, device: toDeviceFacts(request.device) },
      context.address,
    );
    this.metrics.countBegun();
    const userCode = showUserCode(begun.userCode);
    const page = `${this.config.publicUrl}/device`;
    return oauthReply({
      device_code: begun.deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${userCode}`,
      expires_in: begun.expiresIn,
      interval: begun.interval,
    });
  }

  @Post('poll')
  @Operation({
    id: 'pollDeviceLogin',
    summary: 'Ask for the token of a device login (RFC 8628 §3.4)',
    description: 'Until somebody has decided, the answer is 400 with `authorization_pending` or `slow_down`.',
    access: { for: 'public' },
    limit: 'poll',
    responses: {
      200: { description: 'The token, once', schema: DeviceTokenSchema, headers: noStore },
      ...errors,
    },
  })
  async poll(
    @ScopeParameter() context: RequestContext,
    @Body({ schema: PollRequest }) request: PollRequest,
  ): Promise<Reply> {
    const { grant_type: grantType, client_id: clientId, device_code: deviceCode } = request;
    if (grantType !== undefined && grantType !== deviceCodeGrantType)
      return oauthError('unsupported_grant_type');
    if (clientId !== undefined && !clientIdForm.test(clientId)) return oauthError('invalid_client');
    if (deviceCode === undefined)
      return oauthError('invalid_request', { description: 'The device_code is missing.' });
    const result = await this.logins.poll(deviceCode, clientId, context);
    this.metrics.countPoll(result.outcome);
    return toReply(result);
  }
}

function toReply(result: PollResult): Reply {
  if (result.outcome !== 'token')
    return oauthError(result.outcome, 'interval' in result ? { interval: result.interval } : {});
  const { text, token } = result.issued;
  return oauthReply({
    access_token: text,
    token_type: 'Bearer',
    ...(token.expiresAt === null
      ? {}
      : { expires_in: Math.round((token.expiresAt - token.createdAt) / 1000) }),
    scope: token.scopes.join(' '),
  });
}
