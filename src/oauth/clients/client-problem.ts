import { Problem, type ProblemExtras } from '../../kernel/problems/problem.js';

const codes = {
  unknown: 'oauth-client-unknown',
  unreachable: 'oauth-client-unreachable',
  unavailable: 'oauth-client-unavailable',
} as const;

/**
 * A client that cannot be told who it is. `unknown`: there is none, or it did not prove that it is the one; a token endpoint answers 401 `invalid_client`.
 * `unreachable` (502) and `unavailable` (503): its document cannot be had.
 */
export class ClientProblem extends Problem {
  constructor(
    readonly kind: keyof typeof codes,
    detail: string,
    extras: ProblemExtras = {},
  ) {
    super(codes[kind], detail, extras);
  }

  /** Its name in the trail. */
  get error(): 'invalid_client' | 'client_unavailable' {
    return this.kind === 'unknown' ? 'invalid_client' : 'client_unavailable';
  }
}
