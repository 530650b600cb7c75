// `oidc-provider` with a client for the gateway; whoever asks to sign in is the person named by SUBJECT, at once.
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const [returnAddress, subject] = process.argv.slice(2);
const server = createServer((req, res) => provider.callback()(req, res));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [{ client_id: 'gantry', client_secret: 'a secret', redirect_uris: [returnAddress] }],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
  scopes: ['openid', 'email', 'profile', 'groups'],
  pkce: { methods: ['S256'], required: () => true },
  findAccount: (_context, accountId) => ({
    accountId,
    claims: () => ({
      ...{ sub: accountId, email: `${accountId}@example.com`, email_verified: true, name: accountId },
      groups: ['staff-it'],
    }),
  }),
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  cookies: { keys: ['a key of the test'] },
});

provider.use(async (context, next) => {
  if (!context.path.startsWith('/interaction/')) return next();
  const { prompt, params } = await provider.interactionDetails(context.req, context.res);
  if (prompt.name === 'login') {
    const login = { login: { accountId: subject } };
    return provider.interactionFinished(context.req, context.res, login, { mergeWithLastSubmission: false });
  }
  const grant = new provider.Grant({ accountId: subject, clientId: params.client_id });
  grant.addOIDCScope('openid email profile groups');
  const consent = { consent: { grantId: await grant.save() } };
  return provider.interactionFinished(context.req, context.res, consent, { mergeWithLastSubmission: true });
});

process.stdout.write(`${issuer}\n`);
