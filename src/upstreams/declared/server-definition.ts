import { createHash } from 'node:crypto';
import type { SharedPolicies } from '../../apps/document/policies.schema.js';
import type { OperationGlobs, ResultShape } from '../../apps/document/server-options.schema.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { ProblemCode } from '../../kernel/problems/problem-catalogue.js';
import type { RunOptions } from './run-options.schema.js';
import type { ServerAuth } from './server-auth.js';

/** Why a declaration cannot be used as it stands: nothing is connected to, and callers get this problem. */
export interface Obstacle {
  readonly code: Extract<
    ProblemCode,
    'secret-not-set' | 'secret-not-for-origin' | 'server-circle' | 'server-not-found' | 'stdio-not-allowed'
  >;
  readonly detail: string;
}

/** How to reach a server by HTTP. `auto` tries Streamable HTTP and falls back to HTTP+SSE. */
export interface RemoteTarget {
  readonly transport: 'http' | 'sse' | 'auto';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly obstacle?: Obstacle;
}

/** How to start a server as a child process. */
export interface StdioTarget {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  /** Nobody has named `cwd`. */
  readonly isCwdDefault?: true | undefined;
  /** Of the package that it is (`pinnedPackageOf`): nothing else is run. */
  readonly integrity?: string | undefined;
  /** What holds it in; the paths are absolute. */
  readonly run?: RunOptions | undefined;
  readonly obstacle?: Obstacle;
}

/** An API that is called by its OpenAPI document. */
export interface OpenApiTarget {
  readonly transport: 'openapi';
  /** Where the API is, or where its document is when nobody has said (`isBase` is absent): nothing is sent to another origin. */
  readonly url: string;
  readonly isBase?: true | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Values for the security schemes of the document, by name. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  /** The address of the document, or the document. */
  readonly document: string | JsonObject;
  readonly operations?: OperationGlobs | undefined;
  readonly obstacle?: Obstacle;
}

export type ServerTarget = RemoteTarget | OpenApiTarget | StdioTarget;

/** Whether the operator vouches for the address, or it came from a tenant and the egress policy decides. */
export type Trust = 'operator' | 'tenant';

/** What is shown of a tool instead of what the server says; the key in `ServerOptions.overrides` is the server's name for it. */
export interface ToolOverride {
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly annotations?: JsonObject | undefined;
}

/** Per-server settings of an operator's file or an app's config. */
export interface ServerOptions {
  readonly description?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxConcurrency?: number | undefined;
  readonly isolation?: 'account' | 'shared' | undefined;
  /** Names of headers and variables that are not redacted. */
  readonly notSecret?: readonly string[] | undefined;
  readonly tools?:
    | {
        readonly allow?: readonly string[] | undefined;
        readonly deny?: readonly string[] | undefined;
        /** By globs for the names of tools. */
        readonly shape?: Readonly<Record<string, ResultShape>> | undefined;
      }
    | undefined;
  readonly overrides?: Readonly<Record<string, ToolOverride>> | undefined;
  /** `deny`: no caller is asked anything by this server. */
  readonly questions?: 'allow' | 'deny' | undefined;
}

/** A server as its declaration describes it. */
export interface ServerDefinition {
  readonly name: string;
  readonly target: ServerTarget;
  readonly options: ServerOptions;
  /** How the gateway gets in; only of remote servers. */
  readonly auth?: ServerAuth | undefined;
  /** What the operator says of every call of it. */
  readonly policies?: SharedPolicies | undefined;
  /** Variables of the operator's environment that stand in the declaration, by name. */
  readonly environment?: readonly (readonly [name: string, value: string])[];
}

/** A short digest of everything that a connection depends on: equal digests may share one, different ones never do. */
export function fingerprint({ target, options, auth }: ServerDefinition): string {
  const { isolation, notSecret } = options;
  return createHash('sha256')
    .update(JSON.stringify([target, isolation, notSecret, ...(auth === undefined ? [] : [auth])]))
    .digest('base64url')
    .slice(0, 22);
}
