import { LinkFailure } from '../../mcp/wire/link-failure.js';

/** What keeps a server from being started as its declaration wants it, and what the operator can do. */
export function refused(why: string, remedy: string): LinkFailure {
  return new LinkFailure('not-usable', `The server was not started: ${why}. The operator can ${remedy}.`);
}
