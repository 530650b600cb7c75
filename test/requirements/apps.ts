import type { RequirementRows } from './rows.js';

/** Apps and their programs: configs, keys, the SDK, tool search. */
export const apps: RequirementRows = {
  'docs/apps.md#requests-that-may-be-repeated': {
    'idempotency-replay':
      'A call with an Idempotency-Key is carried out once; who asks again gets the stored answer.',
    'idempotency-one-call': 'However many ask at once with one key, there is one upstream call.',
    'idempotency-mismatch': 'A key with another body is refused.',
    'idempotency-caller': 'A key belongs to its caller.',
    'idempotency-keys-apart':
      'T-24: a stored answer is for one caller: a person, a program with a grant, or one key of an app.',
    'idempotency-apps': 'A key makes one app.',
    'idempotency-day': 'A stored answer lasts a day, also over a restart.',
    'idempotency-crash': 'After a crash in between the outcome is unknown, and nobody is called again.',
    'idempotency-failures': 'What may have had its effect is not repeated.',
    'idempotency-no-effect': 'What surely had no effect can be repeated.',
    'idempotency-left': 'A call with a key goes on when its caller leaves.',
    'idempotency-no-stream': 'A call with a key cannot be an event stream.',
    'idempotency-key-form': 'A key is printable ASCII of bounded length.',
    'idempotency-at-rest': 'Stored answers are sealed in the database.',
  },
  'docs/sdk.md#tools': {
    'sdk-list':
      'GET /api/sdk/tools lists the tools of all servers of an app, each under one name, with its server and tool.',
    'sdk-call':
      'POST /api/sdk/tools/call calls a tool by that name with all that a call can have, streaming too.',
    'sdk-app-choice': 'The app is the key’s; a user token names it with ?app=.',
    'sdk-pages': 'The list of an app’s tools is paged, and its ETag answers If-None-Match with 304.',
    'sdk-formats': '?format=openai and anthropic give what the official SDKs take as it is.',
    'sdk-fail-open':
      'A server that is dead, hangs or sends rubbish is named in the list and takes nothing from the others.',
    'sdk-warm-fast': 'A list over many servers is not kept waiting twice by one that hangs.',
    'sdk-policies': 'Allow, deny and overrides of an app hold in lists and calls alike.',
  },
  'docs/sdk.md#resources-and-prompts': {
    'sdk-resources':
      'Resources and templates of all servers of an app are listed with their server, and read by URI.',
    'ambiguous-resource': 'A resource that two servers have is 409 ambiguous-resource unless one is named.',
    'sdk-prompts': 'Prompts of all servers of an app are listed and got under names like tools.',
  },
  'docs/sdk.md#starting-resolve': {
    'resolve-document': 'GET /api/apps/{app}/resolve is the document of section 6.',
    'resolve-etag': 'It has an ETag that answers If-None-Match with 304 and changes with the config.',
    'resolve-mine': 'It is for keys of the app and people of its account; others find nothing.',
    'resolve-known-state': 'resolve answers from known state and waits for no server.',
    'resolve-nothing-leaks': 'No address, header, command or secret of a server is in resolve.',
  },
  'docs/apps.md': {
    'apps-create': 'POST /api/cli/apps makes an app with a slug of its name and a first config.',
    'apps-slug-taken': 'A slug that another app of the account has is 409 slug-taken.',
    'apps-list': 'Apps are listed newest first, in pages, each account its own.',
    'apps-update': 'An app can be renamed and described; a new slug moves its handles.',
    'apps-delete': 'A deleted app takes its configs, secrets and keys along at once.',
    'apps-limit': 'An account has at most MAX_APPS apps.',
    'apps-limit-at-once':
      'However many requests come at once, no more apps are made than MAX_APPS, nor more secrets of an app than MAX_APP_SECRETS.',
    'apps-unknown': 'A name that no app can have is 404, whatever it is made of.',
    'apps-audit': 'Each change leaves an audit event without contents.',
    'tenant-hot-change': 'A config is in force from the next request on; what is gone is closed.',
    'tenant-published-gone': 'Who took over a published server is told when it is taken away.',
    'tenant-shared-connection': 'Servers that only narrow a published one use its connections.',
    'tenant-isolation': 'Accounts with the same slugs and servers hear nothing of each other.',
  },
  'docs/apps.md#saving': {
    'config-versions': 'A config is saved as a new version on top of the one that was seen.',
    'config-not-modified': 'A config is not sent again to who has it.',
    'config-precondition': 'A save that does not say what it builds on is 428, one on an old state 412.',
    'config-one-winner': 'Of parallel saves on one state exactly one wins.',
    'config-unchanged': 'Unchanged content keeps its version.',
    'config-dry-run': 'dryRun says what would change and changes nothing.',
    'config-history': 'Versions are kept with author and message; a rollback is a new version.',
    'config-kill9': 'Acknowledged configs survive repeated SIGKILL, all of them whole.',
    'apps-replicas': 'Another process uses a changed app within seconds.',
  },
  'docs/apps.md#keys': {
    'app-keys': 'App keys are shown once; at most two live.',
    'app-keys-bound': 'A key belongs to one app.',
    'app-keys-scopes': 'A key can do no more than who made it.',
  },
  'docs/apps.md#the-config': {
    'secrets-write-only': 'Secrets are set, listed by name and deleted, and never come back.',
    'secrets-paged': 'Secrets and keys of an app are listed in pages.',
    'secrets-names': 'Names of secrets are written in capital letters.',
    'config-schema': 'The JSON Schema of app configs is served and is what is checked.',
    'config-faults-all': 'All faults of a config are told at once, each with its pointer.',
    'config-warnings': 'What is allowed but looks wrong is a warning.',
    'config-too-large': 'A config above MAX_CONFIG_BYTES is refused.',
    'substitution-only-secrets': '${secret:NAME} is the only substitution; others are refused with advice.',
    'prototype-names': 'Names that every object has are names like any other.',
    'approval-required': 'A tool under requireApproval is 202 with its approval on every plain call.',
  },
  'docs/apps.md#who-may-do-what': {
    'apps-roles': 'Apps are open to members; deleting them and their keys to owners and admins.',
    'apps-people-only': 'Apps cannot be managed with app keys.',
  },
  'docs/decisions/0016-names-of-an-apps-tools.md': {
    'sdk-names-rules': 'The names of an app’s tools are accepted by OpenAI and Anthropic and are unique.',
    'sdk-names-survive-restart':
      'These names are the same after a restart, in another order, and while servers are down.',
  },
  'docs/sdk.md#tools-that-change': {
    'drift-warn': 'Tools that changed are reported once, shown, and go on working.',
    'drift-block':
      'With toolPinning block, changed and added tools are hidden and refused on every way until they are accepted.',
    'drift-accept': 'Changed tools are accepted by people of the app, as they were reviewed.',
    'drift-hidden': 'Changes of tools that the app does not see do not matter to it.',
    'drift-invisible': 'Hidden characters in the texts of tools are pointed out.',
  },
  'docs/tool-search.md': {
    'tool-search-hits':
      'Questions about the catalogues of real servers find the right tool first, or among five.',
    'tool-search-order': 'Found tools come best first, each with its score.',
  },
};
