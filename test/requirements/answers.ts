import type { RequirementRows } from './rows.js';

/** REST, SDK, the OpenAPI document, configs and secrets. */
export const answers: RequirementRows = {
  'docs/cli.md': {
    'cli-secret-origins':
      'The command names and adds origins of secrets, and pushes a literal credential only when it is forced (S-05, S-19).',
  },
  'docs/clients.md': {
    'openapi-generators':
      'The OpenAPI document has only forms that generators of clients for six languages take.',
    'openapi-bodies': 'The OpenAPI document says of each body whether it is needed.',
    'openapi-bounds': 'Bounds in the OpenAPI document are those in force, and are kept.',
  },
  'docs/sdk.md': {
    'strict-schemas':
      'With strict=true a schema is in OpenAI’s strict subset, or a sentence says why it cannot be.',
    'strict-tools': 'The tools of all npm servers of the tests are strict, or say why not.',
    'strict-nulls': 'A null for an optional member whose schema refuses it is left out, at any depth.',
    'strict-calls': 'Calls at REST and SDK leave out such a null.',
    'rest-one-shape':
      'Results of REST and SDK have one shape whatever era the server speaks, byte by byte but for what one era adds.',
    'rest-raw': 'With raw=true a result is all that the server said.',
  },
  'docs/servers.md': {
    'unknown-members':
      'A member of a server in mcp.json that could be meant as a rule is a fault, another unknown one a warning, with line and column, to the operator only (B-1).',
    'import-operator':
      'F-05, F-06: mcp.json reads files of other clients as these do; a rule that the gateway cannot keep is a fault, another member that is not read a warning.',
    'import-published':
      'F-06: a declaration that is published by the API is refused with rules and credentials in the words of other clients, and the answer names the member to write.',
  },
  'docs/apps.md': {
    'secret-first-origin':
      'A secret without origins is fixed to where the first config in force sends it, on record, and goes nowhere else (S-05).',
    'secret-config-first': 'A secret that is set after its config is fixed to where that sends it (S-05).',
    'secret-drafts':
      'A draft is tried without the secrets that are not given for its origins; a first use by a draft is on record (S-05).',
    'secret-origins-named':
      'A secret goes to the origins that it was set with; owners and admins widen them, members do not (S-05).',
    'secret-origins-kept': 'A name keeps its origins when a member deletes the secret (S-05).',
    'secret-origins-commands': 'A secret goes to a command only where it was given for commands (S-05).',
    'secret-origins-upgrade':
      'Secrets from before the rule are fixed to the origins of the config in force (S-05).',
    'literal-refused':
      'What surely is a credential in plain text is refused in a config, with its pointer, unless it is forced (S-19).',
    'version-blanked': 'An owner can erase what an older version of a config said, on record (S-19).',
    'config-access':
      'Members read configs; owners and admins change them, and members only where the account says so (S-05, T-19).',
  },
};
