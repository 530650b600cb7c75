import type { ServerClearance } from '../../apps/clearance/clearance.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { ResultShape } from '../../apps/document/server-options.schema.js';
import type { RegisteredServer } from './registered-server.js';
import { ToolPolicy } from './tool-policy.js';

/** The same object for as long as the server and what is left of it are the same. */
const known = new WeakMap<RegisteredServer, WeakMap<ServerClearance, RegisteredServer>>();

/** A server as somebody has it whom grants leave so much of it. */
export function clearedServer(whole: RegisteredServer, clearance: ServerClearance): RegisteredServer {
  let cleared = known.get(whole);
  if (cleared === undefined) known.set(whole, (cleared = new WeakMap<ServerClearance, RegisteredServer>()));
  let server = cleared.get(clearance);
  if (server === undefined) {
    const policy = clearance.isWhole ? whole.policy : new ClearedToolPolicy(whole.policy, clearance);
    const grantOf = (tool: string | undefined) =>
      tool === undefined ? clearance.by : (clearance.grantOf(tool) ?? 'none');
    server = { ...whole, policy, grantOf, cleared: { whole, by: clearance } };
    cleared.set(clearance, server);
  }
  return server;
}

/** The server as its declaration has it, whoever asks. */
export function wholeServer(server: RegisteredServer): RegisteredServer {
  return server.cleared?.whole ?? server;
}

/** Whether somebody is left a tool, by the server's name for it, as far as grants are concerned. */
export function isCleared({ cleared }: RegisteredServer, original: string): boolean {
  return cleared?.by.isWhole !== false || cleared.by.covers(original);
}

/** The rules of a server for somebody whom grants leave some of its tools. */
class ClearedToolPolicy extends ToolPolicy {
  constructor(
    private readonly whole: ToolPolicy,
    private readonly clearance: ServerClearance,
  ) {
    super({});
  }

  override get isOpen(): boolean {
    return false;
  }

  override get isShaping(): boolean {
    return this.whole.isShaping;
  }

  override shapesOf(original: string): readonly ResultShape[] {
    return this.whole.shapesOf(original);
  }

  override ruling(original: string): Generator<undefined, string> {
    return this.whole.ruling(original);
  }

  override *allowing(original: string): Generator<undefined, boolean> {
    return this.clearance.covers(original) && (yield* this.whole.allowing(original));
  }

  override originalOf(shown: string): string | undefined {
    return this.whole.originalOf(shown);
  }

  override show(tool: JsonObject): JsonObject {
    return this.whole.show(tool);
  }
}
