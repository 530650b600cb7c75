import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { clientTablesPage, withClientTables } from '../../scripts/client-tables-text.js';
import { AppConfigSchema } from '../../src/apps/document/app-config.schema.js';
import { serverFaults } from '../../src/apps/document/server-faults.js';
import { planImport } from '../../src/cli/import/import-plan.js';
import { parseClientFile, readClientFile } from '../../src/cli/import/read-file.js';
import { clientFiles } from '../../src/kernel/client-files/clients.js';
import { clientMembers } from '../../src/kernel/client-files/members.js';
import { readClientServer } from '../../src/kernel/client-files/read-client-server.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = 'test/cli/import-samples';
const samples = ['json', 'other'].flatMap((kind) =>
  readdirSync(join(folder, kind)).map((name) => join(kind, name)),
);
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Readonly<
  Record<string, object>
>;

const clientOf = (path: string) => basename(path).replace(/\.\w+$/, '');

/** The import of a sample where two variables are set, as lines for people. */
async function imported(name: string) {
  const { document, lineOf } = await parseClientFile(readFileSync(join(folder, name), 'utf8'), name);
  const { servers, secrets, requireApproval, skipped, remarks } = planImport(document, {
    environment: { HOME: '/home/ana', API_KEY: 'set' },
    file: '/work/shop/.vscode/mcp.json',
    published: [],
    present: [],
    takenSecrets: [],
    allowsCommands: true,
    usePublished: false,
  });
  return {
    servers,
    secrets: secrets.map(({ name: secret, value }) => (value === undefined ? secret : `${secret}=${value}`)),
    requireApproval,
    skipped: skipped.map(({ server, reason }) => `${server}: ${reason}`),
    remarks: remarks.map(
      ({ path, effect, text }) => `${String(lineOf(path))} ${path.join('/')} ${effect}: ${text}`,
    ),
  };
}

describe('The file of a client', () => {
  it('[import-clients] has a sample for each client of the page', () => {
    const clients = samples.map(clientOf);
    expect(clients.toSorted()).toEqual(Object.keys(clientFiles).toSorted());
  });

  it.each(samples)('[import-clients] is imported as its client reads it: %s', async (name) => {
    const plan = await imported(name);
    expect(plan).toEqual(expected[clientOf(name)]);
  });

  it.each(samples)('[import-clients] becomes servers that an app can have: %s', async (name) => {
    const { servers: mcpServers } = await imported(name);
    const parsed = AppConfigSchema.safeParse({ mcpServers });
    expect(parsed.error?.issues ?? []).toEqual([]);
    const faults = Object.entries(mcpServers).flatMap(([server, entry]) =>
      serverFaults(entry, [server], { headers: 100, headerBytes: 65_536 }),
    );
    expect(faults).toEqual([]);
  });

  it.each(samples)('[import-clients] is read as editors of Windows write it: %s', async (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const marked = `\uFEFF${text.replaceAll('\n', '\r\n')}`;
    const utf16 = Buffer.from(marked, 'utf16le');
    const written = temporaryFolder();
    for (const bytes of [Buffer.from(marked), utf16, Buffer.from(utf16).swap16()]) {
      writeFileSync(written.file(basename(name)), bytes);
      const { document } = await readClientFile(written.file(basename(name)), name);
      expect(document).toEqual((await parseClientFile(text, name)).document);
    }
    written.remove();
  });
});

describe('The table of members', () => {
  const rows = clientMembers.flatMap((member) => member.names.map((name) => ({ name, ...member })));

  it('[import-members] is on the page as the code has it; `npm run docs:clients` writes it', () => {
    const page = readFileSync(clientTablesPage, 'utf8');
    expect(withClientTables(page)).toBe(page);
  });

  it.each(rows)('[import-members] says what happens to $name: $effect', ({ name, example, effect }) => {
    const { server, askBefore, notes, unknown } = readClientServer({ [name]: example }, []);
    expect(unknown).toEqual([]);
    const effects = notes.map((note) => note.effect);
    if (effect === 'mapped') {
      expect(effects).toEqual([]);
      expect(Object.keys(server).length + askBefore.length).toBeGreaterThan(0);
    } else expect(effects).toEqual([effect]);
    expect(server['disabled'] === true).toBe(
      effect === 'disables' || ['enabled', 'isActive', 'active', 'disabled'].includes(name),
    );
  });

  it('[import-members] names no member twice', () => {
    const names = rows.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });
});
