import type { Banner } from '../accounts/joining/first-start.service.js';
import type { Config } from '../platform/config/config.js';
import { isForPeople } from '../platform/logging/output-format.js';

/** The three commands of the README, with the address and the key of this gateway. They run in the order of the list, in one shell. */
function firstCommands(url: string, key: string, handles: readonly string[]): readonly string[] {
  const names = `export GANTRY_URL=${url} GANTRY_TOKEN=${key}`;
  const curl = 'curl -s -H "Authorization: Bearer $GANTRY_TOKEN" $GANTRY_URL/api/servers';
  if (!handles.includes('everything')) return [names, curl];
  return [
    names,
    `${curl}/everything/mcp/tools`,
    `${curl}/everything/mcp/call --json '{"name":"echo","arguments":{"message":"hello"}}'`,
  ];
}

/** What a person is told when the gateway serves: where, and after the first start how to get in and what to try. */
export function writeWelcome(
  config: Config,
  { token, setupUrl }: Banner,
  servers: readonly { readonly handle: string }[],
): void {
  const url = config.publicUrl;
  const commands =
    token === undefined
      ? undefined
      : firstCommands(
          url,
          token,
          servers.map(({ handle }) => handle),
        );
  const text = isForPeople(config.values.LOG_FORMAT)
    ? welcomeText(url, servers.length, { token, setupUrl, commands })
    : `${JSON.stringify({ level: 30, time: new Date().toISOString(), url, docs: `${url}/docs`, key: token, setup: setupUrl, commands, event: 'gateway.welcome' })}\n`;
  process.stdout.write(text);
}

interface Words {
  readonly token: string | undefined;
  readonly setupUrl: string | undefined;
  readonly commands: readonly string[] | undefined;
}

function welcomeText(url: string, serverCount: number, { token, setupUrl, commands }: Words): string {
  const counted = `${String(serverCount)} ${serverCount === 1 ? 'server' : 'servers'}`;
  const first = `Gantry serves at ${url} (${counted})`;
  if (token === undefined && setupUrl === undefined) return `${first}\nAPI: ${url}/docs\n`;
  return [
    '',
    first,
    `API: ${url}/docs`,
    ...(token === undefined ? [] : ['', 'Your first key, shown this once:', '', `  ${token}`]),
    ...(commands === undefined ? [] : ['', 'Try it:', '', ...commands.map((command) => `  ${command}`)]),
    ...(setupUrl === undefined
      ? []
      : ['', 'Choose your e-mail address and password, to sign in with a browser:', '', `  ${setupUrl}`]),
    '\n',
  ].join('\n');
}
