import { print } from './benchmark';
import { quantile, runLoad, type LoadResult } from './load';

/** One of the programs that are compared. */
export interface Contender {
  name: string;
  port: number;
  next: () => Buffer;
}

/**
 * Enough to warm up the code that runs for each event, however few are measured then: a service that runs for days is
 * compared, not its first minute. After 3 s a lone event still takes half as much CPU time again as after 12 s.
 */
const WARM_UP = { connections: 50, seconds: 12 };

/**
 * Measures floor and hub in turn, so that other load on the machine affects both alike.
 * @returns the medians of their rates and of the rounds' ratios
 */
export async function compare(
  contenders: { floor: Contender; hub: Contender },
  { connections, seconds, rounds }: { connections: number; seconds: number; rounds: number },
): Promise<{ floor: number; hub: number; ratio: number }> {
  const { floor, hub } = contenders;
  for (const one of [floor, hub])
    await runLoad({ ...one, ...WARM_UP, connections: Math.max(connections, WARM_UP.connections) });
  const rates: { floor: number; hub: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const below = await measure(floor, { connections, seconds });
    const ours = await measure(hub, { connections, seconds });
    rates.push({ floor: below.perSecond, hub: ours.perSecond });
  }
  const median = (of: (rate: { floor: number; hub: number }) => number) => quantile(rates.map(of), 0.5);
  const result = {
    floor: median((rate) => rate.floor),
    hub: median((rate) => rate.hub),
    ratio: median((rate) => rate.hub / rate.floor),
  };
  print(`${connections} connections: hub / floor = ${result.ratio.toFixed(2)} (median of ${rounds} rounds)`);
  print();
  return result;
}

async function measure(one: Contender, load: { connections: number; seconds: number }): Promise<LoadResult> {
  const result = await runLoad({ ...one, ...load });
  printLoad(one.name, load.connections, result);
  return result;
}

function printLoad(name: string, connections: number, result: LoadResult): void {
  const others = Object.entries(result.others).map(([status, count]) => `  ${status}: ${count}`);
  print(
    `${name.padEnd(6)} ${String(connections).padStart(4)} connections ${result.perSecond.toFixed(0).padStart(6)} events/s` +
      `  p50 ${result.p50.toFixed(1)} ms  p99 ${result.p99.toFixed(1)} ms${others.join('')}`,
  );
}
