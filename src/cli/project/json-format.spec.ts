import { jsonFormat } from './json-format.js';

const text = `{
  // Servers of the support team.
  "mcpServers": {
    "files": { "use": "files" }, // published
    "github": {
      "url": "https://api.example.com/mcp", /* theirs */
      "tools": { "allow": ["search_*"] },
    },
  },
}
`;

describe('A JSON config', () => {
  it('[cli-comments] keeps its comments around what changes', () => {
    const config = {
      mcpServers: {
        files: { use: 'files' },
        github: { url: 'https://api.example.com/v2/mcp', tools: { allow: ['search_*'] }, timeoutMs: 5000 },
      },
    };
    const updated = jsonFormat.update(text, config);
    expect(updated).toContain('// Servers of the support team.');
    expect(updated).toContain('// published');
    expect(updated).toContain('"https://api.example.com/v2/mcp", /* theirs */');
    expect(jsonFormat.parse(updated, '')).toEqual(config);
  });

  it('is left as it is when it means the same already', () => {
    expect(jsonFormat.update(text, jsonFormat.parse(text, '') as Record<string, unknown>)).toBe(text);
  });

  it('begins with the address of its schema, for editors', () => {
    expect(jsonFormat.create({ mcpServers: {} }, 'http://gw/schema.json')).toBe(
      '{\n  "$schema": "http://gw/schema.json",\n  "mcpServers": {}\n}\n',
    );
  });

  it('names the place of what cannot be read', () => {
    expect(() => jsonFormat.parse('{\n  "a": 1\n  "b": 2\n}', 'gantry.json')).toThrow(
      /^gantry\.json:2:9: a comma is missing/,
    );
  });

  it('finds the place of a member, or the nearest that holds it', () => {
    const lineOf = (pointer: string) => text.slice(0, jsonFormat.locate(text, pointer)).split('\n').length;
    expect([lineOf('/mcpServers/github/url'), lineOf('/mcpServers/files/headers'), lineOf('')]).toEqual([
      6, 4, 1,
    ]);
  });
});
