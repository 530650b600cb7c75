/** Error codes of JSON-RPC 2.0 §5.1, of MCP's transports and of revision 2026-07-28. */
export const rpcErrorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  badRequest: -32000,
  sessionNotFound: -32001,
  /** Until 2025-11-25; -32602 since 2026-07-28. */
  resourceNotFound: -32002,
  /** 2025-11-25 (Elicitation): somebody has to open an address first; `data.elicitations` says which. */
  urlElicitationRequired: -32042,
  headerMismatch: -32020,
  missingClientCapability: -32021,
  /** Since 2026-07-28; `data.supported` lists the versions that the server speaks. */
  unsupportedProtocolVersion: -32022,
} as const;

/** By these, servers of the 2025 revisions say "Session not found" and "No valid session ID". */
export const sessionErrorCodes: readonly unknown[] = [
  rpcErrorCodes.badRequest,
  rpcErrorCodes.sessionNotFound,
];
