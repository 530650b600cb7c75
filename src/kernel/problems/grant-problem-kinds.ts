/** What can go wrong with grants, which say who may use which servers; rows of the problem catalogue. */
export const grantProblemKinds = {
  'too-many-grants': [
    409,
    'There are too many grants',
    'Let one grant name a role or a group in place of many that name members, or servers by a glob.',
  ],
  'grants-changed': [
    412,
    'The grants have changed meanwhile',
    'Read the list, apply the change to it and send it with its ETag; PATCH adds and removes without.',
  ],
  'invalid-grants': [
    422,
    'The grants are not valid',
    'Each entry of `errors` names a member by JSON pointer and says what is wrong with it.',
  ],
} as const satisfies Record<string, readonly [number, string, string]>;
