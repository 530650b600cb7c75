import type { JsonObject } from '../../../kernel/json/json.js';

/** The tool of a server that nobody has connected, at the server's own endpoint. */
export const connectToolName = 'connect';

const longestName = 64;

/** The same at an app's endpoint. Names of servers hold no underscore: no tool of a server is called so. */
export function connectToolNameOf(server: string): string {
  return `${connectToolName}_${server}`.slice(0, longestName);
}

/** Whether a tool is one of these, as far as its name says. */
export function mayBeConnectTool(name: unknown): boolean {
  return typeof name === 'string' && (name === connectToolName || name.startsWith(`${connectToolName}_`));
}

/** What is listed of a server in place of the tools that nobody has a credential for. */
export function connectTool(name: string, server: string): JsonObject {
  return {
    name,
    title: `Connect ${server}`,
    description: `Nobody has connected "${server}" yet. Call this to connect it: a person signs in there in a browser, and its tools are listed after that.`,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  };
}

/** What such a tool answers when it has nothing left to do. */
export function connectedResult(server: string): JsonObject {
  return {
    content: [{ type: 'text', text: `"${server}" is connected. Its tools are in the list of tools.` }],
  };
}
