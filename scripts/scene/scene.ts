// A gateway as it looks after some days of work, for pictures: servers in every state, an app with workflows, people, programs and calls.
import { operatorOf } from '../../test/support/clients/apps-client.js';
import { GatewayClient } from '../../test/support/clients/gateway-client.js';
import { startGateway, type TestGateway } from '../../test/support/gateway.js';
import { asksThenSays, ModelServer } from '../../test/support/models/model-server.js';
import { registrations } from '../../test/support/oauth/oauth-clients.js';
import { OAuthProgram } from '../../test/support/oauth/oauth-flow.js';
import { invite, operator as ana, setUpOperator, signIn } from '../../test/support/people.js';
import { hangs } from '../../test/support/upstreams/behaviours.js';
import { GuardedHttp } from '../../test/support/upstreams/guarded-http.js';
import { ScriptedHttp, type ScriptedTool } from '../../test/support/upstreams/scripted-http.js';
import { ScriptedIssuer } from '../../test/support/upstreams/scripted-issuer.js';
import { waitFor } from '../../test/support/wait-for.js';
import { Workflows } from '../../test/support/workflows/workflow-app.js';
import { PastClock } from './past-clock.js';
import { supportConfig } from './scene-app.js';
import { githubTools, linearTools, mailTools, postgresTools, stripeTools } from './scene-tools.js';

const minutes = 60_000;
const hours = 60 * minutes;

/** What is there, and the paths of pages that have an id in them. */
export interface Scene {
  readonly gateway: TestGateway;
  readonly waitingRun: string;
  readonly failedRun: string;
  readonly call: string;
}

interface Helpers {
  readonly mcpServers: Record<string, object>;
  readonly github: ScriptedHttp;
}

function server(name: string, version: string, tools: readonly ScriptedTool[]): Promise<ScriptedHttp> {
  const made = new ScriptedHttp(tools);
  made.serverInfo = { name, version };
  return made.listen();
}

async function helpers(): Promise<Helpers> {
  const github = await server('github-mcp-server', '0.21.0', githubTools);
  github.prompts = [
    {
      name: 'review',
      title: 'Review a pull request',
      description: 'What to look at in a change, and how to say it.',
      arguments: [{ name: 'number', description: 'Number of the pull request', required: true }],
    },
    {
      name: 'release-notes',
      title: 'Release notes',
      description: 'Notes of a release from its merged pull requests.',
      arguments: [{ name: 'tag', required: true }],
    },
  ];
  github.resources = [
    {
      uri: 'note://readme',
      name: 'README.md',
      description: 'How the shop is built and run',
      mimeType: 'text/markdown',
    },
    {
      uri: 'note://contributing',
      name: 'CONTRIBUTING.md',
      description: 'How changes come in',
      mimeType: 'text/markdown',
    },
    { uri: 'note://owners', name: 'CODEOWNERS', description: 'Who looks at what' },
  ];
  const linear = await server('linear', '2.4.1', linearTools);
  const stripe = await server('stripe-mcp', '1.8.0', stripeTools);
  const postgres = await server('postgres', '3.0.2', postgresTools);
  const mail = await server('mail', '1.1.0', mailTools);
  const slow = await server('browser', '1.0.0', []);
  slow.methods.set('initialize', hangs);
  const listless = await server('wiki', '5.2.0', []);
  listless.methods.set('tools/list', (exchange) => {
    exchange.error(-32603, 'The index is being rebuilt');
  });
  const issuer = await ScriptedIssuer.start();
  const sentry = await GuardedHttp.guard(issuer);
  return {
    github,
    mcpServers: {
      github: { url: github.url, description: 'Issues, pull requests and code of acme' },
      linear: { url: linear.url, description: 'Tickets of the product team' },
      stripe: { url: stripe.url, description: 'Customers, charges and refunds' },
      postgres: { url: postgres.url, description: 'Read-only replica of the shop' },
      mail: { url: mail.url, description: 'The mailbox of the support team' },
      sentry: {
        url: sentry.url,
        description: 'Errors of the apps in production',
        auth: { type: 'oauth', for: 'user', issuer: issuer.issuer },
      },
      orders: { url: 'http://127.0.0.1:9/mcp', description: 'The order service in the warehouse network' },
      browser: { url: slow.url, description: 'A headless browser for checks' },
      wiki: { url: listless.url, description: 'The handbook' },
      slack: { url: 'https://mcp.slack.example/mcp', description: 'Channels and messages', disabled: true },
    },
  };
}

