/** Programs that metrics know by name. Names are chosen by strangers: all others are `other`, however many there come. */
const known: readonly (readonly [name: string, form: RegExp])[] = [
  ['claude-code', /^claude code\b/i],
  ['claude', /^claude\b/i],
  ['chatgpt', /^(chatgpt|openai)\b/i],
  ['cursor', /^cursor\b/i],
  ['vscode', /^(visual studio code|vs ?code)\b/i],
  ['codex', /^codex\b/i],
  ['gemini', /^gemini\b/i],
  ['windsurf', /^windsurf\b/i],
  ['zed', /^zed\b/i],
  ['goose', /^goose\b/i],
  ['inspector', /^mcp inspector\b/i],
  ['mcp-remote', /^(mcp cli proxy|mcp-remote)\b/i],
];

/** A client's name as metrics know it. */
export function knownClientName(name: string | undefined): string {
  return known.find(([, form]) => form.test(name ?? ''))?.[0] ?? 'other';
}
