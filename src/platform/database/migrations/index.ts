import type { MigrationInterface } from 'typeorm';
import { EraVerdicts1760000000000 } from './first-edition/1760000000000-era-verdicts.js';
import { Accounts1760000000001 } from './first-edition/1760000000001-accounts.js';
import { AccessTokens1760000000002 } from './first-edition/1760000000002-access-tokens.js';
import { AuditEvents1760000000003 } from './first-edition/1760000000003-audit-events.js';
import { Apps1760000000010 } from './first-edition/1760000000010-apps.js';
import { Idempotency1760000000011 } from './first-edition/1760000000011-idempotency.js';
import { ToolPins1760000000020 } from './first-edition/1760000000020-tool-pins.js';
import { RateCounters1760000000030 } from './first-edition/1760000000030-rate-counters.js';
import { UsedApprovals1760000000040 } from './first-edition/1760000000040-used-approvals.js';
import { WorkflowRuns1760000000050 } from './first-edition/1760000000050-workflow-runs.js';
import { WorkflowStrands1760000000051 } from './first-edition/1760000000051-workflow-strands.js';
import { AuditRetention1760000000060 } from './first-edition/1760000000060-audit-retention.js';
import { KeptAnswers1760000000100 } from './second-edition/1760000000100-kept-answers.js';
import { ConfigBytes1760000000101 } from './second-edition/1760000000101-config-bytes.js';
import { HeldCallAnswers1760000000130 } from './second-edition/1760000000130-held-call-answers.js';
import { WorkflowApprovals1760000000140 } from './second-edition/1760000000140-workflow-approvals.js';
import { RunDepth1760000000141 } from './second-edition/1760000000141-run-depth.js';
import { SignInChanges1760000000150 } from './second-edition/1760000000150-sign-in-changes.js';
import { ClaimedAddresses1760000000151 } from './second-edition/1760000000151-claimed-addresses.js';
import { PasswordResets1760000000152 } from './second-edition/1760000000152-password-resets.js';
import { SecretOrigins1760000000160 } from './second-edition/1760000000160-secret-origins.js';
import { ConfigAccess1760000000161 } from './second-edition/1760000000161-config-access.js';
import { BlankedVersions1760000000162 } from './second-edition/1760000000162-blanked-versions.js';
import { PinsOfKinds1760000000210 } from './second-edition/1760000000210-pins-of-kinds.js';
import { BoundApprovals1760000000220 } from './second-edition/1760000000220-bound-approvals.js';
import { Approvals1760000000330 } from './third-edition/1760000000330-approvals.js';
import { ClientKeys1760000000230 } from './second-edition/1760000000230-client-keys.js';
import { OauthClients1760000000252 } from './second-edition/1760000000252-oauth-clients.js';
import { PublishedServers1760000000270 } from './second-edition/1760000000270-published-servers.js';
import { UsageHours1760000000320 } from './third-edition/1760000000320-usage-hours.js';
import { Calls1760000000321 } from './third-edition/1760000000321-calls.js';
import { AuditSink1760000000340 } from './third-edition/1760000000340-audit-sink.js';
import { WorkflowHooks1760000000501 } from './third-edition/1760000000501-workflow-hooks.js';
import { RunFilters1760000000515 } from './third-edition/1760000000515-run-filters.js';
import { SessionPlaces1760000000540 } from './third-edition/1760000000540-session-places.js';
import { CallBlocks1760000000570 } from './third-edition/1760000000570-call-blocks.js';
import { ChildRuns1760000000620 } from './third-edition/1760000000620-child-runs.js';
import { RunDocuments1760000000621 } from './third-edition/1760000000621-run-documents.js';
import { ServerGrants1760000000630 } from './third-edition/1760000000630-server-grants.js';
import { WorkflowEvents1760000000610 } from './third-edition/1760000000610-workflow-events.js';
import { WorkflowSchedules1760000000500 } from './third-edition/1760000000500-workflow-schedules.js';
import { KeptResults1760000000360 } from './third-edition/1760000000360-kept-results.js';
import { UpstreamCredentials1760000000260 } from './second-edition/1760000000260-upstream-credentials.js';
import { RunLeases1760000000240 } from './second-edition/1760000000240-run-leases.js';
import { GrantTokens1760000000250 } from './second-edition/1760000000250-grant-tokens.js';
import { SignInProviders1760000000400 } from './third-edition/1760000000400-sign-in-providers.js';
import { OAuthGrants1760000000251 } from './second-edition/1760000000251-oauth-grants.js';
import { SecondFactors1760000000640 } from './third-edition/1760000000640-second-factors.js';
import { Passkeys1760000000650 } from './third-edition/1760000000650-passkeys.js';
import { RunWorkers1760000000661 } from './third-edition/1760000000661-run-workers.js';
import { SessionFactors1760000000670 } from './third-edition/1760000000670-session-factors.js';
import { EventSets1760000000685 } from './third-edition/1760000000685-event-sets.js';
import { DeliveryBodies1760000000695 } from './third-edition/1760000000695-delivery-bodies.js';
import { RunRoots1760000000690 } from './third-edition/1760000000690-run-roots.js';
import { StoredBytes1760000000800 } from './fourth-edition/1760000000800-stored-bytes.js';
import { ApprovalAuthors1760000000810 } from './fourth-edition/1760000000810-approval-authors.js';
import { GrantsOfClients1760000000700 } from './fourth-edition/1760000000700-grants-of-clients.js';
import { GroupProviders1760000000731 } from './fourth-edition/1760000000731-group-providers.js';
import { ClientsOfTokens1760000000732 } from './fourth-edition/1760000000732-clients-of-tokens.js';

