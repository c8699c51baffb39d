import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A wire to a server, with its own fixed port. It can be cut and restored, muted, and redirected to another server. */
export class Wire {
  private readonly sockets = new Set<Socket>();
  private readonly callers = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    /** The address given, with the port of the wire. */
    readonly url: string,
    private target: number,
  ) {}

  /** A wire to the server of this address. */
  static async to(address: string): Promise<Wire> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const listening = server.address();
    if (listening === null || typeof listening === 'string') throw new Error('not listening');
    const url = new URL(address);
    const target = Number(url.port);
    url.port = String(listening.port);
    const wire = new Wire(server, url.href, target);
    server.on('connection', (socket) => wire.join(socket));
    return wire;
  }

  /** Connections break, and new ones are closed at once. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Present clients stay connected and receive from the server, but their data no longer reaches it. */
  mute(): void {
    for (const caller of this.callers) caller.unpipe().pause();
  }

  /** Present connections are silenced in both directions, without being closed; new ones are served. */
  vanish(): void {
    for (const socket of this.sockets) socket.unpipe().resume();
    this.callers.clear();
  }

  /** @param address the new target; the previous one by default */
  repair(address?: string): void {
    if (address !== undefined) this.target = Number(new URL(address).port);
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private join(socket: Socket): void {
    socket.on('error', () => undefined);
    if (this.isCut) {
      socket.destroy();
      return;
    }
    const onward = connect(this.target, '127.0.0.1');
    this.pipe(socket, onward);
    this.pipe(onward, socket);
    this.callers.add(socket);
    socket.on('close', () => this.callers.delete(socket));
  }

  private pipe(end: Socket, other: Socket): void {
    this.sockets.add(end);
    end.pipe(other);
    end.on('error', () => other.destroy());
    end.on('close', () => {
      this.sockets.delete(end);
      other.destroy();
    });
  }
}
