import { asked } from './asked.js';
import { firstDifference } from './difference.js';
import { failedCheck, ok, type OAuthCheck } from './oauth-check.js';
import type { Probe, ProbeAnswer } from './probe.js';
import { challengeParameter, resourceDocumentOf } from './well-known.js';

type Document = Readonly<Record<string, unknown>>;

/** A native endpoint of a gateway, behind whatever path it has. */
const nativePath = /\/api\/(?:servers|apps)\/[^/]+\/mcp$/;

/** The document of the resource: where the refusal says, else where clients look by themselves. */
export async function findResourceDocument(
  probe: Probe,
  address: string,
  refusal: ProbeAnswer,
): Promise<{ readonly check: OAuthCheck; readonly document?: Document }> {
  const named = challengeParameter(refusal.header('www-authenticate') ?? '', 'resource_metadata');
  const places = [...new Set([...(named === undefined ? [] : [named]), resourceDocumentOf(address)])];
  let first: OAuthCheck | undefined;
  for (const place of places.filter((it) => URL.canParse(it))) {
    const answer = await asked('resource-document', () => probe.get(place));
    if ('name' in answer) {
      first ??= answer;
    } else if (answer.status === 200 && answer.document !== undefined) {
      const check = ok('resource-document', `found at ${place}`);
      return { check: first ?? check, document: answer.document };
    } else first ??= notThere(place, answer);
  }
  return {
    check: first ?? failedCheck('resource-document', 'there is none', 'Is it the address of an MCP server?'),
  };
}

function notThere(place: string, { status }: ProbeAnswer): OAuthCheck {
  const what = status === 200 ? 'something else than JSON' : String(status);
  return failedCheck(
    'resource-document',
    `${place} is answered with ${what}`,
    `Let the proxy in front pass ${new URL(place).origin}/.well-known/ to the gateway; MCP_OAUTH must be on.`,
  );
}

/** Clients compare the resource with what was typed, character by character. */
export function resourceCheck(address: string, { resource }: Document): OAuthCheck {
  if (resource === address) return ok('resource', 'is the address that was typed');
  if (typeof resource !== 'string')
    return failedCheck(
      'resource',
      'the document names no resource',
      'It is not that of a gateway: what answers there?',
    );
  return failedCheck(
    'resource',
    `${resource}: ${firstDifference(address, resource)}`,
    remedyOf(address, resource),
  );
}

function remedyOf(address: string, resource: string): string {
  const path = nativePath.exec(new URL(address).pathname)?.[0];
  if (path === undefined || !resource.endsWith(path)) return `Type exactly ${resource} in clients.`;
  return `Set PUBLIC_URL to ${address.slice(0, -path.length)}, or type exactly ${resource} in clients.`;
}

/** Who gives tokens for it: clients take the first. */
export function namedServer(document: Document): { readonly check: OAuthCheck; readonly issuer?: string } {
  const { authorization_servers: servers } = document;
  const issuer: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (typeof issuer === 'string' && URL.canParse(issuer)) return { check: ok('server', issuer), issuer };
  return {
    check: failedCheck(
      'server',
      'the document names no authorization server',
      'It is not that of a gateway: what answers there?',
    ),
  };
}
