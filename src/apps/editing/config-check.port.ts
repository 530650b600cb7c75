import type { CallScope } from '../../kernel/call-scope.js';
import type { AppState } from '../document/app.js';
import type { ConfigFindings } from '../document/config-findings.js';

/** Looks at a config that is about to be saved, for what only its module knows. Takes a bounded time, and changes nothing. */
export abstract class ConfigCheck {
  /** `draft`: the app as it would be. */
  abstract check(draft: AppState, scope: CallScope): Promise<ConfigFindings>;
}
