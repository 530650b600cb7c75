import { answers } from './requirements/answers.js';
import { approvals } from './requirements/gate/approvals.js';
import { apps } from './requirements/apps.js';
import { auditSink } from './requirements/gate/audit-sink.js';
import { bodies } from './requirements/bodies.js';
import { catalog } from './requirements/servers/catalog.js';
import { chat } from './requirements/chat.js';
import { cli } from './requirements/cli.js';
import { consoleApi } from './requirements/console-api.js';
import { consolePages } from './requirements/console-pages.js';
import { connecting } from './requirements/connecting.js';
import { credentials } from './requirements/credentials.js';
import { eras } from './requirements/eras.js';
import { gate } from './requirements/gate.js';
import { grants } from './requirements/gate/grants.js';
import { house } from './requirements/house.js';
import { native } from './requirements/native.js';
import { oauthResource } from './requirements/oauth/resource.js';
import { oauthClients } from './requirements/oauth/clients.js';
import { oauthServer } from './requirements/oauth/server.js';
import { oauthFlows } from './requirements/oauth/flows.js';
import { oidc } from './requirements/oidc.js';
import { openapi } from './requirements/openapi.js';
import { people } from './requirements/people.js';
import { record } from './requirements/gate/record.js';
import { policies } from './requirements/gate/policies.js';
import { rules } from './requirements/gate/rules.js';
import { shaping } from './requirements/gate/shaping.js';
import { start } from './requirements/start.js';
import { telemetry } from './requirements/gate/telemetry.js';
import { telling } from './requirements/telling.js';
import { events } from './requirements/workflows/events.js';
import { children } from './requirements/workflows/children.js';
import { programs } from './requirements/workflows/programs.js';
import { trying } from './requirements/workflows/trying.js';
import { triggers } from './requirements/triggers.js';
import { upstreams } from './requirements/upstreams.js';
import { usage } from './requirements/usage.js';
import { workflows } from './requirements/workflows.js';
import type { RequirementRows } from './requirements/rows.js';

/** One behaviour that somebody relies on. Tests name it in brackets: `it('[call-cancel] …')`. */
export interface Requirement {
  /** kebab-case, unique, never reused. */
  readonly id: string;
  readonly behaviour: string;
  /** Where it is written down: a page of the repository with its heading (`docs/chat.md#approvals`), an RFC (`RFC 9457 §3.1`) or an address. */
  readonly source: string;
}

/** A row without a test fails the gate, and so does a test without its row. */
const areas: readonly RequirementRows[] = [
  answers,
  approvals,
  apps,
  auditSink,
  bodies,
  catalog,
  chat,
  cli,
  connecting,
  consoleApi,
  consolePages,
  credentials,
  eras,
  gate,
  grants,
  house,
  native,
  oauthResource,
  oauthClients,
  oauthServer,
  oauthFlows,
  oidc,
  openapi,
  people,
  record,
  policies,
  rules,
  shaping,
  start,
  telemetry,
  telling,
  triggers,
  trying,
  children,
  programs,
  events,
  upstreams,
  usage,
  workflows,
];

/** Every required behaviour. */
export const requirements: readonly Requirement[] = areas.flatMap((bySource) =>
  Object.entries(bySource).flatMap(([source, rows]) =>
    Object.entries(rows).map(([id, behaviour]) => ({ id, behaviour, source })),
  ),
);
