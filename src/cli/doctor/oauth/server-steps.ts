import { asked } from './asked.js';
import { firstDifference } from './difference.js';
import { failedCheck, ok, warning, type OAuthCheck } from './oauth-check.js';
import type { Probe, ProbeAnswer } from './probe.js';
import { serverDocumentsOf } from './well-known.js';

type Document = Readonly<Record<string, unknown>>;

/** The document of the authorization server at each place where some client looks first. */
export async function findServerDocument(
  probe: Probe,
  issuer: string,
): Promise<{ readonly checks: readonly OAuthCheck[]; readonly answer?: ProbeAnswer }> {
  const [oauth, ...openId] = serverDocumentsOf(issuer);
  const first = await documentAt(probe, oauth);
  const others: Awaited<ReturnType<typeof documentAt>>[] = [];
  for (const place of openId) others.push(await documentAt(probe, place));
  const found = [first, ...others].find(({ answer }) => answer !== undefined);
  const missing = others.filter(({ answer }) => answer === undefined).map(({ place }) => place);
  const checks = [
    first.answer === undefined
      ? failedCheck('server-document', `${oauth}: ${first.instead}`, remedyOf(oauth))
      : ok('server-document', `found at ${oauth}`),
    missing.length === 0
      ? ok('openid-document', 'found where clients of OpenID look')
      : warning(
          'openid-document',
          `not at ${missing.join(', ')}`,
          'Some versions of VS Code look there first.',
        ),
  ];
  return found?.answer === undefined ? { checks } : { checks, answer: found.answer };
}

async function documentAt(
  probe: Probe,
  place: string,
): Promise<{ readonly place: string; readonly instead: string; readonly answer?: ProbeAnswer }> {
  const answer = await asked('server-document', () => probe.get(place, { origin: 'https://doctor.invalid' }));
  if ('name' in answer) return { place, instead: answer.detail };
  if (answer.status === 200 && answer.document !== undefined) return { place, instead: '', answer };
  return { place, instead: answer.status === 200 ? 'something else than JSON' : String(answer.status) };
}

function remedyOf(place: string): string {
  return `Let the proxy in front pass ${new URL(place).origin}/.well-known/ and the path of the issuer to the gateway.`;
}

/** What clients want to find in it. */
export function serverChecks(issuer: string, answer: ProbeAnswer, document: Document): readonly OAuthCheck[] {
  return [
    issuerCheck(issuer, document),
    ...[codeCheck(document), pkceCheck(document), noneCheck(document), clientDocumentsCheck(document)],
    answer.header('access-control-allow-origin') === '*'
      ? ok('cors', 'programs in browsers may read the documents')
      : warning(
          'cors',
          'the document has no Access-Control-Allow-Origin: *',
          'Programs in browsers, as the Inspector is, cannot read it: let the header through.',
        ),
  ];
}

/** RFC 8414 §3.3: who it says to be is who was asked for. */
function issuerCheck(issuer: string, { issuer: found }: Document): OAuthCheck {
  if (found === issuer) return ok('issuer', 'is who was asked for');
  const advice = `Set PUBLIC_URL so that the issuer is ${issuer}; behind a proxy, let no path be rewritten.`;
  if (typeof found !== 'string') return failedCheck('issuer', 'the document names no issuer', advice);
  return failedCheck('issuer', `${found}: ${firstDifference(issuer, found)}`, advice);
}

function codeCheck(document: Document): OAuthCheck {
  const { authorization_endpoint: authorize, token_endpoint: token } = document;
  const hasEndpoints = [authorize, token].every((it) => typeof it === 'string' && URL.canParse(it));
  if (hasEndpoints && lists(document, 'response_types_supported', 'code'))
    return ok('code', 'codes are given');
  return failedCheck(
    'code',
    'the document names no endpoints for codes',
    'Only an authorization server with authorization_endpoint, token_endpoint and the response type code can be used.',
  );
}

function pkceCheck(document: Document): OAuthCheck {
  if (lists(document, 'code_challenge_methods_supported', 'S256')) return ok('pkce', 'S256');
  return failedCheck(
    'pkce',
    'code_challenge_methods_supported lacks S256',
    'Clients stop there: the server must name it.',
  );
}

function noneCheck(document: Document): OAuthCheck {
  if (lists(document, 'token_endpoint_auth_methods_supported', 'none'))
    return ok('none', 'clients without a secret are taken');
  return failedCheck(
    'none',
    'token_endpoint_auth_methods_supported lacks none',
    'Programs on people’s computers have no secret, and Claude does not use its document without it.',
  );
}

function clientDocumentsCheck({ client_id_metadata_document_supported: supported }: Document): OAuthCheck {
  if (supported === true) return ok('client-documents', 'documents of clients are taken');
  return warning(
    'client-documents',
    'client_id_metadata_document_supported is not true',
    'Claude, ChatGPT and VS Code register instead, which has to work then.',
  );
}

function lists(document: Document, name: string, value: string): boolean {
  const list = document[name];
  return Array.isArray(list) && list.includes(value);
}
