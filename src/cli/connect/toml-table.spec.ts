import { hasTomlTable, tomlTable, withTomlTable } from './toml-table.js';

const path = ['mcp_servers', 'gantry'];
const values = { url: 'https://x/mcp', http_headers: { Authorization: 'Bearer "k"' } };
const table =
  '[mcp_servers.gantry]\nurl = "https://x/mcp"\nhttp_headers = { Authorization = "Bearer \\"k\\"" }';

it('[cli-connect-write] writes a table of TOML, at the end of a file that has none of the name', () => {
  expect(tomlTable(path, values)).toBe(table);
  expect(withTomlTable('', path, values)).toBe(`${table}\n`);
  const others = 'model = "o"\n\n[mcp_servers.other]\nurl = "https://y"\n[[profiles]]\nname = "a"';
  expect(withTomlTable(others, path, values)).toBe(`${others}\n\n${table}\n`);
  expect(hasTomlTable(others, path)).toBe(false);
});

it('[cli-connect-write] replaces the table of the name and what is inside of it, and nothing else', () => {
  const text = [
    ...[
      '# mine',
      '[mcp_servers."gantry"] # old',
      'url = "https://old"',
      '[mcp_servers.gantry.env]',
      'A = "1"',
    ],
    ...['', '[mcp_servers.gantry2]', 'url = "https://z"', '[tools]', 'list = [', '  [1],', ']'],
  ].join('\n');
  expect(hasTomlTable(text, path)).toBe(true);
  expect(withTomlTable(text, path, values)).toBe(
    `# mine\n[mcp_servers.gantry2]\nurl = "https://z"\n[tools]\nlist = [\n  [1],\n]\n\n${table}\n`,
  );
});
