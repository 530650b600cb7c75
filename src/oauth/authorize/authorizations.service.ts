import { Injectable } from '@nestjs/common';
import type { Scope } from '../../kernel/principal.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { ClientProblem } from '../clients/client-problem.js';
import type { OAuthClient } from '../clients/client.js';
import { Clients } from '../clients/clients.service.js';
import { isLoopback, isPrivateScheme, type RedirectAddress } from '../clients/redirect-address.js';
import { ProgramGrantStore } from '../grants/program-grant-store.port.js';
import { issuerOf } from '../metadata/server-metadata.js';
import { oauthErrors, type OAuthErrorCode } from '../protocol/oauth-error.js';
import { printableAscii } from '../protocol/oauth-reply.js';
import { OAuthTrail } from '../protocol/oauth-trail.service.js';
import { readProgramScopes } from '../protocol/scopes.js';
import {
  maxStateBytes,
  readAuthorizationRequest,
  type AuthorizationRequest,
} from './authorization-request.js';
import { returnHostOf, returnTo } from './return-address.js';

/** A request that may be put before a person. */
export interface JudgedRequest {
  readonly client: OAuthClient;
  readonly redirectUri: RedirectAddress;
  readonly returnHost: string;
  /** Percent-encoded. */
  readonly state?: string;
  /** Of the S256 kind. */
  readonly challenge: string;
  readonly scopes: readonly Scope[];
  /** As it was sent; whether it exists is for those who are signed in. */
  readonly resource?: string;
  /** The person is to be asked in any case, or in no case. */
  readonly prompt: 'ask' | 'none' | undefined;
  readonly attempt: string;
}

/** A request that may be put before a person, or where the browser goes with an error. */
export type Judgement = { readonly asks: JudgedRequest } | { readonly location: string };

/** Somebody to return to, who asks for something wrong. */
interface Returnable {
  readonly client: OAuthClient;
  readonly redirectUri: RedirectAddress;
  readonly state?: string | undefined;
  readonly attempt?: string | undefined;
}

interface Fault {
  readonly error: OAuthErrorCode;
  readonly detail?: string;
}

/** An S256 challenge: 256 bits as base64url (RFC 7636 §4.2). */
const challengeForm = /^[\w-]{43}$/;

