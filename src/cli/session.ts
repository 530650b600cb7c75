import { arch, platform } from 'node:os';
import process from 'node:process';
import { version } from '../version.js';
import type { CommandIo } from './command-io.js';
import type { CommandFacts } from './command-facts.js';
import { resolveConnection, type GatewayConnection } from './credentials/connection.js';
import { CredentialsFile } from './credentials/credentials-file.js';
import { renewal } from './credentials/renewal.js';
import type { Environment } from './environment.js';
import { notLoggedIn, usageFailure, type CliFailure } from './failure.js';
import { Gateway } from './http/gateway.js';
import { nodeTransport } from './http/node-transport.js';
import type { Transport } from './http/exchange.js';
import type { Invocation } from './invocation.js';
import { Project } from './project/project.js';
import { during } from './terminal/progress.js';
import { TerminalPrompt } from './terminal/prompt.js';
import type { Terminal } from './terminal/terminal.js';

/** All that one run of a command has to work with. */
export class CommandSession {
  readonly environment: Environment;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly credentials: CredentialsFile;
  readonly project: Project | undefined;
  readonly connection: GatewayConnection;
  readonly prompt: TerminalPrompt;
  /** Exit code of a command that reports its own failure instead of throwing one. */
  exitCode = 0;
  private proxied: Transport | undefined;

  constructor(
    readonly invocation: Invocation,
    readonly io: CommandIo,
    readonly terminal: Terminal,
    /** All commands that there are. */
    readonly commands: readonly CommandFacts[],
  ) {
    this.environment = io.environment;
    this.signal = io.signal;
    this.credentials = new CredentialsFile(io.environment);
    this.prompt = new TerminalPrompt(terminal, io);
    this.project = Project.find(io.folder);
    this.connection = resolveConnection(
      { url: invocation.text('url'), tokenFile: invocation.text('tokenFile') },
      io,
      this.credentials,
      this.project?.link.url,
    );
  }

  /** The gateway with the token; without one the command ends with 4. */
  gateway(): Gateway {
    const { url, token } = this.connection;
    if (token === undefined)
      throw notLoggedIn(`You are not logged in to ${url}.`, ...renewal(this.connection));
    return this.gatewayAt(url, token.text);
  }

  gatewayAt(url: string, token?: string, signal = this.signal): Gateway {
    const agent = `gantry-cli/${version} (${platform()} ${arch()}; node ${process.versions.node})`;
    return new Gateway(url, token, agent, this.patient(this.transport()), signal);
  }

  /** The app that is meant: flag before environment before the folder's link; `undefined` when nobody says, as with an app's key. */
  findApp(): string | undefined {
    const named = this.invocation.text('app') ?? this.environment['GANTRY_APP'];
    if (named !== undefined) return named;
    return this.project?.link.url === this.connection.url ? this.project.link.app : undefined;
  }

  getApp(): string {
    const app = this.findApp();
    if (app !== undefined) return app;
    if (this.project !== undefined) throw this.strangeFolder(this.project);
    throw usageFailure(
      'Which app?',
      'Name it with --app, or run the command in a folder that is linked to one: gantry init, gantry pull --app <app>',
      'gantry apps list shows your apps.',
    );
  }

  /** The linked folder, if it is linked to this app of this gateway. */
  findLinked(app: string): Project | undefined {
    const link = this.project?.link;
    return link?.url === this.connection.url && link.app === app ? this.project : undefined;
  }

  getProject(): Project {
    const { project, connection } = this;
    if (project === undefined)
      throw usageFailure(
        'This folder is not linked to an app.',
        'Run: gantry init, or: gantry pull --app <app>',
      );
    if (project.link.url === connection.url) return project;
    throw this.strangeFolder(project);
  }

  private strangeFolder({ link }: Project): CliFailure {
    const { url, urlSource, token } = this.connection;
    const advice = `Log in there with: gantry login --url ${link.url}`;
    return token === undefined
      ? notLoggedIn(`This folder belongs to ${link.url}, where you are not logged in.`, advice)
      : usageFailure(`This folder belongs to ${link.url}, and ${urlSource} says ${url}.`, advice);
  }

  /** Shows that an answer takes long; a stream tells more of itself. */
  private patient(transport: Transport): Transport {
    return (sending) =>
      sending.headers['accept'] === 'text/event-stream'
        ? transport(sending)
        : during(this.terminal, `Waiting for ${sending.url.host}`, () => transport(sending));
  }

  /** How requests go out, whoever they are for. What proxies take is loaded only for them. */
  transport(): Transport {
    const { environment } = this;
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'];
    if (!names.some((name) => environment[name] !== undefined)) return nodeTransport;
    return async (sending) => {
      this.proxied ??= (await import('./http/proxy-transport.js')).proxyTransport(environment, nodeTransport);
      return this.proxied(sending);
    };
  }
}
