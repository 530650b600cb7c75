import { variables } from '../src/platform/config/variables.js';

/** Pages that carry the table, between the two markers. */
export const pages = ['docs/configuration.md'];

const begin = '<!-- variables: written by `npm run docs:variables` -->';
const end = '<!-- /variables -->';

/** The page with its table renewed; unchanged when it carries none. */
export function withVariablesTable(page: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) return page;
  return `${page.slice(0, from + begin.length)}\n\n${variablesTable()}\n\n${page.slice(to)}`;
}

function variablesTable(): string {
  const rows = Object.entries(variables).map(([name, variable]) => {
    const names = 'file' in variable ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``;
    return [names, shownAsCode(variable.shown), variable.meaning];
  });
  return layOut([['Variable', 'Default', 'Meaning'], ...rows]);
}

/** Values as code, words about values as they are. */
function shownAsCode(shown: string): string {
  return /[ `]|^(unset|empty)$/.test(shown) ? shown : `\`${shown}\``;
}

/** As prettier lays tables out, so that both agree about the page. */
function layOut(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join(
    '\n',
  );
}
