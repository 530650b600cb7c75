/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

export interface PageRequest {
  /** 1–200. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const defaultPageSize = 50;
export const maxPageSize = 200;
