import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands between a gateway and its Postgres, and can cut or freeze the way at any moment. */
export class DatabaseProxy {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  private constructor(private readonly target: URL) {}

  static async start(url: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(url));
    await proxy.restore();
    return proxy;
  }

  /** The address of the database by way of the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${String(this.port)}`;
    return url.href;
  }

  /** As if Postgres had died: connections break, new ones are refused. */
  async cut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    if (server !== undefined) await new Promise((resolve) => server.close(resolve));
  }

  /** As if the network had gone: connections stay and nothing comes through. */
  freeze(): void {
    for (const socket of this.sockets) socket.pause();
    this.server?.removeAllListeners('connection').on('connection', (socket: Socket) => {
      this.keep(socket).pause();
    });
  }

  async restore(): Promise<void> {
    await this.cut();
    const server = createServer((near) => {
      const far = this.keep(connect(Number(this.target.port), this.target.hostname));
      this.keep(near).pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  close(): Promise<void> {
    return this.cut();
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket);
    return socket
      .on('error', () => undefined)
      .on('close', () => {
        this.sockets.delete(socket);
      });
  }
}
