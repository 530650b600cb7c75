import { applyDecorators, HttpCode, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { z } from 'zod';
import { problemCatalogue, type ProblemCode } from '../../kernel/problem-catalogue.js';
import type { Access } from '../security/access.js';
import { accessKey } from '../security/access.guard.js';
import { toOpenApiSchema } from './openapi-schema.js';
import { ProblemSchema } from './problem.dto.js';

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
  /** Successful answers by status; the first is what the handler's plain return value is sent with. */
  readonly responses: Readonly<Record<number, Response>>;
  /** Problems beside those that the access and every route bring. */
  readonly problems?: readonly ProblemCode[];
}

const everywhere: readonly ProblemCode[] = [
  'invalid-request',
  'origin-not-allowed',
  'misdirected-request',
  'internal-error',
  'shutting-down',
];
const authenticated: readonly ProblemCode[] = ['unauthorized', 'insufficient-scope', 'rate-limited'];

/** Declares a route once: who may use it (enforced by the global guard) and all that OpenAPI says of it. */
export function Operation({
  id,
  summary,
  description,
  access,
  responses,
  problems = [],
}: OperationOptions): MethodDecorator {
  const codes = [...new Set([...problems, ...everywhere, ...(access.for === 'public' ? [] : authenticated)])];
  const statuses = [...new Set(codes.map((code) => problemCatalogue[code].status))];
  return applyDecorators(
    SetMetadata(accessKey, access),
    HttpCode(Number(Object.keys(responses)[0])),
    ApiOperation({ operationId: id, summary, ...(description === undefined ? {} : { description }) }),
    ...(access.for === 'public' ? [] : [ApiBearerAuth('bearer')]),
    ...Object.entries(responses).map(([status, response]) =>
      ApiResponse({ status: Number(status), ...responseOf(response) }),
    ),
    ...statuses.map((status) =>
      ApiResponse({
        status,
        ...problemResponse(codes.filter((code) => problemCatalogue[code].status === status)),
      }),
    ),
  );
}

function problemResponse(codes: readonly ProblemCode[]): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${problemCatalogue[code].title}`).join('; '),
    content: { 'application/problem+json': toOpenApiSchema(ProblemSchema) },
  };
}

function responseOf({ schema, content, ...rest }: Response): object {
  const bodies = { ...(schema === undefined ? {} : { 'application/json': { schema } }), ...content };
  const entries = Object.entries(bodies).map(([type, body]) => [type, toOpenApiSchema(body.schema)]);
  return { ...rest, ...(entries.length === 0 ? {} : { content: Object.fromEntries(entries) as object }) };
}
