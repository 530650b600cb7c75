import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import { Problem, type Fault } from '../../kernel/problems/problem.js';
import { isJsonObject } from '../../kernel/json/json.js';
import { Config } from '../../platform/config/config.js';
import { pointerTo } from '../../platform/http/bodies/validate.js';
import type { AppConfig } from '../document/app-config.schema.js';
import type { AppState } from '../document/app.js';
import type { ConfigCheck } from './config-check.port.js';
import { configFaults } from '../document/config-faults.js';
import type { ConfigWarning } from '../document/config-findings.js';
import { plainCredentialFaults } from '../document/plain-credentials.js';
import { configWarnings } from '../document/config-warnings.js';
import { runsCommand } from '../document/server-faults.js';

/** A config as far as it can be used, and what is wrong with the rest. */
interface Examination {
  readonly config: AppConfig;
  readonly faults: readonly Fault[];
  readonly runsCommands: boolean;
}

/** Decides whether a config may be saved; modules that stand on this one add checks of their own. */
@Injectable()
export class ConfigChecks {
  private readonly checks: ConfigCheck[] = [];

  constructor(private readonly config: Config) {}

  /** From now on every config is shown to `check` too. */
  register(check: ConfigCheck): void {
    this.checks.push(check);
  }

  /**
   * What can be told from the config alone; nothing is thrown yet, so that all faults can be told at once. Credentials in plain are
   * faults unless they are allowed, or stand in `current` already.
   */
  async examine(
    raw: unknown,
    { allowLiterals, current }: { readonly allowLiterals: boolean; readonly current?: AppConfig },
  ): Promise<Examination> {
    const { APP_STDIO, MAX_APP_SERVERS: mcpServers, MAX_APP_WORKFLOWS: workflows } = this.config.values;
    const { MAX_SERVER_HEADERS: headers, MAX_SERVER_HEADER_BYTES: headerBytes } = this.config.values;
    const most = { mcpServers, workflows, headers, headerBytes };
    const commands = APP_STDIO === 'allow' ? [] : commandFaults(raw);
    const credentials = allowLiterals ? [] : await plainCredentialFaults(raw, current);
    const others = [...commands, ...(await configFaults(raw, most))];
    const told = new Set(others.map(({ pointer }) => pointer));
    const faults = [...others, ...credentials.filter(({ pointer }) => !told.has(pointer))];
    const config = faults.length === 0 ? (raw as AppConfig) : soundPart(raw, faults);
    return { config, faults, runsCommands: commands.length > 0 };
  }

  /** Asks all modules. Throws `invalid-config` or `stdio-not-allowed` with every fault; otherwise the warnings, in the order of the config. */
  async check(
    { faults, runsCommands }: Examination,
    draft: AppState,
    scope: CallScope,
  ): Promise<readonly ConfigWarning[]> {
    const findings = await Promise.all(this.checks.map((check) => check.check(draft, scope)));
    const errors = [...faults, ...findings.flatMap((finding) => finding.faults)];
    if (runsCommands)
      throw new Problem('stdio-not-allowed', 'A command would run on the gateway itself.', { errors });
    refuse(errors);
    return [
      ...(await configWarnings(draft.config, draft.secrets)),
      ...findings.flatMap(({ warnings }) => warnings),
    ];
  }
}

/** The members without a fault, and of the servers each one without: what the modules can still be asked about. */
function soundPart(raw: unknown, faults: readonly Fault[]): AppConfig {
  if (faults.some(({ pointer }) => pointer === '')) return { mcpServers: {} };
  const unsound = new Set(
    faults.flatMap(({ pointer }) => {
      const [, member = '', name = ''] = pointer.split('/');
      return [`/${member}`, `/${member}/${name}`];
    }),
  );
  const isSound = (path: readonly string[]) => !unsound.has(pointerTo(path));
  const members = isJsonObject(raw) ? Object.entries(raw) : [];
  const servers =
    isJsonObject(raw) && isJsonObject(raw['mcpServers']) ? Object.entries(raw['mcpServers']) : [];
  return {
    ...Object.fromEntries(members.filter(([name]) => isSound([name]))),
    mcpServers: Object.fromEntries(servers.filter(([name]) => isSound(['mcpServers', name]))),
  } as AppConfig;
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0)
    throw new Problem(
      'invalid-config',
      faults.length === 1 ? 'The config has a fault.' : `The config has ${String(faults.length)} faults.`,
      {
        errors: faults,
      },
    );
}

function commandFaults(raw: unknown): Fault[] {
  const servers = isJsonObject(raw) && isJsonObject(raw['mcpServers']) ? raw['mcpServers'] : {};
  return Object.entries(servers).flatMap(([name, server]) =>
    isJsonObject(server) && runsCommand(server)
      ? [
          {
            pointer: pointerTo(['mcpServers', name, server['command'] === undefined ? 'type' : 'command']),
            detail: 'would run a command on the gateway: declare a url, or use a server that is published',
          },
        ]
      : [],
  );
}
