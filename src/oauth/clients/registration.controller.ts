import { Body, Controller, Headers, Post, UseGuards } from '@nestjs/common';
import { ProblemDialects } from '../../platform/http/answers/problem-dialects.js';
import { Reply } from '../../platform/http/answers/reply.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ApiTags } from '../../platform/openapi/api-description.js';
import { Operation } from '../../platform/openapi/operation.decorator.js';
import { ScopeParameter } from '../../platform/openapi/parameters.js';
import { OAuthTrail } from '../protocol/oauth-trail.service.js';
import { OAuthSwitch } from '../protocol/oauth-switch.guard.js';
import { grantTypesOf, scopeOf } from './registration-answer.js';
import { noStore, RegistrationDialect, registrationPath } from './registration-dialect.js';
import {
  ClientRegistrationRequest,
  RegisteredClientSchema,
  RegistrationErrorSchema,
} from './registration.dto.js';
import { Registrations, type Registration } from './registrations.service.js';

const failure = (description: string) => ({ description, schema: RegistrationErrorSchema });

/** Where programs make themselves known (RFC 7591 §3). */
@ApiTags('oauth')
@Controller()
@UseGuards(OAuthSwitch)
export class RegistrationController {
  constructor(
    private readonly registrations: Registrations,
    trail: OAuthTrail,
    dialects: ProblemDialects,
  ) {
    dialects.addFirst(
      new RegistrationDialect((reason, context) => {
        // Whoever is told has no part in whether it is written down.
        trail
          .fail({ step: 'register', error: 'invalid_client_metadata', reason }, context)
          .catch(() => undefined);
      }),
    );
  }

  @Post(registrationPath)
  @Operation({
    id: 'registerClient',
    summary: 'Register a program (RFC 7591)',
    description:
      'Who registers the same again without a secret is the same client. A registration that brings a token with the scope `operator` is shown to people as made by the operator. Not used for 90 days, it is removed.',
    access: { for: 'public' },
    mayBringToken: true,
    limit: 'oauth-registration',
    problems: ['not-found'],
    responses: {
      201: {
        description: 'Registered',
        schema: RegisteredClientSchema,
        headers: { 'Cache-Control': { description: '`no-store`', schema: { type: 'string' } } },
      },
      400: failure('An error of RFC 7591 §3.2.2'),
      421: failure('The Host is not one of ours'),
      429: failure('Too many registrations from this address (OAUTH_REGISTRATIONS_PER_MINUTE)'),
      500: failure('Something went wrong inside the gateway'),
      503: failure('The gateway is stopping, or knows as many programs as it may (MAX_OAUTH_CLIENTS)'),
    },
  })
  async register(
    @ScopeParameter() context: RequestContext,
    @Headers('authorization') authorization: string | undefined,
    @Body({ schema: ClientRegistrationRequest }) request: ClientRegistrationRequest,
  ): Promise<Reply> {
    const registration = await this.registrations.register(
      {
        redirectUris: request.redirect_uris,
        name: request.client_name,
        uri: request.client_uri,
        authMethod: request.token_endpoint_auth_method,
      },
      authorization,
      context,
    );
    return Reply.json(answerOf(registration, request), 201, noStore);
  }
}

/** RFC 7591 §3.2.1: all that is registered, which may be other than what was asked for. Return addresses stay as the client spelled them. */
function answerOf(
  { client, secret }: Registration,
  { redirect_uris, client_uri, grant_types, scope }: ClientRegistrationRequest,
): object {
  const scopes = scopeOf(scope);
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.createdAt / 1000),
    ...(secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: client.name,
    ...(client.uri === null ? {} : { client_uri: client_uri ?? client.uri }),
    redirect_uris,
    token_endpoint_auth_method: client.authMethod,
    grant_types: grantTypesOf(grant_types ?? []),
    response_types: ['code'],
    ...(scopes === undefined ? {} : { scope: scopes }),
  };
}
