import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** The address of a Service: each connection goes to the next of its ready pods, as kube-proxy sends them, and stays there. */
export class ServiceAddress {
  /** Connections that found no ready pod. */
  unserved = 0;
  private targets: readonly number[] = [];
  private served = 0;
  private readonly open = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (client) => this.serve(client));
  }

  static async open(port: number): Promise<ServiceAddress> {
    const server = createServer({ noDelay: true });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new ServiceAddress(server);
  }

  /** The ports of the pods that are ready now. */
  sendTo(targets: readonly number[]): void {
    this.targets = targets;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await closed;
  }

  private serve(client: Socket): void {
    const port = this.targets[this.served % this.targets.length];
    this.served += 1;
    if (port === undefined) {
      this.unserved += 1;
      return void client.destroy();
    }
    const pod = connect({ port, host: '127.0.0.1', noDelay: true });
    this.join(client, pod);
    this.join(pod, client);
  }

  private join(from: Socket, to: Socket): void {
    this.open.add(from);
    from.pipe(to);
    from.on('error', () => undefined);
    from.once('close', () => {
      this.open.delete(from);
      to.destroySoon();
    });
  }
}
