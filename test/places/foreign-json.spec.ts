import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirements } from '../requirements.js';
import { attacks } from '../support/hostile/attacks.js';

/**
 * Who wrote the text that a file parses. `gateway`: rows, sealed values and messages between its own threads and processes, which it bounded
 * when it wrote them. `operator`: files and settings of the installation. Text of others is measured first: the string names the attack of
 * `hostile-tenant`, or the requirement, that feeds it the worst.
 */
type Writer = 'gateway' | 'operator' | { readonly others: string };

const others = (test: string): Writer => ({ others: test });

/** A file of `src` that turns text into values and is missing here fails the test: find out who can write that text. */
const places: Readonly<Record<string, Writer>> = {
  // Requests
  'src/platform/http/bodies/body-reader.ts': others('a body of lists'),
  'src/mcp/server/native-request.ts': others('json-elements'),
  'src/mcp/server/native-envelope.ts': others('json-elements'),
  'src/upstreams/approvals/approval.page.ts': others('bad-input'),
  'src/accounts/factors/client-data.ts': others('anonymous-bodies'),
  'src/accounts/own-factor/passkey.dto.ts': others('anonymous-bodies'),
  'src/accounts/passkey-sign-in/passkey-form.dto.ts': others('anonymous-bodies'),

  // Messages of MCP servers
  'src/mcp/wire/message-decoder.ts': others('a structured result of members'),
  'src/mcp/wire/result-value.ts': others('foreign-json'),
  'src/mcp-gateway/native/http/changed-events.ts': others('list-bytes'),
  'src/mcp-gateway/native/http/heard-answers.ts': others('list-bytes'),
  'src/mcp-gateway/native/http/server-answer.ts': others('a native result of members'),
  'src/mcp-gateway/native/http/stray-answers.ts': others('a native result of umlauts'),
  'src/upstreams/links/http-status.ts': others('an error with large data'),
  'src/upstreams/tools/gate/hooks/hook-answer-limits.ts': others('answers of a hook'),

  // Documents that are fetched
  'src/platform/egress/bounded-json.ts': others('a registry'),
  'src/oauth/clients/egress-document-source.adapter.ts': others('oauth-document-refused'),
  'src/upstreams/credentials/dialogue/client-registration.adapter.ts': others(
    'discovery documents of an upstream',
  ),
  'src/upstreams/credentials/dialogue/tolerant-fetch.ts': others('discovery documents of an upstream'),
  'src/accounts/providers/github-identity-provider.adapter.ts': others(
    'discovery documents of an identity provider',
  ),
  'src/upstreams/openapi/document/document-thread.mjs': others('an API document of members'),
  'src/upstreams/openapi/document/read-document.ts': 'gateway',
  'src/upstreams/packages/npm-registry.service.ts': others('catalog-refused'),
  'src/upstreams/packages/installed-files.ts': others('catalog-refused'),
  'src/upstreams/packages/registry-front.ts': others('catalog-registry-only'),
  'src/upstreams/packages/npm-settings.ts': 'operator',
  'src/upstreams/links/inspected-start.ts': 'gateway',
  'src/mcp-gateway/chat/models/local-runtimes.service.ts': 'operator',

  // Expressions and workflows
  'src/platform/expressions/foreign-data.mjs': others('a shaped result of members'),
  'src/platform/expressions/jq.mjs': others('expressions-isolated'),
  'src/platform/expressions/expression-thread.mjs': 'gateway',
  'src/platform/expressions/jsonata-realm.mjs': 'gateway',
  'src/platform/expressions/threaded-expressions.adapter.ts': others('a shaped result of numbers'),
  'src/workflows/programs/program-source.ts': others('workflow-hostile'),
  'src/workflows/expressions/document-check.service.ts': 'gateway',
  'src/workflows/expressions/document-schemas.mjs': 'gateway',

  // Files and settings of the operator
  'src/platform/config/values/model-providers.ts': 'operator',
  'src/platform/config/values/sign-in-providers.ts': 'operator',
  'src/upstreams/catalog/sources/file-source.ts': 'operator',

  // Rows, sealed values, and what the gateway printed itself
  ...Object.fromEntries(
    [
      'accounts/providers/typeorm-subject-store.repository.ts',
      'accounts/sign-in/sign-in-tickets.service.ts',
      'accounts/tokens/kept-reach.ts',
      'apps/app/app-config.dto.ts',
      'apps/app/app-configs.service.ts',
      'apps/clearance/grant-filter.ts',
      'apps/clearance/grant-shelves.ts',
      'apps/clearance/server-grants.service.ts',
      'apps/editing/config-editor.service.ts',
      'apps/secrets/secret-origins.service.ts',
      'mcp-gateway/approving/approval-answers.service.ts',
      'mcp-gateway/native/connect/connect-answers.service.ts',
      'mcp-gateway/questions/held-call-relay.service.ts',
      'mcp-gateway/questions/held-calls.service.ts',
      'mcp-gateway/questions/relayed-outcome.ts',
      'oauth/authorize/typeorm-code-store.repository.ts',
      'oauth/clients/typeorm-client-store.repository.ts',
      'oauth/clients/typeorm-document-store.repository.ts',
      'oauth/grants/typeorm-program-grant-store.repository.ts',
      'platform/calls/call-block.ts',
      'platform/calls/stored-call.ts',
      'platform/events/event-courier.service.ts',
      'platform/idempotency/stored-answer.ts',
      'platform/openapi/openapi-schema.ts',
      'platform/pages/page-script.ts',
      'platform/results/kept-results.service.ts',
      'platform/tracing/mcp-attributes.ts',
      'platform/workers/greeting.ts',
      'upstreams/approvals/sealed-arguments.service.ts',
      'upstreams/approvals/typeorm-approval-book.repository.ts',
      'upstreams/catalog/sources/catalog.service.ts',
      'upstreams/credentials/client-identities.service.ts',
      'upstreams/credentials/pending-authorizations.service.ts',
      'upstreams/credentials/token-vault.ts',
      'upstreams/packages/package-records.ts',
      'upstreams/publishing/declarations.ts',
      'upstreams/publishing/published-memory.service.ts',
      'workflows/engine/journal/typeorm-journal-store.repository.ts',
      'workflows/events/typeorm-event-store.repository.ts',
      'workflows/runs/rows/run-rows.repository.ts',
      'workflows/runs/rows/typeorm-run-store.repository.ts',
      'workflows/schedules/typeorm-schedule-store.repository.ts',
    ].map((path) => [`src/${path}`, 'gateway' as const]),
  ),
};

const parses =
  /\bJSON\.parse\(|\bparseJson\(|\bpars\w+JsonBody\(|\.json\(\)|\bparseDocument\(|\bparsingForeignJson\(|\bparsingOutlined\(/;
/** The command line and its client parse answers of the gateway; the kernel is called by the places that are listed. */
const notTheGateway = /spec\.ts$|^src\/(cli|client|start|kernel)\/|\/migrations\//;

const parsing = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => join('src', path))
  .filter((path) => /\.(ts|mjs)$/.test(path) && !notTheGateway.test(path))
  .filter((path) => parses.test(readFileSync(path, 'utf8')));

describe('Places that parse text', () => {
  it('[foreign-input-places] are all known, with who writes the text', () => {
    expect(parsing.filter((path) => !(path in places))).toEqual([]);
    expect(Object.keys(places).filter((path) => !parsing.includes(path))).toEqual([]);
  });

  it('[foreign-input-places] are fed the worst text by a test where others write it', () => {
    const tested = new Set([...Object.keys(attacks), ...requirements.map(({ id }) => id)]);
    const untested = Object.values(places).filter(
      (writer) => typeof writer === 'object' && !tested.has(writer.others),
    );
    expect(untested).toEqual([]);
  });
});