/** Judges what programs ask for, and says where the browser goes with the answer. */
@Injectable()
export class Authorizations {
  constructor(
    private readonly clients: Clients,
    private readonly grants: ProgramGrantStore,
    private readonly trail: OAuthTrail,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * Client and return address are judged first: whoever is not known is returned to nobody. Throws `ClientProblem`, `oauth-return-address`,
   * `rate-limited`.
   */
  async judge(query: string, context: RequestContext): Promise<Judgement> {
    const request = readAuthorizationRequest(query);
    const attempt = request.challenge === undefined ? undefined : this.trail.attemptOf(request.challenge);
    const to = { ...(await this.findReturn(request, attempt, context)), state: request.state, attempt };
    const fault = faultOf(request);
    if (fault !== undefined) return { location: await this.refuse(to, fault, context) };
    const [resource] = request.resources;
    return {
      asks: {
        ...{ client: to.client, redirectUri: to.redirectUri, returnHost: returnHostOf(to.redirectUri) },
        ...(request.state === undefined ? {} : { state: request.state }),
        ...(resource === undefined ? {} : { resource }),
        challenge: request.challenge ?? '',
        scopes: readProgramScopes(request.scope),
        prompt: promptOf(request.prompt),
        attempt: attempt ?? '',
      },
    };
  }

  /**
   * The address that takes an error back to the program, which leaves a trace. Nobody is sent to a program that no one here has authorized: it
   * may have registered an address of a phisher (RFC 9700 §4.11.2). Throws `oauth-return-address` instead.
   */
  async refuse(
    { client, redirectUri, state, attempt }: Returnable,
    { error, detail = oauthErrors[error] }: Fault,
    context: RequestContext,
  ): Promise<string> {
    await this.trail.fail({ step: 'authorize', error, reason: detail, client, attempt }, context);
    if (client.kind !== 'operator' && !(await this.grants.hasClient(client.id, this.clock.now())))
      throw new Problem(
        'oauth-return-address',
        `${detail} No one here has authorized the program yet, so you are not sent back to it.`,
      );
    return this.answer({ redirectUri, state }, { error, error_description: printableAscii(detail) });
  }

  /** The address that takes an answer back to the program. */
  answer(
    { redirectUri, state }: Pick<Returnable, 'redirectUri' | 'state'>,
    answer: Readonly<Record<string, string>>,
  ): string {
    return returnTo(redirectUri, answer, { state, issuer: issuerOf(this.config.publicUrl) });
  }

  private async findReturn(
    { clientId, redirectUri, repeated }: AuthorizationRequest,
    attempt: string | undefined,
    context: RequestContext,
  ): Promise<{ readonly client: OAuthClient; readonly redirectUri: RedirectAddress }> {
    const wrong = (reason: string) => this.refuseByPage(reason, clientId, attempt, context);
    if (clientId === undefined) throw await wrong('The request names no program: client_id is missing.');
    for (const name of ['client_id', 'redirect_uri'])
      if (repeated.includes(name)) throw await wrong(`The request says ${name} twice.`);
    const client = await this.getClient(clientId, attempt, context);
    const address = redirectUri ?? onlyAddressOf(client);
    if (address === undefined)
      throw await wrong('The request does not say where to return to: redirect_uri is missing.');
    if (!this.clients.allowsRedirect(client, address))
      throw await wrong(`${client.name} has not said that people are returned to this redirect_uri.`);
    return { client, redirectUri: address };
  }

  private async getClient(
    clientId: string,
    attempt: string | undefined,
    context: RequestContext,
  ): Promise<OAuthClient> {
    try {
      return await this.clients.get(clientId, context);
    } catch (failure) {
      if (failure instanceof ClientProblem) {
        const { message: reason, error } = failure;
        await this.trail.fail(
          { step: 'authorize', error, reason, client: { id: clientId }, attempt },
          context,
        );
      }
      throw failure;
    }
  }

  private async refuseByPage(
    reason: string,
    clientId: string | undefined,
    attempt: string | undefined,
    context: RequestContext,
  ): Promise<Problem> {
    const client = clientId === undefined ? {} : { id: clientId };
    await this.trail.fail({ step: 'authorize', error: 'invalid_request', reason, client, attempt }, context);
    return new Problem('oauth-return-address', reason);
  }
}

/** The address of a client that has one only, and that is whole: who is on this computer must say at which port. */
function onlyAddressOf({ redirectUris: [only, ...others] }: OAuthClient): RedirectAddress | undefined {
  return others.length > 0 || only === undefined || isLoopback(only) || isPrivateScheme(only)
    ? undefined
    : only;
}

function faultOf(request: AuthorizationRequest): Fault | undefined {
  const invalid = (detail: string): Fault => ({ error: 'invalid_request', detail });
  const { repeated, responseType, responseMode, challenge, challengeMethod, resources } = request;
  if (repeated.length > 0) return invalid(`${repeated.join(', ')}: must not be repeated.`);
  if (request.isStateTooLong) return invalid(`The state has more than ${String(maxStateBytes)} bytes.`);
  if (responseType === undefined) return invalid('The response_type is missing.');
  if (responseType !== 'code') return { error: 'unsupported_response_type' };
  if (responseMode !== undefined && responseMode !== 'query')
    return invalid('The response_mode must be query.');
  if (challenge === undefined) return invalid('The code_challenge is missing: PKCE is needed (RFC 7636).');
  if (challengeMethod !== 'S256') return invalid('The code_challenge_method must be S256.');
  if (!challengeForm.test(challenge)) return invalid('The code_challenge is not one of the method S256.');
  if (resources.length > 1)
    return { error: 'invalid_target', detail: 'A program is let in to one resource at a time.' };
  return undefined;
}

function promptOf(prompt: string | undefined): JudgedRequest['prompt'] {
  const words = (prompt ?? '').split(' ');
  if (words.includes('none')) return 'none';
  return ['consent', 'login', 'select_account'].some((word) => words.includes(word)) ? 'ask' : undefined;
}
