import type { GantryProblem } from '../client/problem.js';
import type { GatewayConnection } from './credentials/connection.js';
import { renewal } from './credentials/renewal.js';

const byCode: Readonly<Record<string, readonly string[]>> = {
  unreachable: ['Is the gateway running, and is the address right? gantry doctor looks closer.'],
  timeout: ['Try again; gantry doctor looks closer.'],
  'not-a-gateway': ['Is this the address of a gateway? Name another with --url.'],
  'app-not-found': ['gantry apps list shows the apps of the account.'],
  'app-required': ['Name one with --app; gantry apps list shows them.'],
  forbidden: ['Log in as somebody who may do that: gantry login'],
  'app-mismatch': ['The key belongs to another app: leave --app and GANTRY_APP out.'],
  'slug-taken': ['Choose another with --slug.'],
  'server-not-found': ['gantry servers lists what you reach.'],
  'connection-not-found': ['gantry connections lists them.'],
  'tool-not-found': ['gantry tools lists the tools; gantry tools --search <words> finds one.'],
  'tool-denied': ['The allow and deny lists of the server exclude it.'],
  'approval-required': ['Once it is approved, go on with the same command and --approval <id>.'],
  'resource-not-found': ['gantry resources lists them.'],
  'ambiguous-resource': ['Several servers have it: name one with --server.'],
  'prompt-not-found': ['gantry prompts lists them.'],
  'workflow-not-found': ['The workflows stand in the config of the app, under workflows.'],
  'secret-not-found': ['gantry secrets list shows them.'],
  'key-not-found': ['gantry keys list shows them with their ids.'],
  'secret-not-set': ['Set it with: gantry secrets set <name>'],
  'secret-not-for-origin': ['An owner or admin adds the address: gantry secrets allow <name> <origin>'],
  'config-changed': ['Somebody has saved a newer version: gantry pull, or gantry push to see both sides.'],
  'precondition-required': ['Get the current version first with: gantry pull'],
  'config-version-not-found': ['gantry versions lists them.'],
  'invalid-config': ['Mend what it names, and run the command again.'],
  'stdio-not-allowed': ['Use a remote server (url), or one that the gateway publishes (use).'],
  'chat-not-configured': ['The operator has to give the gateway the key of a model provider.'],
  'insufficient-scope': ['Log in again, or use a token with that scope.'],
  'invalid-params': ['gantry tools <name> shows the arguments of a tool.'],
  'not-found': ['This gateway does not offer that: gantry doctor compares the versions.'],
};

/** What to do next about a problem, one line each. `connection`: the gateway that it came from. */
export function problemAdvice(problem: GantryProblem, connection?: GatewayConnection): readonly string[] {
  const { code, retryAfter } = problem;
  if (code === 'unauthorized' && connection !== undefined) return renewal(connection);
  const known = byCode[code] ?? adviceOf(problem);
  return retryAfter === undefined ? known : [...known, `Try again in ${String(retryAfter)} s.`];
}

/** What the gateway itself says. */
function adviceOf({ more }: GantryProblem): readonly string[] {
  const advice = more.body?.['advice'];
  return typeof advice === 'string' ? [advice] : [];
}
