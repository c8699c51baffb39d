import { connect, type Socket } from 'node:net';

/**
 * One keep-alive connection, one request at a time. A client of our own: any HTTP library would use more of the machine
 * than what is measured.
 */
export class HttpConnection {
  private received = '';
  private waiting: ((status: number) => void) | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.receive(chunk));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () =>
        resolve(new HttpConnection(socket)),
      );
      socket.once('error', reject);
    });
  }

  /** @returns the answer's status */
  exchange(request: Buffer): Promise<number> {
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(chunk: string): void {
    this.received += chunk;
    const headEnd = this.received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.received.slice(0, headEnd))?.[1] ?? 0);
    if (this.received.length < headEnd + 4 + length) return;
    const status = Number(this.received.slice(9, 12));
    this.received = '';
    this.waiting?.(status);
  }
}
