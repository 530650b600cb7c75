import type { paths } from '../../client/openapi-types.js';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Paths that have an operation with this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M & keyof paths[P]] extends { readonly responses: unknown } ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends keyof paths> = paths[P][M & keyof paths[P]];

type Json<R> = R extends { content: { readonly 'application/json': infer B } } ? B : undefined;

/** What a success answers with. */
export type Success<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { readonly responses: infer R }
    ? Json<R[keyof R & (200 | 201 | 202 | 204)]>
    : never;

type Parameters<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { readonly parameters: infer A } ? A : never;

type PathParameters<M extends Method, P extends keyof paths> =
  Parameters<M, P> extends { readonly path: infer V } ? { readonly path: V } : { readonly path?: never };

type QueryParameters<M extends Method, P extends keyof paths> =
  Parameters<M, P> extends { readonly query?: infer V } ? { readonly query?: V } : { readonly query?: never };

type Body<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { readonly requestBody: { content: { readonly 'application/json': infer B } } }
    ? { readonly body: B }
    : Operation<M, P> extends { readonly requestBody?: { content: { readonly 'application/json': infer B } } }
      ? { readonly body?: B }
      : { readonly body?: never };

/** What an operation takes, from the OpenAPI document. */
export type Input<M extends Method, P extends keyof paths> = PathParameters<M, P> &
  QueryParameters<M, P> &
  Body<M, P> & {
    readonly headers?: Readonly<Record<string, string>>;
    /** Time until the head of the answer. */
    readonly timeoutMs?: number;
    /** Sends an Idempotency-Key, which makes it safe to send the request again. */
    readonly idempotent?: boolean;
  };
