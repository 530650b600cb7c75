import { Injectable } from '@nestjs/common';
import { execFile, type ChildProcess, type ExecFileException } from 'node:child_process';
import { tmpdir } from 'node:os';
import { Config } from '../../platform/config/config.js';
import { EgressPolicy } from '../../platform/egress/egress-policy.js';
import { readNpmSettings, type NpmSettings } from './npm-settings.js';
import { PackageFailure } from './package-failure.js';
import { RegistryFront } from './registry-front.js';
import { RegistryRequests } from './registry-requests.js';

/** What npm may say; more is no answer. */
const maxOutputBytes = 4_194_304;
/** So long npm reads its own settings. */
const settingsMs = 30_000;

/** What npm sees of our environment. NODE_OPTIONS and the like are not in it. */
const inherited = [
  ...['PATH', 'LANG', 'HOME', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['npm_config_registry', 'NPM_CONFIG_REGISTRY', 'npm_config_userconfig', 'NPM_CONFIG_USERCONFIG'],
  ...['npm_config_globalconfig', 'NPM_CONFIG_GLOBALCONFIG'],
];
/** Only what reads the settings sees these: the way to a registry is that of the gateway. */
const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

/** Nothing of a package runs, no git, and nothing asks. */
const always = [
  ...[
    '--ignore-scripts',
    '--git=/dev/null',
    '--allow-git=none',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
  ],
  ...['--no-progress', '--loglevel=error', '--logs-max=0', '--fetch-retries=1', '--yes'],
];

interface NpmRun {
  readonly folder: string;
  /** A folder for what it keeps. */
  readonly cache: string;
  readonly timeoutMs: number;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
}

interface NpmExecution {
  readonly cwd: string;
  readonly timeout: number;
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Runs npm and returns what it prints. Rejects with a `PackageFailure`. */
type RunNpm = (args: readonly string[]) => Promise<string>;

/** Runs npm with the registries, proxies, certificates and tokens of this machine. It reaches its registries and nothing else. */
@Injectable()
export class NpmCommand {
  private readonly end = new AbortController();
  private known: Promise<NpmSettings> | undefined;

  constructor(
    private readonly egress: EgressPolicy,
    private readonly config: Config,
  ) {}

  /** Does `work`, which runs npm as often as it likes. Rejects with a `PackageFailure` when npm asked for anything that is in no registry. */
  async run<T>({ folder, cache, timeoutMs, signal }: NpmRun, work: (npm: RunNpm) => Promise<T>): Promise<T> {
    const settings = await this.settings();
    const requests = new RegistryRequests(settings, this.egress, this.config.values.CATALOG_TIMEOUT_MS);
    const front = await RegistryFront.open(settings, requests);
    const options = [...always, ...front.options, `--cache=${cache}`];
    const ending = AbortSignal.any([front.refusedSignal, ...(signal === undefined ? [] : [signal])]);
    try {
      return await work(async (args) => {
        try {
          return await this.execute([...args, ...options], {
            ...{ cwd: folder, timeout: timeoutMs, signal: ending },
            env: front.environment,
          });
        } finally {
          front.requireNoneRefused();
        }
      });
    } finally {
      await front.close();
    }
  }

  /** NPM_REGISTRY, or what npm itself would take from here. */
  async registry(): Promise<string> {
    const { registry } = await this.settings();
    return registry;
  }

  /** Ends all that runs; nothing runs from now on. */
  stop(): void {
    this.end.abort();
  }

  private async settings(): Promise<NpmSettings> {
    const { NPM_REGISTRY } = this.config.values;
    this.known ??= this.readSettings();
    try {
      const settings = await this.known;
      return NPM_REGISTRY === undefined ? settings : { ...settings, registry: NPM_REGISTRY };
    } catch (error) {
      this.known = undefined;
      throw error;
    }
  }

  private async readSettings(): Promise<NpmSettings> {
    const env = Config.inherited(proxies);
    const printed = await this.execute(['config', 'list', '--json'], {
      ...{ cwd: process.cwd(), timeout: settingsMs, env },
    });
    return readNpmSettings(printed, env);
  }

  private execute(
    args: readonly string[],
    { cwd, timeout, signal, env: more }: NpmExecution,
  ): Promise<string> {
    const env = { TMPDIR: tmpdir(), ...Config.inherited(inherited), ...more };
    return new Promise((resolve, reject) => {
      const options = {
        cwd,
        env,
        timeout,
        maxBuffer: maxOutputBytes,
        killSignal: 'SIGKILL',
        signal: signal === undefined ? this.end.signal : AbortSignal.any([this.end.signal, signal]),
        shell: false,
      } as const;
      const child = execFile('npm', [...args], options, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else
          whenEnded(child, () => {
            reject(failureOf(error, stderr));
          });
      });
    });
  }
}

/** A process that is ended before its time may write until it is gone. `execFile` sends it SIGTERM on abort, for which npm may take seconds. */
function whenEnded(child: ChildProcess, then: () => void): void {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (!isRunning) then();
  else {
    child.once('exit', then);
    child.kill('SIGKILL');
  }
}

function failureOf(error: ExecFileException, stderr: string): PackageFailure {
  if (error.code === 'ENOENT')
    return new PackageFailure('away', 'npm is not installed on the gateway', error);
  if (error.name === 'AbortError') return new PackageFailure('away', 'the gateway is stopping', error);
  if (error.killed === true) return new PackageFailure('away', 'npm was not done in time', error);
  const code = /^npm (?:error|ERR!) code (\w+)/m.exec(stderr)?.[1] ?? 'unknown';
  switch (code) {
    case 'E404':
    case 'ETARGET':
      return new PackageFailure('missing', 'its registry has no such package', error);
    case 'EINTEGRITY':
      return new PackageFailure(
        'refused',
        'its registry gives another file than it says (EINTEGRITY)',
        error,
      );
    case 'EALLOWGIT':
    case 'EALLOWREMOTE':
      return new PackageFailure('refused', `it needs something that is in no registry (${code})`, error);
    default:
      return new PackageFailure('away', `npm failed (${code})`, error);
  }
}