/** People, invitations and a program that one of them has let in. */
async function people(gateway: TestGateway): Promise<void> {
  const operator = operatorOf(gateway);
  for (const [name, role] of [
    ['Bo Lindqvist', 'admin'],
    ['Chiara Rossi', 'member'],
    ['Daniel Okafor', 'member'],
  ] as const) {
    const email = `${name.split(' ')[0]?.toLowerCase() ?? ''}@acme.example`;
    await invite(operator, { email, role }, { name, password: `the password of ${name}` });
  }
  await operator.json('/api/cli/invitations', { body: { email: 'eva@acme.example', role: 'member' } });
  const browser = await signIn(gateway, ana);
  for (const registration of [registrations.cursor, registrations.claude]) {
    const {
      redirect_uris: [address],
      ...more
    } = registration;
    const program = await OAuthProgram.register(gateway, more, address);
    await program.comeIn(browser, { scope: 'tools:read tools:call' });
  }
}

/** About a hundred calls in the last hours, most of them well. */
async function calls(gateway: TestGateway, clock: PastClock, desk: GatewayClient): Promise<void> {
  const plan: readonly (readonly [server: string, tool: string, args: object])[] = [
    ['github', 'search_issues', { query: 'checkout', state: 'open' }],
    ['github', 'get_file_contents', { repo: 'acme/shop', path: 'README.md' }],
    ['linear', 'list_tickets', { team: 'SHOP' }],
    ['postgres', 'query', { sql: 'select count(*) from orders' }],
    ['github', 'list_pull_requests', { repo: 'acme/shop' }],
    ['stripe', 'find_customer', { query: 'jo@example.com' }],
    ['linear', 'get_ticket', { id: 'SHOP-431' }],
    ['postgres', 'query', { sql: 'select * from legacy_orders' }],
    ['github', 'get_pull_request', { repo: 'acme/shop', number: 4127 }],
    ['mail', 'search_mail', { query: 'refund' }],
    ['stripe', 'list_charges', { customer: 'cus_9s6XKzkNRiz8i3' }],
    ['github', 'search_code', { query: 'retryWebhook' }],
    ['orders', 'get_order', { id: 81_422 }],
  ];
  const count = 96;
  for (let index = 0; index < count; index++) {
    clock.setBehind(Math.round(5 * hours * (1 - index / count) ** 2) + 20_000);
    const [server = '', name, args] = plan[index % plan.length] ?? [];
    const isProgram = index % 3 === 0 && server !== 'orders';
    const handle = isProgram ? `support.${server}` : server;
    await (isProgram ? desk : gateway).json(`/api/servers/${handle}/mcp/call`, {
      body: { name, arguments: args },
    });
  }
}

/** The operator at one app. */
class AtApp extends GatewayClient {
  constructor(
    gateway: TestGateway,
    private readonly app: string,
  ) {
    super(gateway.url, gateway.token);
  }

  override fetch(path: string, init?: RequestInit): Promise<Response> {
    return super.fetch(`${path}${path.includes('?') ? '&' : '?'}app=${this.app}`, init);
  }
}