/** All migrations, oldest first. */
export const migrations: (new () => MigrationInterface)[] = [
  EraVerdicts1760000000000,
  Accounts1760000000001,
  AccessTokens1760000000002,
  AuditEvents1760000000003,
  Apps1760000000010,
  Idempotency1760000000011,
  ToolPins1760000000020,
  RateCounters1760000000030,
  UsedApprovals1760000000040,
  WorkflowRuns1760000000050,
  WorkflowStrands1760000000051,
  AuditRetention1760000000060,
  KeptAnswers1760000000100,
  ConfigBytes1760000000101,
  HeldCallAnswers1760000000130,
  WorkflowApprovals1760000000140,
  RunDepth1760000000141,
  SignInChanges1760000000150,
  ClaimedAddresses1760000000151,
  PasswordResets1760000000152,
  SecretOrigins1760000000160,
  ConfigAccess1760000000161,
  BlankedVersions1760000000162,
  PinsOfKinds1760000000210,
  BoundApprovals1760000000220,
  ClientKeys1760000000230,
  RunLeases1760000000240,
  GrantTokens1760000000250,
  OAuthGrants1760000000251,
  OauthClients1760000000252,
  UpstreamCredentials1760000000260,
  PublishedServers1760000000270,
  UsageHours1760000000320,
  Calls1760000000321,
  Approvals1760000000330,
  AuditSink1760000000340,
  KeptResults1760000000360,
  SignInProviders1760000000400,
  WorkflowSchedules1760000000500,
  WorkflowHooks1760000000501,
  RunFilters1760000000515,
  SessionPlaces1760000000540,
  CallBlocks1760000000570,
  WorkflowEvents1760000000610,
  ChildRuns1760000000620,
  RunDocuments1760000000621,
  ServerGrants1760000000630,
  SecondFactors1760000000640,
  Passkeys1760000000650,
  RunWorkers1760000000661,
  SessionFactors1760000000670,
  EventSets1760000000685,
  RunRoots1760000000690,
  DeliveryBodies1760000000695,
  GrantsOfClients1760000000700,
  GroupProviders1760000000731,
  ClientsOfTokens1760000000732,
  StoredBytes1760000000800,
  ApprovalAuthors1760000000810,
];
