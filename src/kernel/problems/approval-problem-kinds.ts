/** What can go wrong with calls that people are asked about, in the form of the catalogue: status, title, advice. */
export const approvalProblemKinds = {
  'approval-required': [
    403,
    'The tool runs only after an approval',
    'Somebody approves the call at `approval.url`; then make it again, in plain HTTP with `X-Approval`. Without that member the call cannot be approved on this way.',
  ],
  'approval-denied': [
    403,
    'The call was not approved',
    'The detail says why, if whoever denied it has said so. Do not make the same call again unless that has changed.',
  ],
  'approval-invalid': [
    403,
    'The approval does not fit',
    'An approval is for one caller, server, tool and input, and expires; ask without it, so that the question is asked anew.',
  ],
  'approval-not-found': [404, 'No such approval', 'GET /api/approvals lists those that this token sees.'],
  'approval-used': [
    409,
    'The approval has been used',
    'An approval works once. Ask without it, so that the question is asked anew.',
  ],
  'approval-decided': [
    409,
    'Somebody has decided already',
    'The first decision counts; GET /api/approvals/{id} shows it.',
  ],
  'approval-expired': [
    410,
    'The approval has expired',
    'APPROVAL_HOURS names the time. Ask without it, so that the question is asked anew.',
  ],
  'approval-too-large': [
    413,
    'The arguments are too large to wait for an approval',
    'APPROVAL_MAX_BYTES names the limit: people have to read them.',
  ],
  'too-many-approvals': [
    429,
    'Too many calls wait for an approval',
    'Let somebody decide about some of them: GET /api/approvals?status=waiting lists them. The detail names the limit.',
  ],
} as const satisfies Record<string, readonly [number, string, string]>;
