import type { ProblemCode } from '../../kernel/problems/problem-catalogue.js';

/** Why a message did not get through. Everything that the layers above decide on is in these fields, never in a text. */
export type LinkFailureKind =
  /** No connection could be made: nothing was sent. */
  | 'unreachable'
  /** The connection broke before a byte of the answer; the request may have been carried out. */
  | 'broken-before-answer'
  /** The connection broke in the middle of the answer. */
  | 'broken'
  /** The server does not know our session any more; the request was not carried out. */
  | 'session-lost'
  /** 401 or 403. */
  | 'auth-required'
  /** Another HTTP status. */
  | 'http-status'
  /** An answer that is not MCP. */
  | 'bad-answer'
  | 'too-large'
  /** The egress policy forbids the address. */
  | 'egress-denied'
  /** The declaration has an obstacle: nothing was sent. */
  | 'not-usable'
  /** A limit of the gateway forbids it, which the cause tells: nothing was sent. */
  | 'refused'
  | 'timeout'
  | 'cancelled'
  /** The caller does not answer what the server asks; `cause` is what the caller is told. */
  | 'unanswered'
  /** The link was closed before: nothing was sent. */
  | 'closed';

export class LinkFailure extends Error {
  override readonly name = 'LinkFailure';

  constructor(
    readonly kind: LinkFailureKind,
    message: string,
    readonly details: {
      readonly status?: number;
      readonly body?: string;
      readonly retryAfterMs?: number;
      readonly problem?: ProblemCode;
      /** The server asks for a Bearer token. */
      readonly wantsToken?: boolean;
      /** The server says where its metadata is (RFC 9728 §5.1), as one that signs in by OAuth does. */
      readonly wantsOAuth?: boolean;
      /** The server refused the version and named 2026-07-28. */
      readonly wantsModern?: boolean;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
  }

  /** Whether the failure says something about the health of the server. */
  get blamesServer(): boolean {
    const { status } = this.details;
    return (
      this.kind === 'unreachable' ||
      this.kind === 'broken' ||
      this.kind === 'broken-before-answer' ||
      (this.kind === 'http-status' && status !== undefined && status >= 500)
    );
  }

  /** The same failure before the connection was ready: nothing can have reached a tool. */
  whileConnecting(): LinkFailure {
    return this.blamesServer
      ? new LinkFailure('unreachable', this.message, { ...this.details, cause: this })
      : this;
  }

  static from(error: unknown): LinkFailure {
    return error instanceof LinkFailure
      ? error
      : new LinkFailure('broken', 'the connection failed', { cause: error });
  }
}
