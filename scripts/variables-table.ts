import { markdownTable } from './markdown-table.js';
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
  return markdownTable([['Variable', 'Default', 'Meaning'], ...rows]);
}

/** Values as code, words about values as they are. */
function shownAsCode(shown: string): string {
  return /[ `]|^(unset|empty)$/.test(shown) ? shown : `\`${shown}\``;
}
