import type { DescribedAccess } from '../security/access.js';

/** An OpenAPI 3.0.3 document, as far as this one goes. */
export interface OpenApiDocument {
  readonly openapi: '3.0.3';
  readonly paths: OpenApiPaths;
  readonly info: Readonly<Record<string, unknown>>;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly servers: readonly { readonly url: string }[];
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

/** Operations by path template (`/api/servers/{server}`) and lower-case method. */
export type OpenApiPaths = Record<string, Record<string, OpenApiOperation>>;

export interface OpenApiOperation {
  readonly description?: string;
  readonly operationId: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: { required: boolean; readonly content: OpenApiContent };
  readonly responses: Record<string, OpenApiResponse>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly summary: string;
  readonly tags: readonly string[];
  /** Who may use it, as the guard knows it. */
  readonly 'x-gantry-access': DescribedAccess;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly required: boolean;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly schema: object;
  'x-go-name'?: string;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: object;
  readonly content?: OpenApiContent;
}

type OpenApiContent = Readonly<Record<string, { readonly schema: object }>>;
