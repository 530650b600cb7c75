import { getMetadataArgsStorage } from 'typeorm';
import '../../src/app.module.js';
import { variables } from '../../src/platform/config/variables.js';
import { storageLimits } from '../../src/platform/storage/storage-limits.js';

/** How the rows that an account can add to a table are bounded: a quota of bytes, or variables that bound how many there are. */
type Bound =
  | { readonly quota: keyof typeof storageLimits }
  | { readonly limits: readonly (keyof typeof variables)[]; readonly by?: string };

/** Tables that an account can grow. */
const grown: Readonly<Record<string, Bound>> = {
  workflow_runs: { quota: 'runBytes' },
  workflow_run_events: { quota: 'runBytes' },
  workflow_journal: { quota: 'runBytes' },
  workflow_signals: { quota: 'runBytes' },
  workflow_events: { quota: 'eventBytes' },
  workflow_due_events: { quota: 'eventBytes' },
  workflow_event_sets: { quota: 'eventBytes' },
  approvals: { quota: 'approvalBytes' },
  call_blocks: { quota: 'callLogBytes' },
  audit_events: { quota: 'auditBytes' },
  audit_unsent: { quota: 'auditBytes' },
  usage_hours: { quota: 'usageBytes' },
  kept_results: { limits: ['ACCOUNT_KEPT_RESULTS', 'ACCOUNT_KEPT_RESULT_BYTES'] },
  idempotency_records: { limits: ['ACCOUNT_KEPT_ANSWERS', 'ACCOUNT_KEPT_ANSWER_BYTES'] },
  apps: { limits: ['MAX_APPS'] },
  app_config_versions: {
    limits: ['MAX_CONFIG_VERSIONS', 'MAX_CONFIG_HISTORY_BYTES', 'ACCOUNT_CONFIG_BYTES'],
  },
  app_secrets: { limits: ['MAX_APPS', 'MAX_APP_SECRETS'] },
  app_secret_origins: { limits: ['MAX_APPS', 'MAX_APP_SECRETS'] },
  grant_lists: { limits: ['MAX_GRANTS'], by: 'one row for each account' },
  server_grants: { limits: ['MAX_GRANTS', 'MAX_GRANT_BYTES'] },
  workflow_hooks: { limits: ['MAX_APPS', 'MAX_WEBHOOKS'] },
  workflow_schedules: { limits: ['MAX_APPS', 'MAX_APP_WORKFLOWS'] },
  workflow_event_waits: { limits: ['MAX_OPEN_RUNS', 'WORKFLOW_MAX_BYTES'] },
  upstream_credentials: { limits: ['ACCOUNT_CREDENTIALS'] },
};

test.todo('placeholder');
void grown;
void getMetadataArgsStorage;