async function runs(
  gateway: TestGateway,
  clock: PastClock,
): Promise<Pick<Scene, 'waitingRun' | 'failedRun'>> {
  const workflows = new Workflows(new AtApp(gateway, 'support'));
  const approve = async (run: string, approved: boolean): Promise<void> => {
    await workflows.reaches(run, 'waiting');
    await workflows.approve(run, { approved });
    await workflows.reaches(run, approved ? 'completed' : 'failed').catch(() => undefined);
  };
  clock.setBehind(26 * hours);
  await approve(await workflows.start('refund', { customer: 'kim@example.com', reason: 'duplicate' }), true);
  clock.setBehind(7 * hours);
  const cancelled = await workflows.start('refund', { customer: 'lee@example.com' });
  await workflows.reaches(cancelled, 'waiting');
  await workflows.post(cancelled, 'cancel');
  clock.setBehind(3 * hours);
  await workflows.reaches(await workflows.start('triage', { query: 'label:bug' }), 'completed');
  const failedRun = await workflows.start('weekly-report');
  await workflows.reaches(failedRun, 'failed');
  clock.setBehind(12 * minutes);
  const waitingRun = await workflows.start('refund', { customer: 'jo@example.com', reason: 'requested' });
  await workflows.reaches(waitingRun, 'waiting');
  return { waitingRun, failedRun };
}

export async function startScene(): Promise<Scene> {
  const { mcpServers, github } = await helpers();
  const model = await ModelServer.start();
  model.otherwise = asksThenSays(
    { name: 'search_issues', args: { query: 'checkout', state: 'open' } },
    'Three issues are open. The one that hurts is #4127: the checkout times out when a cart has more than 40 lines. ',
    '#4119 asks for a retry of the payment webhook, and #4098 is a wish: taxes per line.',
  );
  const clock = new PastClock(2 * 24 * hours);
  const gateway = await startGateway({
    mcpServers,
    clock,
    env: {
      ...{ BACKOFF_BASE_MS: 120_000, BACKOFF_MAX_MS: 120_000, CONNECT_TIMEOUT_MS: 600_000 },
      ...{ CHAT_PROVIDERS: { local: { baseUrl: model.url } }, CHAT_DEFAULT_MODEL: 'local/large' },
    },
  });
  await setUpOperator(gateway);
  await waitFor('the servers', async () => {
    const { body } = await gateway.json('/api/servers');
    return JSON.stringify(body).split('"status":"ready"').length > 5;
  });
  const operator = operatorOf(gateway);
  await operator.newApp('Support', {}, { slug: 'support', description: 'What the support team works with' });
  const { workflows, ...first } = supportConfig;
  await operator.save('support', { mcpServers: first['mcpServers'] });
  clock.setBehind(30 * hours);
  await operator.save('support', first);
  await operator.save('support', { ...first, workflows });
  await operator.newApp(
    'Storefront',
    { mcpServers: { github: { use: 'github' } } },
    { slug: 'storefront', description: 'The assistant on the web site' },
  );
  await operator.newApp(
    'Data team',
    { mcpServers: { postgres: { use: 'postgres' } } },
    { slug: 'data', description: 'Questions about orders and customers' },
  );
  const desk = await operator.withKey('support', { name: 'help desk' });
  await operator.withKey('support', { name: 'nightly triage' });
  await operator.setSecret('support', 'STRIPE_KEY', 'sk_test_51H');
  await operator.setSecret('support', 'GITHUB_TOKEN', 'ghp_8c21');
  await people(gateway);
  const ran = await runs(gateway, clock);
  await calls(gateway, clock, desk);
  github.tools = githubTools.map((one) =>
    one.definition.name === 'create_issue'
      ? {
          ...one,
          definition: {
            ...one.definition,
            description: 'Opens an issue in a repository and assigns it to whoever is on call.',
          },
        }
      : one,
  );
  github.broadcast('notifications/tools/list_changed');
  clock.setBehind(0);
  const kept = (await gateway.json('/api/calls?tool=find_customer&limit=1')).body['calls'] as {
    readonly requestId: string;
  }[];
  return { gateway, ...ran, call: kept[0]?.requestId ?? '' };
}
