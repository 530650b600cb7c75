/** What can go wrong with servers of the catalogue; rows of the problem catalogue. */
export const catalogProblemKinds = {
  'catalog-entry-not-found': [
    404,
    'The catalogue has no such server',
    'GET /api/catalog?search= finds names; a name holds a slash, which is %2F in an address.',
  ],
  'catalog-entry-deleted': [
    410,
    'The server was taken out of its registry',
    'Choose another server: its registry wants nobody to add this one.',
  ],
  'catalog-entry-refused': [
    422,
    'The gateway does not run a server like this',
    'The detail says what is wrong with the entry. Declare the server yourself if you trust it.',
  ],
  'plan-changed': [
    409,
    'The server is not what the plan says any more',
    'Ask for a new plan and look at it: the entry, or the package that it names, has changed.',
  ],
  'catalog-unavailable': [
    503,
    'A source of the catalogue does not answer',
    'Try again; the detail names the source. CATALOG_SOURCES says which there are.',
  ],
  'package-unavailable': [
    503,
    'The registry of the package does not answer',
    'Try again; the detail says why. NPM_REGISTRY, or the settings of npm, say which registry it is.',
  ],
} as const satisfies Record<string, readonly [number, string, string]>;
