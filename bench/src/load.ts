import { connect, type Socket } from 'node:net';

/** One finished request: how long it took and what it was answered. */
interface Answer {
  ms: number;
  status: number;
}

export interface LoadResult {
  perSecond: number;
  p50: number;
  p99: number;
  /** Answers other than `200`, by status. */
  others: Record<string, number>;
}

/**
 * Sends requests over keep-alive connections, one at a time on each, for some seconds. A client of its own making: any
 * HTTP library would take more of the machine than what is measured.
 * @param next gives the bytes of the next whole HTTP request
 */
export async function runLoad(load: {
  port: number;
  connections: number;
  seconds: number;
  next: () => Buffer;
}): Promise<LoadResult> {
  const answers: Answer[] = [];
  const until = performance.now() + load.seconds * 1_000;
  const started = performance.now();
  const lanes = Array.from({ length: load.connections }, () => runLane(load, until, answers));
  await Promise.all(lanes);
  return summary(answers, performance.now() - started);
}

async function runLane(
  load: { port: number; next: () => Buffer },
  until: number,
  answers: Answer[],
): Promise<void> {
  const lane = await Lane.open(load.port);
  while (performance.now() < until) {
    const sent = performance.now();
    const status = await lane.exchange(load.next());
    answers.push({ ms: performance.now() - sent, status });
  }
  lane.close();
}

class Lane {
  private received = '';
  private waiting: ((status: number) => void) | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.receive(chunk));
  }

  static open(port: number): Promise<Lane> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(new Lane(socket)));
      socket.once('error', reject);
    });
  }

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

function summary(answers: Answer[], ms: number): LoadResult {
  const times = answers.map((answer) => answer.ms).toSorted((a, b) => a - b);
  const others: Record<string, number> = {};
  for (const { status } of answers) if (status !== 200) others[status] = (others[status] ?? 0) + 1;
  return {
    perSecond: (answers.length - Object.values(others).reduce((a, b) => a + b, 0)) / (ms / 1_000),
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    others,
  };
}
