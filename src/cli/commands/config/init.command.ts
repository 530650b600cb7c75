import { basename, relative, resolve } from 'node:path';
import { CliFailure, usageFailure } from '../../failure.js';
import { allPages } from '../../../client/pages.js';
import type { Gateway } from '../../http/gateway.js';
import { ConfigFile, usualConfigFile } from '../../project/config-file.js';
import { Project } from '../../project/project.js';
import { RemoteConfig } from '../../project/remote-config.js';
import type { CommandSession } from '../../session.js';

/** Makes an app, writes the config file unless there is one, and links the folder. What the file says is pushed later. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, project, connection, io } = session;
  const folder = resolve(io.folder);
  if (project?.folder === folder)
    throw new CliFailure(`This folder is linked to the app ${project.link.app} already.`, {
      code: 'already-linked',
      advice: ['Delete the folder .gantry to link it to another one.'],
    });
  const gateway = session.gateway();
  const file = configFileIn(folder, invocation.text('file') ?? usualConfigFile(folder));
  const name = await chooseName(session, folder);
  const use = file.exists ? [] : await chooseServers(session, gateway);
  const slug = invocation.text('slug');
  const app = await gateway.post('/api/cli/apps', {
    body: { name, ...(slug === undefined ? {} : { slug }) },
    idempotent: true,
  });
  const remote = new RemoteConfig(gateway, app.slug);
  const base = await remote.get();
  const isNew = !file.exists;
  if (isNew)
    await file.write(
      { mcpServers: Object.fromEntries(use.map((server) => [server, { use: server }])) },
      remote.schemaUrl,
    );
  Project.create(folder, { url: connection.url, app: app.slug, file: relative(folder, file.path), base });
  terminal.result({ app, file: relative(folder, file.path), created: isNew }, () => {
    terminal.done(`Made the app ${app.name} (${app.slug}).`);
    terminal.done(isNew ? `Wrote ${file.shownPath}.` : `${file.shownPath} was there and is as it was.`);
    terminal.say(`Next: edit ${file.shownPath}, then run gantry push`);
  });
}

function configFileIn(folder: string, path: string): ConfigFile {
  if (relative(folder, resolve(folder, path)).startsWith('..'))
    throw usageFailure(`The config file must be in this folder: ${path}`, 'Go to its folder first.');
  return new ConfigFile(resolve(folder, path), folder);
}

async function chooseName({ invocation, prompt }: CommandSession, folder: string): Promise<string> {
  const [given] = invocation.args;
  if (given !== undefined) return given;
  return prompt.text('Name of the app', basename(folder), 'Give it: gantry init <name>');
}

/** Servers of the gateway that the app takes over. */
async function chooseServers(
  { invocation, terminal, prompt }: CommandSession,
  gateway: Gateway,
): Promise<readonly string[]> {
  const given = invocation.text('use');
  if (given === undefined && !terminal.canAsk) return [];
  const servers = await allPages(
    (query) => gateway.get('/api/servers', { query }),
    (page) => page.servers,
  );
  // Handles with a dot belong to apps.
  const published = servers.map(({ handle }) => handle).filter((handle) => !handle.includes('.'));
  if (published.length === 0) return [];
  if (given === undefined) terminal.say(`Servers of this gateway: ${published.join(', ')}`);
  const answer =
    given ?? (await prompt.text('Take over which (separated by commas, or none)', published.join(','), ''));
  const wanted = answer
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'none');
  const unknown = wanted.filter((name) => !published.includes(name));
  if (unknown.length > 0)
    throw usageFailure(`The gateway has no server ${unknown.join(', ')}.`, `It has: ${published.join(', ')}`);
  return wanted;
}
