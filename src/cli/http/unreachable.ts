import { GantryProblem } from '../../client/problem.js';

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name cannot be looked up right now',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is signed by itself; NODE_EXTRA_CA_CERTS can name it as trusted',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is not signed by anybody known; NODE_EXTRA_CA_CERTS can name who is trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate cannot be verified; NODE_EXTRA_CA_CERTS can name who is trusted',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  EPROTO: 'it does not speak TLS there; try http://',
};

/** Why there was no answer, as a problem. */
export function unreachable(url: string, error: unknown): GantryProblem {
  const code = codeOf(error);
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new GantryProblem('unreachable', 0, `The gateway at ${url} cannot be reached`, reason, {
    cause: error,
  });
}

/** Whether the request cannot have been worked on. */
export function neverArrived(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  // Both address families failed.
  return Array.isArray(errors) ? codeOf(errors[0]) : '';
}
