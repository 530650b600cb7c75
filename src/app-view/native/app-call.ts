import type { AppState } from '../../apps/document/app.js';
import type { AnsweringCall } from '../../mcp-gateway/native/answering-call.js';

/** One MCP request to an app. */
export interface AppCall extends AnsweringCall {
  readonly state: AppState;
}
