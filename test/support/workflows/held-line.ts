import { Database } from '../../../src/platform/database/database.js';
import type { TestGateway } from '../gateway.js';

/** The line of SQLite: nobody writes until the result is called. On Postgres there is none. */
export function heldLine(gateway: TestGateway): () => Promise<void> {
  let letOthers: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letOthers = resolve));
  const line = gateway.app.get(Database, { strict: false }).between(() => held);
  return () => {
    letOthers();
    return line;
  };
}
