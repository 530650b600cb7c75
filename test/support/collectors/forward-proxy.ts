import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A forward proxy that tunnels by CONNECT, and keeps what it is asked for. Names that only it knows lead to the loopback address. */
export class ScriptedProxy {
  readonly targets: string[] = [];
  readonly authorizations: (string | undefined)[] = [];
  /** Status in place of a tunnel. */
  refusal: number | undefined;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor() {
    this.server = createServer((_req, res) => res.writeHead(405).end());
    this.server.on('connection', (socket: Socket) => this.sockets.add(socket));
    this.server.on('connect', ({ url = '', headers }, socket: Socket, head: Buffer) => {
      this.targets.push(url);
      this.authorizations.push(headers['proxy-authorization']);
      if (this.refusal !== undefined) {
        socket.end(`HTTP/1.1 ${String(this.refusal)} No\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      const onward = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        onward.write(head);
        onward.pipe(socket).pipe(onward);
      });
      this.sockets.add(onward);
      for (const one of [onward, socket]) one.on('error', () => one.destroy());
    });
  }

  static async start(): Promise<ScriptedProxy> {
    const proxy = new ScriptedProxy();
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
