import { asked } from './asked.js';
import { endpointChecks } from './endpoint-steps.js';
import type { OAuthCheck } from './oauth-check.js';
import type { Probe } from './probe.js';
import { addressCheck, challengeCheck, clockCheck, refusalCheck } from './refusal-steps.js';
import { findResourceDocument, namedServer, resourceCheck } from './resource-steps.js';
import { findServerDocument, serverChecks } from './server-steps.js';

const initialize = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: {
    ...{ protocolVersion: '2025-11-25', capabilities: {} },
    clientInfo: { name: 'gantry-doctor', version: '1' },
  },
});

/**
 * Goes the way on which clients find out where to get a token for the MCP server at `address` (MCP 2025-11-25, authorization): its refusal, the document of the
 * resource, that of the authorization server, its endpoints. Ends where no client gets any further; `onCheck` hears of each step at once.
 */
export async function walkDiscovery(
  address: string,
  probe: Probe,
  onCheck: (check: OAuthCheck) => void,
): Promise<readonly OAuthCheck[]> {
  const checks: OAuthCheck[] = [];
  const note = (...these: readonly OAuthCheck[]): void => {
    for (const check of these) {
      checks.push(check);
      onCheck(check);
    }
  };
  const refusal = await asked('address', () => probe.post(address, 'application/json', initialize));
  if ('name' in refusal) {
    note(refusal);
    return checks;
  }
  note(addressCheck(address), clockCheck(refusal), refusalCheck(address, refusal));
  const found = await findResourceDocument(probe, address, refusal);
  note(challengeCheck(address, refusal, found.document !== undefined), found.check);
  if (found.document === undefined) return checks;
  note(resourceCheck(address, found.document));
  const server = namedServer(found.document);
  note(server.check);
  if (server.issuer === undefined) return checks;
  const { issuer } = server;
  const metadata = await findServerDocument(probe, issuer);
  note(...metadata.checks);
  if (metadata.answer?.document === undefined) return checks;
  note(...serverChecks(issuer, metadata.answer, metadata.answer.document));
  note(...(await endpointChecks(probe, metadata.answer.document)));
  return checks;
}
