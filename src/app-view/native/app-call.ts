import type { AppState } from '../../apps/document/app.js';
import type { CallOn } from '../../mcp-gateway/native/answering-call.js';

/** One MCP request to an app. */
export type AppCall = CallOn<AppState>;
