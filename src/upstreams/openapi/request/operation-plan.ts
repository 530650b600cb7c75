/** How values are written where they go (OpenAPI 3.1 §4.8.12.2). */
export type ValueStyle =
  | 'matrix'
  | 'label'
  | 'simple'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'json';

export interface Written {
  readonly style: ValueStyle;
  readonly explode: boolean;
  /** Reserved characters of addresses stay as they are. */
  readonly isOpen?: boolean;
}

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';

/** From an argument of the tool to a parameter of the operation. */
export interface ParameterPlan extends Written {
  readonly argument: string;
  readonly name: string;
  readonly place: ParameterPlace;
  readonly isRequired: boolean;
}

/** From an argument to a member of the body. */
export interface MemberPlan extends Written {
  readonly argument: string;
  readonly name: string;
  readonly isRequired: boolean;
  /** Of a part of a form: what it is said to be. */
  readonly contentType?: string | undefined;
  /** Given as base64. */
  readonly isFile?: boolean;
}

export interface BodyPlan {
  readonly mediaType: string;
  readonly kind: 'json' | 'form' | 'multipart' | 'text' | 'bytes';
  readonly isRequired: boolean;
  /** The argument that is the whole body; else it is put together of members. */
  readonly whole?: string;
  readonly members: readonly MemberPlan[];
  /** Arguments that are no member of their own are members all the same. */
  readonly isOpen: boolean;
}

/** A body as it is sent. */
export interface RequestBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** How the call of a tool becomes a request. */
export interface OperationPlan {
  readonly method: string;
  /** As the document has it. */
  readonly operationId?: string | undefined;
  /** Below the base of the API; `{name}` stands for a parameter, all else is encoded. */
  readonly path: string;
  readonly parameters: readonly ParameterPlan[];
  readonly body?: BodyPlan | undefined;
  /** Names of the security schemes of which it takes one; `undefined` when the document does not say. */
  readonly schemes?: readonly string[] | undefined;
}

/** Where the value for a security scheme goes. */
export interface SchemePlan {
  readonly place: 'header' | 'query' | 'cookie';
  readonly name: string;
  readonly kind: 'plain' | 'bearer' | 'basic';
}
