import { nearestOf } from '../../../kernel/text/nearest.js';
import { ClientFile, snippet } from '../../connect/client-file.js';
import {
  connectorClients,
  fileClients,
  type ConnectorClient,
  type FileClient,
} from '../../connect/clients.js';
import { endpointOf, type EndpointAddress } from '../../connect/endpoint.js';
import { CliFailure, usageFailure } from '../../failure.js';
import type { Gateway } from '../../http/gateway.js';
import type { Success } from '../../http/operation-types.js';
import type { CommandSession } from '../../session.js';

type Key = Success<'post', '/api/cli/apps/{app}/keys'>;

/** Tells a client how to reach the app. Only its configuration goes to standard output, what to do with it is talk. */
export async function run(session: CommandSession): Promise<void> {
  const [id] = session.invocation.args;
  if (id === undefined) {
    list(session);
    return;
  }
  const file = fileClients.find((client) => client.id === id);
  const connector = connectorClients.find((client) => client.id === id);
  if (file !== undefined) await connectFile(session, file);
  else if (connector !== undefined) await tellSteps(session, connector);
  else throw unknownClient(id);
}

function list({ terminal, environment }: CommandSession): void {
  const clients = [
    ...fileClients.map(({ id, title, file }) => ({ id, title, file: file(environment) })),
    ...connectorClients.map(({ id, title }) => ({ id, title, file: '' })),
  ];
  terminal.result({ clients }, () => {
    terminal.table(
      [
        { heading: 'CLIENT', text: ({ id }) => id },
        { heading: 'NAME', text: ({ title }) => title },
        { heading: 'ITS FILE', text: ({ file }) => file },
      ],
      clients,
      '',
    );
    terminal.say('For example: gantry connect cursor');
  });
}

function unknownClient(id: string): CliFailure {
  const ids = [...fileClients, ...connectorClients].map((client) => client.id);
  const nearest = nearestOf(id, ids);
  return usageFailure(
    `There is no client ${id} that the command knows.`,
    ...(nearest === undefined ? [] : [`Did you mean: gantry connect ${nearest}`]),
    `It knows: ${ids.join(', ')}. Any other MCP client takes the address and a key of gantry keys create.`,
  );
}

async function tellSteps(session: CommandSession, client: ConnectorClient): Promise<void> {
  const { terminal } = session;
  const { url } = await endpointOf(session, session.gateway());
  terminal.result({ client: client.id, url, steps: client.steps }, () => {
    terminal.line(url);
    for (const step of client.steps) terminal.say(step);
  });
}

async function connectFile(session: CommandSession, client: FileClient): Promise<void> {
  const { terminal, invocation, environment } = session;
  const gateway = session.gateway();
  const { app, url } = await endpointOf(session, gateway);
  const name = invocation.text('name') ?? 'gantry';
  const path = client.file(environment);
  const isWritten = invocation.flag('write');
  // Whether it can be written is known before there is a key.
  const file = isWritten ? new ClientFile(path, client) : undefined;
  if (file?.hasOther(name, url) === true)
    throw new CliFailure(`${path} has a server ${name} already, and it is another one.`, {
      code: 'name-taken',
      advice: [`Give this one another name: gantry connect ${client.id} --write --name ${name}-${app}`],
    });
  const key = await makeKey(gateway, app, client);
  const entry = client.entry({ url, key: key.key });
  if (file !== undefined)
    await writeOrRevoke(gateway, { app, url }, key, () => {
      file.write(name, entry);
    });
  const config = snippet(client, name, entry);
  const result = { ...{ client: client.id, app, url, name, file: path, key: key.id }, written: isWritten };
  terminal.result({ ...result, ...(isWritten ? {} : { config }) }, () => {
    if (isWritten) terminal.done(`Wrote ${name} into ${path}, which you alone can read.`);
    else {
      terminal.line(config);
      terminal.say(`Put this into ${path}, or let gantry connect ${client.id} --write do it.`);
    }
    terminal.say(client.next);
    terminal.say(`Its key is ${key.id}; it takes the place of the one before at its first call.`);
  });
}

function makeKey(gateway: Gateway, app: string, client: FileClient): Promise<Key> {
  return gateway.post('/api/cli/apps/{app}/keys', {
    path: { app },
    body: { name: client.title, client: client.id },
  });
}

/** A key that stands nowhere is of no use to anybody but a thief. */
async function writeOrRevoke(
  gateway: Gateway,
  { app }: EndpointAddress,
  { id }: Key,
  write: () => void,
): Promise<void> {
  try {
    write();
  } catch (error) {
    await gateway.delete('/api/cli/apps/{app}/keys/{id}', { path: { app, id } });
    throw error;
  }
}
