import { Injectable } from '@nestjs/common';
import { execFile, type ChildProcess, type ExecFileException } from 'node:child_process';
import { tmpdir } from 'node:os';
import { Config } from '../../platform/config/config.js';
import { PackageFailure } from './package-failure.js';

/** What npm may say; more is no answer. */
const maxOutputBytes = 4_194_304;
/** So long npm reads its own settings. */
const settingsMs = 30_000;

/** What npm sees of our environment. NODE_OPTIONS and the like are not in it. */
const inherited = [
  ...['PATH', 'LANG', 'HOME', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ...['npm_config_registry', 'NPM_CONFIG_REGISTRY', 'npm_config_userconfig', 'NPM_CONFIG_USERCONFIG'],
  ...['npm_config_globalconfig', 'NPM_CONFIG_GLOBALCONFIG'],
];

/** Nothing of a package runs, nothing is got from anywhere but a registry, and nothing asks. */
const always = [
  ...['--ignore-scripts', '--allow-git=none', '--no-audit', '--no-fund', '--no-update-notifier'],
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

/** Runs npm, as it is set up on this machine: its registry, its proxies, its tokens. */
@Injectable()
export class NpmCommand {
  private readonly end = new AbortController();
  private ownRegistry: Promise<string> | undefined;

  constructor(private readonly config: Config) {}

  /** What it prints. Rejects with a `PackageFailure`. */
  async run(args: readonly string[], { folder, cache, timeoutMs, signal }: NpmRun): Promise<string> {
    const registry = await this.registry();
    const all = [...args, ...always, `--registry=${registry}`, `--cache=${cache}`];
    return this.execute(all, folder, timeoutMs, signal);
  }

  /** NPM_REGISTRY, or what npm itself would take from here. */
  async registry(): Promise<string> {
    const { NPM_REGISTRY } = this.config.values;
    if (NPM_REGISTRY !== undefined) return NPM_REGISTRY;
    this.ownRegistry ??= this.execute(['config', 'get', 'registry'], process.cwd(), settingsMs);
    try {
      return (await this.ownRegistry).trim();
    } catch (error) {
      this.ownRegistry = undefined;
      throw error;
    }
  }

  /** Ends all that runs; nothing runs from now on. */
  stop(): void {
    this.end.abort();
  }

  private execute(
    args: readonly string[],
    cwd: string,
    timeout: number,
    signal?: AbortSignal,
  ): Promise<string> {
    const env = { TMPDIR: tmpdir(), ...Config.inherited(inherited) };
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

/** One that is ended before its time may write until it is gone. */
function whenEnded(child: ChildProcess, then: () => void): void {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (isRunning) child.once('exit', then);
  else then();
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
