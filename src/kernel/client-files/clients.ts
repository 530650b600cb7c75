/** A program that keeps the MCP servers that it uses in a file. */
export interface KnownClient {
  readonly title: string;
  /** Where it keeps its servers; none: people paste them into its window. */
  readonly files: readonly string[];
  /** Members of the file that hold the servers; none: the servers stand alone. */
  readonly sections: readonly string[];
}

/** Clients whose files `gantry import` reads, by the name of their sample in `test/cli/import-samples`. */
export const clientFiles = {
  'claude-desktop': {
    title: 'Claude Desktop',
    files: ['claude_desktop_config.json'],
    sections: ['mcpServers'],
  },
  'claude-code': { title: 'Claude Code', files: ['.mcp.json', '~/.claude.json'], sections: ['mcpServers'] },
  cursor: { title: 'Cursor', files: ['.cursor/mcp.json'], sections: ['mcpServers'] },
  vscode: {
    title: 'VS Code',
    files: ['.vscode/mcp.json', 'settings.json'],
    sections: ['servers', 'mcp.servers'],
  },
  'copilot-cli': { title: 'Copilot CLI', files: ['~/.copilot/mcp-config.json'], sections: ['mcpServers'] },
  windsurf: { title: 'Windsurf', files: ['~/.codeium/windsurf/mcp_config.json'], sections: ['mcpServers'] },
  antigravity: { title: 'Antigravity', files: ['mcp_config.json'], sections: ['mcpServers'] },
  cline: { title: 'Cline', files: ['cline_mcp_settings.json'], sections: ['mcpServers'] },
  roo: { title: 'Roo Code', files: ['.roo/mcp.json'], sections: ['mcpServers'] },
  kiro: { title: 'Kiro', files: ['.kiro/settings/mcp.json'], sections: ['mcpServers'] },
  'amazon-q': { title: 'Amazon Q', files: ['~/.aws/amazonq/cli-agents/*.json'], sections: ['mcpServers'] },
  jetbrains: { title: 'JetBrains', files: ['.junie/mcp/mcp.json'], sections: ['mcpServers'] },
  'lm-studio': { title: 'LM Studio', files: ['~/.lmstudio/mcp.json'], sections: ['mcpServers'] },
  'cherry-studio': { title: 'Cherry Studio', files: [], sections: ['mcpServers'] },
  warp: { title: 'Warp', files: [], sections: ['mcpServers'] },
  zed: { title: 'Zed', files: ['~/.config/zed/settings.json'], sections: ['context_servers'] },
  opencode: { title: 'OpenCode', files: ['opencode.json'], sections: ['mcp', 'mcp.servers'] },
  crush: { title: 'Crush', files: ['crush.json'], sections: ['mcp'] },
  gemini: { title: 'Gemini CLI', files: ['~/.gemini/settings.json'], sections: ['mcpServers'] },
  codex: { title: 'Codex', files: ['~/.codex/config.toml'], sections: ['mcp_servers'] },
  goose: { title: 'Goose', files: ['~/.config/goose/config.yaml'], sections: ['extensions'] },
  librechat: { title: 'LibreChat', files: ['librechat.yaml'], sections: ['mcpServers'] },
  continue: { title: 'Continue', files: ['config.yaml'], sections: ['mcpServers'] },
  mcporter: { title: 'mcporter', files: ['config/mcporter.json'], sections: ['mcpServers'] },
  fastmcp: { title: 'FastMCP', files: ['mcp.json'], sections: ['mcpServers'] },
  'mcphub-nvim': { title: 'mcphub.nvim', files: ['~/.config/mcphub/servers.json'], sections: ['mcpServers'] },
  mcphub: { title: 'MCPHub', files: ['mcp_settings.json'], sections: ['mcpServers'] },
  metamcp: { title: 'MetaMCP', files: [], sections: ['mcpServers'] },
} as const satisfies Readonly<Record<string, KnownClient>>;

export type ClientId = keyof typeof clientFiles;
