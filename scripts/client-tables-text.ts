import { clientFiles } from '../src/kernel/client-files/clients.js';
import { clientMembers } from '../src/kernel/client-files/members.js';
import { markdownTable } from './markdown-table.js';

/** The page that carries the tables, each between two markers. */
export const clientTablesPage = 'docs/clients/import.md';

/** The page with its tables renewed. */
export function withClientTables(page: string): string {
  return withTable(withTable(page, 'clients', clientTable()), 'members', memberTable());
}

function withTable(page: string, name: string, table: string): string {
  const begin = `<!-- ${name}: written by \`npm run docs:clients\` -->`;
  const end = `<!-- /${name} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no table of ${name}.`);
  return `${page.slice(0, from + begin.length)}\n\n${table}\n\n${page.slice(to)}`;
}

function clientTable(): string {
  const rows = Object.entries(clientFiles).map(([id, { title, files, sections }]) => [
    title,
    files.length === 0 ? 'JSON of its settings' : asCode(files),
    asCode(sections),
    `\`${id}\``,
  ]);
  return markdownTable([['Client', 'File', 'Servers in', 'Sample'], ...rows]);
}

function asCode(texts: readonly string[]): string {
  return texts.map((text) => `\`${text}\``).join(', ');
}

function memberTable(): string {
  const rows = clientMembers.map(({ names, clients, becomes }) => [
    asCode(names),
    clients.map((client) => clientFiles[client].title).join(', '),
    becomes,
  ]);
  return markdownTable([['Members', 'Among others in files of', 'What happens'], ...rows]);
}
