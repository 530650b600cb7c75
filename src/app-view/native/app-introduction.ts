import type { AppState } from '../../apps/document/app.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { version } from '../../version.js';

/** How an app introduces itself as an MCP server. */
export function introductionOf({ app }: AppState): {
  readonly serverInfo: JsonObject;
  readonly instructions?: string;
} {
  return {
    serverInfo: { name: app.slug, title: app.name, version },
    ...(app.description === '' ? {} : { instructions: app.description }),
  };
}
