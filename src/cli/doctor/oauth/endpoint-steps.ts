import { asked } from './asked.js';
import { failedCheck, ok, warning, type OAuthCheck, type OAuthCheckName } from './oauth-check.js';
import type { Probe, ProbeAnswer } from './probe.js';

type Document = Readonly<Record<string, unknown>>;

/** Whether the endpoints are there: each is sent a request that it must refuse, and that changes nothing. */
export async function endpointChecks(probe: Probe, document: Document): Promise<readonly OAuthCheck[]> {
  return [
    await registrationCheck(probe, document),
    await authorizeCheck(probe, document['authorization_endpoint']),
    await refusing('token', document['token_endpoint'], (url) =>
      probe.post(url, 'application/x-www-form-urlencoded', 'grant_type=authorization_code'),
    ),
  ];
}

async function registrationCheck(probe: Probe, document: Document): Promise<OAuthCheck> {
  const { registration_endpoint: endpoint, client_id_metadata_document_supported: supported } = document;
  if (endpoint !== undefined)
    return refusing('registration', endpoint, (url) => probe.post(url, 'application/json', '{}'));
  const [detail, advice] = [
    'there is no registration_endpoint',
    'Cursor and mcp-remote have to register.',
  ] as const;
  return supported === true
    ? warning('registration', detail, advice)
    : failedCheck('registration', detail, advice);
}

async function authorizeCheck(probe: Probe, endpoint: unknown): Promise<OAuthCheck> {
  if (!isAddress(endpoint)) return failedCheck('authorize', 'there is no authorization_endpoint', notOurs);
  const answer = await asked('authorize', () => probe.get(endpoint, { accept: 'text/html' }));
  if ('name' in answer) return answer;
  const { status } = answer;
  if (status < 500 && ![403, 404, 405, 421].includes(status)) return ok('authorize', endpoint);
  return failedCheck('authorize', `${endpoint} is answered with ${String(status)}`, passOn(endpoint));
}

const notOurs = 'The document is not that of a gateway: what answers there?';

/** An endpoint for programs refuses in JSON with `error` (RFC 6749 §5.2, RFC 7591 §3.2.2). */
async function refusing(
  name: OAuthCheckName,
  endpoint: unknown,
  ask: (url: string) => Promise<ProbeAnswer>,
): Promise<OAuthCheck> {
  if (!isAddress(endpoint)) return failedCheck(name, 'the document does not name it', notOurs);
  const answer = await asked(name, () => ask(endpoint));
  if ('name' in answer) return answer;
  const { status, document } = answer;
  if (status === 429) return warning(name, `${endpoint} takes no more for now`, 'Try again in a minute.');
  const isRefusal = status >= 400 && status < 500 && typeof document?.['error'] === 'string';
  if (isRefusal) return ok(name, endpoint);
  const what = document === undefined ? ' and no JSON' : '';
  return failedCheck(name, `${endpoint} is answered with ${String(status)}${what}`, passOn(endpoint));
}

function passOn(endpoint: string): string {
  return `Let what is in front (proxy, firewall, protection against bots) pass ${new URL(endpoint).pathname} on, whoever asks.`;
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value);
}
