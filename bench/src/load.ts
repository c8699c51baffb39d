import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection } from './http-connection';

export interface LoadResult {
  /** With `200`. */
  answered: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Answers other than `200`, by status. */
  others: Record<string, number>;
}

export interface Load {
  port: number;
  connections: number;
  seconds: number;
  /** Returns the bytes of the next whole HTTP request. */
  next: () => Buffer;
  /** Requests a second, evenly spread; default: as many as are answered. */
  perSecond?: number;
}

/** One finished request: its duration and its answer. */
interface Answer {
  ms: number;
  status: number;
}

/** Sends requests over keep-alive connections, one at a time on each, for some seconds. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const answers: Answer[] = [];
  const started = performance.now();
  const running = Array.from({ length: load.connections }, (_, connection) =>
    runConnection(load, { connection, started }, answers),
  );
  await Promise.all(running);
  return summary(answers, performance.now() - started);
}

async function runConnection(
  load: Load,
  { connection, started }: { connection: number; started: number },
  answers: Answer[],
): Promise<void> {
  const { port, connections, seconds, next, perSecond } = load;
  const http = await HttpConnection.open(port);
  const until = started + seconds * 1_000;
  for (let count = 0; ; count += 1) {
    // A request that cannot be sent in time counts from when it should have been.
    const due =
      perSecond === undefined
        ? performance.now()
        : started + ((count * connections + connection) * 1_000) / perSecond;
    if (due >= until) break;
    if (due > performance.now()) await sleep(due - performance.now());
    const status = await http.exchange(next());
    answers.push({ ms: performance.now() - due, status });
  }
  http.close();
}

function summary(answers: readonly Answer[], ms: number): LoadResult {
  const others: Record<string, number> = {};
  for (const { status } of answers) if (status !== 200) others[status] = (others[status] ?? 0) + 1;
  const good = answers.length - Object.values(others).reduce((a, b) => a + b, 0);
  const times = answers.map((answer) => answer.ms);
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return { answered: good, perSecond: good / (ms / 1_000), p50, p99, others };
}

/** @param part 0.5 is the median; 0 where there is no value */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;
}
