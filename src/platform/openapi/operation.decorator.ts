import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import { problemCatalogue, type ProblemCode } from '../../kernel/problems/problem-catalogue.js';
import { describeAccess, type Access } from '../security/access.js';
import type { LimitName } from '../rate-limits/limit-policies.js';
import { accessKey } from '../security/access.guard.js';
import { ApiHeader, describeHandler } from './api-description.js';
import {
  keepsNumbersKey,
  laneKey,
  limitKey,
  readsBodyKey,
  repeatsKey,
  triesKey,
} from '../http/bodies/body.guard.js';
import type { OpenApiResponse } from './openapi-document.js';
import { toOpenApiSchema } from './openapi-schema.js';
import { ProblemSchema } from '../http/answers/problem.dto.js';

interface Response {
  readonly description: string;
  /** `application/json` body. */
  readonly schema?: z.ZodType;
  /** Bodies of other media types. */
  readonly content?: Readonly<Record<string, { readonly schema: z.ZodType }>>;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: object }>>;
}

interface OperationOptions {
  /** Unique camelCase `operationId`. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Carries the traffic: answered by the hot lane, before Express; numbers of its body keep their digits. */
  readonly lane?: boolean;
  /** Numbers of its body keep their digits, beside the hot lane too; else those that would lose some are refused. */
  readonly keepsNumbers?: boolean;
  /** A public route that tells more to who brings a token. */
  readonly mayBringToken?: boolean;
  /** What of the address is counted before the body is read. */
  readonly limit?: LimitName;
  /** What of the address is counted later: when nothing of it is left, the body is not read. */
  readonly tries?: LimitName | undefined;
  /** Members of a form that may be sent several times: each of them is a list. */
  readonly repeats?: readonly string[];
  /** The route reads its body itself. */
  readonly readsBody?: boolean;
  /** The body, where no pipe checks it. */
  readonly body?: z.ZodType;
  /** Answers by status; the first is what the handler's plain return value is sent with. With 304, the request is conditional. */
  readonly responses: Readonly<Record<number, Response>>;
  /** Problems beside those that the access and every route bring. */
  readonly problems?: readonly ProblemCode[];
}

const everywhere: readonly ProblemCode[] = [
  'invalid-request',
  'unauthorized',
  'origin-not-allowed',
  'misdirected-request',
  'rate-limited',
  'internal-error',
  'shutting-down',
  'database-unavailable',
];
const ofAccess: Readonly<Record<Access['for'], readonly ProblemCode[]>> = {
  public: [],
  any: ['insufficient-scope', 'second-factor-required', 'account-not-found'],
  user: ['insufficient-scope', 'second-factor-required', 'account-not-found', 'forbidden'],
  session: ['insufficient-scope', 'second-factor-required', 'account-not-found', 'forbidden'],
};
const credentialOf = { user: 'bearer', any: 'bearer', session: 'session' } as const;

const etag = { description: 'For `If-None-Match` of the next request', schema: { type: 'string' } };
const retryAfter = { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' } };

/** Declares a route once: who may use it (enforced by the global guard) and all that OpenAPI says of it. */
export function Operation({
  id,
  summary,
  description,
  access,
  lane = false,
  keepsNumbers = lane,
  mayBringToken = false,
  limit,
  tries,
  repeats,
  readsBody = false,
  body,
  responses,
  problems = [],
}: OperationOptions): MethodDecorator {
  const isShutToPrograms = access.for !== 'public' && access.programs !== true;
  const codes = [
    ...new Set([
      ...problems,
      ...everywhere,
      ...ofAccess[access.for],
      ...(isShutToPrograms ? (['forbidden'] as const) : []),
    ]),
  ];
  const statuses = new Set([
    ...Object.keys(responses).map(Number),
    ...codes.map((code) => problemCatalogue[code].status),
  ]);
  const isConditional = 304 in responses;
  return applyDecorators(
    SetMetadata(accessKey, access),
    SetMetadata(laneKey, lane),
    SetMetadata(keepsNumbersKey, keepsNumbers),
    SetMetadata(limitKey, limit),
    SetMetadata(triesKey, tries),
    SetMetadata(repeatsKey, repeats),
    SetMetadata(readsBodyKey, readsBody),
    ...(isConditional
      ? [ApiHeader({ name: 'If-None-Match', schema: { type: 'string', maxLength: 1024 } })]
      : []),
    HttpCode(Number(Object.keys(responses)[0])),
    describeHandler({
      ...(description === undefined ? {} : { description }),
      operationId: id,
      body,
      responses: Object.fromEntries(
        [...statuses].map((status) => [
          status,
          describe(
            isConditional && status === 200 ? withEtag(responses[status]) : responses[status],
            codes.filter((code) => problemCatalogue[code].status === status),
          ),
        ]),
      ),
      // The empty requirement of OpenAPI: no token is needed.
      security: [
        ...(access.for === 'public' ? [{}] : []),
        ...(access.for !== 'public' ? [{ [credentialOf[access.for]]: [] }] : []),
        ...(access.for === 'public' && mayBringToken ? [{ bearer: [] }] : []),
      ],
      summary,
      'x-gantry-access': describeAccess(access),
    }),
  );
}

/** An error response of OpenAPI that explains the codes it may carry. */
export function problemResponse(codes: readonly ProblemCode[]): OpenApiResponse {
  const mayPass = codes.some((code) => [429, 503].includes(problemCatalogue[code].status));
  return {
    ...(mayPass ? { headers: { 'Retry-After': retryAfter } } : {}),
    description: codes.map((code) => `\`${code}\`: ${problemCatalogue[code].title}`).join('; '),
    content: { 'application/problem+json': toOpenApiSchema(ProblemSchema) },
  };
}

function withEtag(response: Response | undefined): Response | undefined {
  return response && { ...response, headers: { ETag: etag, ...response.headers } };
}

/** One status may carry an answer of the operation's own (an OAuth error, say) and problems. */
function describe(own: Response | undefined, codes: readonly ProblemCode[]): OpenApiResponse {
  if (own === undefined) return problemResponse(codes);
  const response = responseOf(own);
  if (codes.length === 0) return response;
  const problems = problemResponse(codes);
  return {
    ...problems,
    ...response,
    description: `${own.description}; ${problems.description}`,
    content: { ...response.content, ...problems.content },
  };
}

function responseOf({ schema, content, ...rest }: Response): OpenApiResponse {
  const bodies = { ...(schema === undefined ? {} : { 'application/json': { schema } }), ...content };
  const entries = Object.entries(bodies).map(([type, body]) => [type, toOpenApiSchema(body.schema)]);
  return {
    ...rest,
    ...(entries.length === 0 ? {} : { content: Object.fromEntries(entries) as OpenApiResponse['content'] }),
  };
}
