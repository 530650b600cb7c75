/** A program that keeps the MCP servers that it uses in a file. */
export interface ClientFile {
  readonly title: string;
  /** Where it keeps the file, for people. */
  readonly file: string;
  /** The member of the file that holds the servers. */
  readonly section: string;
}

/** Clients whose files `gantry import` reads, by the name of their sample in `test/cli/import-samples`. */
export const clientFiles = {
  'claude-desktop': {
    title: 'Claude Desktop',
    file: 'claude_desktop_config.json',
    section: 'mcpServers',
  },
  'claude-code': { title: 'Claude Code', file: '.mcp.json, ~/.claude.json', section: 'mcpServers' },
  cursor: { title: 'Cursor', file: '.cursor/mcp.json', section: 'mcpServers' },
  vscode: { title: 'VS Code', file: '.vscode/mcp.json, settings.json', section: 'servers, mcp.servers' },
  'copilot-cli': { title: 'Copilot CLI', file: '~/.copilot/mcp-config.json', section: 'mcpServers' },
  windsurf: { title: 'Windsurf', file: '~/.codeium/windsurf/mcp_config.json', section: 'mcpServers' },
  antigravity: { title: 'Antigravity', file: 'mcp_config.json', section: 'mcpServers' },
  cline: { title: 'Cline', file: 'cline_mcp_settings.json', section: 'mcpServers' },
  roo: { title: 'Roo Code', file: '.roo/mcp.json', section: 'mcpServers' },
  kiro: { title: 'Kiro', file: '.kiro/settings/mcp.json', section: 'mcpServers' },
  'amazon-q': { title: 'Amazon Q', file: '~/.aws/amazonq/cli-agents/*.json', section: 'mcpServers' },
  jetbrains: { title: 'JetBrains', file: '.junie/mcp/mcp.json', section: 'mcpServers' },
  'lm-studio': { title: 'LM Studio', file: '~/.lmstudio/mcp.json', section: 'mcpServers' },
  'cherry-studio': { title: 'Cherry Studio', file: 'mcp.json of its editor', section: 'mcpServers' },
  warp: { title: 'Warp', file: 'JSON of its editor', section: 'mcpServers, none' },
  zed: { title: 'Zed', file: '~/.config/zed/settings.json', section: 'context_servers' },
  opencode: { title: 'OpenCode', file: 'opencode.json', section: 'mcp, mcp.servers' },
  crush: { title: 'Crush', file: 'crush.json', section: 'mcp' },
  gemini: { title: 'Gemini CLI', file: '~/.gemini/settings.json', section: 'mcpServers' },
  codex: { title: 'Codex', file: '~/.codex/config.toml', section: 'mcp_servers' },
  goose: { title: 'Goose', file: '~/.config/goose/config.yaml', section: 'extensions' },
  librechat: { title: 'LibreChat', file: 'librechat.yaml', section: 'mcpServers' },
  continue: { title: 'Continue', file: 'config.yaml', section: 'mcpServers (a list)' },
  mcporter: { title: 'mcporter', file: 'config/mcporter.json', section: 'mcpServers' },
  fastmcp: { title: 'FastMCP', file: 'mcp.json', section: 'mcpServers' },
  'mcphub-nvim': { title: 'mcphub.nvim', file: '~/.config/mcphub/servers.json', section: 'mcpServers' },
  mcphub: { title: 'MCPHub', file: 'mcp_settings.json', section: 'mcpServers' },
  metamcp: { title: 'MetaMCP', file: 'JSON of its import', section: 'mcpServers' },
} as const satisfies Readonly<Record<string, ClientFile>>;

export type ClientId = keyof typeof clientFiles;
