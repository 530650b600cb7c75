import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../collectors/free-port.js';
import { waitFor } from '../wait-for.js';

const bin = (path: string) => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));
const everything = bin('@modelcontextprotocol/server-everything/dist/index.js');

/** Entries of the operator's file for real servers from npm, over stdio. */
export const npmStdio = {
  everything: (): object => ({ command: process.execPath, args: [everything, 'stdio'] }),
  filesystem: (folder: string): object => ({
    command: process.execPath,
    args: [bin('@modelcontextprotocol/server-filesystem/dist/index.js'), folder],
  }),
  memory: (file: string): object => ({
    command: process.execPath,
    args: [bin('@modelcontextprotocol/server-memory/dist/index.js')],
    env: { MEMORY_FILE_PATH: file },
  }),
};

/** A real server from npm that listens on a port. */
export class NpmHttpServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly args: (port: number) => string[],
    private readonly path: string,
    readonly port: number,
  ) {}

  static everything(mode: 'streamableHttp' | 'sse'): Promise<NpmHttpServer> {
    return NpmHttpServer.start(() => [everything, mode], mode === 'sse' ? '/sse' : '/mcp');
  }

  /** `args`: of Node, for a port. `path`: of the address. */
  static async start(args: (port: number) => string[], path: string): Promise<NpmHttpServer> {
    const server = new NpmHttpServer(args, path, await freePort());
    await server.run();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}${this.path}`;
  }

  /** A new process on the same port. */
  async restart(): Promise<void> {
    await this.close();
    await this.run();
  }

  async close(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child?.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  private async run(): Promise<void> {
    const child = spawn(process.execPath, this.args(this.port), {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(this.port) },
      stdio: 'ignore',
    });
    this.child = child;
    await waitFor(`the server at ${this.url}`, () => {
      if (child.exitCode !== null) throw new Error(`the server ended with ${String(child.exitCode)}`);
      return fetch(this.url, { method: 'OPTIONS' }).then(
        () => true,
        () => false,
      );
    });
  }
}
