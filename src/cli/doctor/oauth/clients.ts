import type { OAuthCheck, OAuthCheckName } from './oauth-check.js';

/** A client by what it needs; of names that stand together one is enough. */
interface ClientNeeds {
  readonly client: string;
  /** Whether it asks from the servers of its maker instead of from the computer of its user. */
  readonly hosted?: true;
  readonly needs: readonly (readonly [OAuthCheckName, ...OAuthCheckName[]])[];
}

const always: ClientNeeds['needs'] = [
  ['refusal'],
  ['challenge', 'resource-document'],
  ['resource-document'],
  ['server'],
  ['server-document', 'openid-document'],
  ['code'],
  ['authorize'],
  ['token'],
];

const clients: readonly ClientNeeds[] = [
  {
    client: 'Claude',
    hosted: true,
    needs: [
      ...always,
      ['resource'],
      ['issuer'],
      ['pkce'],
      ['client-documents', 'registration'],
      ['none', 'registration'],
    ],
  },
  {
    client: 'ChatGPT',
    hosted: true,
    needs: [...always, ['issuer'], ['pkce'], ['client-documents', 'registration'], ['none', 'registration']],
  },
  { client: 'Cursor', needs: [...always, ['resource'], ['registration'], ['none']] },
  { client: 'VS Code', needs: [...always, ['resource'], ['issuer'], ['client-documents', 'registration']] },
  { client: 'mcp-remote', needs: [...always, ['resource'], ['pkce'], ['registration'], ['none']] },
];

/** Whether a client would get a token, and what keeps it from that. */
export interface ClientVerdict {
  readonly client: string;
  readonly ok: boolean;
  /** Names of checks. */
  readonly because: readonly OAuthCheckName[];
}

/** What each client would make of it. What was not come to is not held against it: what came before is. */
export function verdictsOf(checks: readonly OAuthCheck[], isPublic: boolean): readonly ClientVerdict[] {
  const lacking = new Set(checks.filter(({ status }) => status === 'failed').map(({ name }) => name));
  // Some are warnings for people, and still a way that is closed to a client.
  for (const { name, status } of checks) if (status === 'warning' && closed.has(name)) lacking.add(name);
  return clients.map(({ client, hosted, needs }) => {
    const unmet = needs.filter((names) => names.every((name) => lacking.has(name))).flat();
    const because = hosted === true && !isPublic ? (['address', ...unmet] as const) : unmet;
    const all = lacking.has('address') ? (['address', ...because] as const) : because;
    return { client, ok: all.length === 0, because: [...new Set(all)] };
  });
}

const closed: ReadonlySet<OAuthCheckName> = new Set(['client-documents', 'registration', 'openid-document']);
