import { getMetadataArgsStorage } from 'typeorm';
import { AppModule } from '../../src/app.module.js';
import { variables, type VariableName } from '../../src/platform/config/variables.js';
import { storageNames, type StorageName } from '../../src/platform/storage/storage-limits.js';

/** Has a quota of bytes: `GET /api/usage/limits` shows it, and the oldest rows go first. */
const quotas: Readonly<Record<StorageName, readonly string[]>> = {
  runBytes: [
    ...['workflow_runs', 'workflow_run_events', 'workflow_journal', 'workflow_signals'],
    'workflow_event_waits',
  ],
  eventBytes: ['workflow_events', 'workflow_due_events', 'workflow_event_sets'],
  approvalBytes: ['approvals'],
  callLogBytes: ['call_blocks'],
  auditBytes: ['audit_events', 'audit_unsent'],
  usageBytes: ['usage_hours'],
};

/** Has bounds of its own: what these variables say of its rows. */
const bounds: Readonly<Record<string, readonly VariableName[]>> = {
  kept_results: ['ACCOUNT_KEPT_RESULTS', 'ACCOUNT_KEPT_RESULT_BYTES'],
  idempotency_records: ['ACCOUNT_KEPT_ANSWERS', 'ACCOUNT_KEPT_ANSWER_BYTES'],
  held_call_answers: ['MAX_HELD_CALLS', 'HELD_CALL_MS'],
  apps: ['MAX_APPS'],
  app_config_versions: ['MAX_CONFIG_VERSIONS', 'MAX_CONFIG_HISTORY_BYTES', 'ACCOUNT_CONFIG_BYTES'],
  app_secrets: ['MAX_APPS', 'MAX_APP_SECRETS'],
  app_secret_origins: ['MAX_APPS', 'MAX_APP_SECRETS'],
  grant_lists: ['MAX_GRANTS'],
  server_grants: ['MAX_GRANTS', 'MAX_GRANT_BYTES'],
  pins: ['MAX_APPS', 'MAX_APP_SERVERS', 'MAX_LIST_BYTES'],
  upstream_credentials: ['ACCOUNT_CREDENTIALS'],
  workflow_hooks: ['MAX_APPS', 'MAX_WEBHOOKS'],
  workflow_schedules: ['MAX_APPS', 'MAX_APP_WORKFLOWS', 'WORKFLOW_MAX_DUE'],
  invitations: ['ACCOUNT_MEMBERS', 'INVITATION_DAYS'],
  memberships: ['ACCOUNT_MEMBERS'],
  rule_roles: ['ACCOUNT_MEMBERS', 'OIDC_PROVIDERS'],
  oauth_clients: ['MAX_OAUTH_CLIENTS'],
  oauth_client_documents: ['MAX_OAUTH_DOCUMENTS'],
  passkeys: ['MAX_PASSKEYS'],
  published_servers: ['MAX_PUBLISHED_SERVERS'],
};

/** Grows at a limited rate, and a row is gone after a limited time: small rows that a person or program makes as it signs in or connects. */
const rates: Readonly<Record<string, readonly [rate: VariableName, lifetime: VariableName]>> = {
  access_tokens: ['DEVICE_LOGINS_PER_MINUTE', 'TOKEN_DAYS'],
  sessions: ['LOGINS_PER_MINUTE', 'SESSION_HOURS'],
  device_grants: ['DEVICE_LOGINS_PER_MINUTE', 'DEVICE_CODE_SECONDS'],
  sign_in_attempts: ['SIGN_INS_PER_MINUTE', 'SESSION_HOURS'],
  passkey_challenges: ['SIGN_INS_PER_MINUTE', 'SESSION_HOURS'],
  password_resets: ['RESETS_PER_MINUTE', 'RESET_HOURS'],
  oauth_codes: ['OAUTH_TOKENS_PER_MINUTE', 'OAUTH_GRANT_DAYS'],
  oauth_grants: ['OAUTH_TOKENS_PER_MINUTE', 'OAUTH_GRANT_DAYS'],
  oauth_families: ['OAUTH_TOKENS_PER_MINUTE', 'OAUTH_REFRESH_DAYS'],
  rate_counters: ['RATE_LIMIT_PER_MINUTE', 'RESET_HOURS'],
  used_approvals: ['RATE_LIMIT_PER_MINUTE', 'CHAT_APPROVAL_MINUTES'],
  era_verdicts: ['RATE_LIMIT_PER_MINUTE', 'ERA_VERDICT_HOURS'],
  upstream_authorizations: ['RATE_LIMIT_PER_MINUTE', 'SESSION_HOURS'],
  upstream_clients: ['RATE_LIMIT_PER_MINUTE', 'SESSION_HOURS'],
};

/** An account cannot add rows at will. */
const fixed: Readonly<Record<string, string>> = {
  accounts: 'the operator invites to found one',
  users:
    'one for each person who accepts an invitation, which ACCOUNT_MEMBERS bounds, or signs in at a provider',
  authenticators: 'one for each person',
  recovery_codes: 'ten for each person',
  code_entries: 'one for each person',
  provider_subjects: 'one for each person and provider of the operator',
  audit_sender: 'one row',
  usage_marks: 'one for each process',
  workflow_workers: 'one for each process',
};

it('[storage-tables] each table has a quota, bounds of its own, a limited rate, or cannot be grown by an account', () => {
  expect(AppModule).toBeDefined();
  const listed = [
    ...Object.values(quotas).flat(),
    ...[bounds, rates, fixed].flatMap((tables) => Object.keys(tables)),
  ];
  const tables = getMetadataArgsStorage().tables.map(({ name }) => String(name));
  expect(listed.toSorted()).toEqual(tables.toSorted());
  expect(Object.keys(quotas).toSorted()).toEqual(storageNames.toSorted());
  const named = [...Object.values(bounds), ...Object.values(rates)].flat();
  for (const variable of named) expect(Object.keys(variables)).toContain(variable);
});
