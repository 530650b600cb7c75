import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hostileTable } from '../scripts/hostile-table.mjs';
import { pages, withVariablesTable } from '../scripts/variables-table.js';
import { variables } from '../src/platform/config/variables.js';
import { requirements } from './requirements.js';

const folders = ['.', 'docs', 'docs/clients', 'docs/decisions', 'bench'];
const markdown = folders.flatMap((folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .map((name) => join(folder, name))
    : [],
);

describe('The documentation', () => {
  it.each(pages)(
    '[docs-fresh] has the table of variables as the code has it; `npm run docs:variables` writes it: %s',
    (path) => {
      const page = readFileSync(path, 'utf8');
      expect(withVariablesTable(page)).toBe(page);
      for (const name of Object.keys(variables)) expect(page).toContain(`| \`${name}\``);
    },
  );

  it.each(markdown)('links to what is there: %s', (path) => {
    const links = [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)];
    const broken = links
      .map(([, target]) => String(target))
      .filter((target) => !existsSync(join(dirname(path), target)));
    expect(broken).toEqual([]);
  });

  it.each(['docs/security.md', 'docs/security-controls.md'])(
    '[threat-model] names for each promise tests that exist: %s',
    (path) => {
      const known = new Set(requirements.map(({ id }) => id));
      const rows = readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => /^\| (?!-|Attacker |Row )/.test(line));
      const cells = rows.map((row) => row.split(/(?<!\\)\|/).at(-2) ?? '');
      const named = cells.map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, id = '']) => id));
      expect(rows.length).toBeGreaterThan(10);
      expect(rows.filter((_, index) => named[index]?.length === 0)).toEqual([]);
      expect(named.flat().filter((id) => !known.has(id))).toEqual([]);
    },
  );

  it('[reliability-table] has for each row of the hostile table a command with tests that are there', () => {
    const known = requirements.map(({ id }) => id);
    const paths = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((name) => `test/${name}`);
    const page = readFileSync('docs/reliability.md', 'utf8');
    const broken = hostileTable.filter(
      ({ row, tests, ids }) =>
        !ids.every((id) => known.some((it) => it.startsWith(id) || id.startsWith(`${it}]`))) ||
        !paths.some((path) => new RegExp(tests).test(path)) ||
        !new RegExp(`^\\| ${row} +\\|`, 'm').test(page),
    );
    expect(broken.map(({ row }) => row)).toEqual([]);
  });
});
