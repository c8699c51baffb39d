import { connect, createServer, type Server, type Socket } from 'node:net';

/** A wire to the broker that can be cut and mended. */
export class Wire {
  private readonly sockets = new Set<Socket>();
  private cutOff = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async to(amqpUrl: string): Promise<Wire> {
    const target = new URL(amqpUrl);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    const url = new URL(amqpUrl);
    url.port = String(address.port);
    const wire = new Wire(server, url.href);
    server.on('connection', (socket) => wire.join(socket, Number(target.port)));
    return wire;
  }

  cut(): void {
    this.cutOff = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.cutOff = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private join(socket: Socket, port: number): void {
    if (this.cutOff) return void socket.destroy();
    const onward = connect(port, '127.0.0.1');
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.sockets.add(end);
      end.pipe(other);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        this.sockets.delete(end);
        other.destroy();
      });
    }
  }
}
