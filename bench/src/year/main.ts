import { Client } from 'pg';
import { benchDatabase } from '../bench-database';
import { dropQueues } from '../broker';
import { print, runBenchmark, type Benchmark } from '../benchmark';
import { FILES, pagesOf, SEARCHES, someIds } from '../desk/pages';
import { startDesk } from '../desk/start-desk';
import type { Visitor } from '../desk/visitor';
import { seedShops } from '../seed-shops';
import { fillOrders, type Span } from './fill-orders';
import { fillTraffic } from './fill-traffic';
import { printRatios, type Timed } from './ratios';
import { printSizes } from './sizes';
import { sweepTimes } from './sweep-times';
import { withMonths } from './with-months';

/**
 * `npm run bench -- year [orders]`: a network with a year of orders (a million unless another number is given) beside
 * one with the last month of the same orders. Prints the time of every page, search, file and sweep in both, and the
 * bytes a row of each table.
 */
const [TIMES, YEAR, MONTH] = [7, 365, 30];

interface Network {
  benchmark: Benchmark;
  slug: string;
}

runBenchmark(async (benchmark) => {
  const orders = Number(process.argv[2] ?? 1_000_000);
  const month = await benchDatabase(benchmark.config.DATABASE_URL, '_month');
  benchmark.atEnd(() => month.drop());
  const networks = {
    month: await fill(
      { ...benchmark, database: month },
      { orders: Math.ceil((orders * MONTH) / YEAR), days: MONTH },
    ),
    year: await fill(benchmark, { orders, days: YEAR }),
  };
  await printSizes(networks.year.benchmark.database.url, orders);
  printRatios('page', await timePages(networks));
  await dropQueues(benchmark.config.AMQP_URL);
  const inMonth = await sweepTimes(networks.month.benchmark);
  await dropQueues(benchmark.config.AMQP_URL);
  const inYear = await sweepTimes(networks.year.benchmark);
  printRatios(
    'sweep',
    [...inYear].map(([what, ms]) => ({ what, year: ms, month: inMonth.get(what) ?? 0 })),
  );
});

async function fill(benchmark: Benchmark, span: Pick<Span, 'orders' | 'days'>): Promise<Network> {
  const { config, database } = benchmark;
  const started = performance.now();
  await withMonths(database.url, span.days);
  const { shops } = await seedShops(database.db, {
    shops: 2,
    articles: 1_000,
    onHand: 5,
    storeUrl: 'http://127.0.0.1:9',
    encryptionKey: config.HUB_ENCRYPTION_KEY,
  });
  const [seller, store] = shops;
  if (!seller || !store) throw new Error('there are no shops');
  const all: Span = { ...span, url: database.url, seller: seller.id, store: store.id };
  await fillOrders(all);
  await fillTraffic(all);
  const seconds = (performance.now() - started) / 1_000;
  print(`${span.orders} orders of ${span.days} days are filled after ${seconds.toFixed(0)} s`);
  return { benchmark, slug: seller.slug };
}

/** The requests to both take turns, so that other work of the machine slows both. */
async function timePages({ month, year }: { month: Network; year: Network }): Promise<Timed[]> {
  const stops: (() => Promise<unknown>)[] = [];
  const start = ({ benchmark }: Network) => startDesk({ ...benchmark, atEnd: (stop) => stops.push(stop) });
  try {
    return await timeDesks({ month, year }, { month: await start(month), year: await start(year) });
  } finally {
    for (const stop of stops) await stop();
  }
}

async function timeDesks(
  { month, year }: { month: Network; year: Network },
  desks: { month: Visitor; year: Visitor },
): Promise<Timed[]> {
  const paths = { month: await pathsOf(month), year: await pathsOf(year) };
  const timed: Timed[] = [];
  for (const [index, path] of paths.year.entries()) {
    const other = paths.month[index] ?? path;
    timed.push({
      what: path,
      ...(await inTurns(
        () => get(desks.month, other),
        () => get(desks.year, path),
      )),
    });
  }
  for (const text of SEARCHES)
    timed.push({
      what: `search "${text}"`,
      ...(await inTurns(
        () => search(desks.month, text),
        () => search(desks.year, text),
      )),
    });
  return timed;
}

async function pathsOf({ benchmark, slug }: Network): Promise<string[]> {
  const client = new Client({ connectionString: benchmark.database.url });
  await client.connect();
  try {
    return [...pagesOf(slug, await someIds(client)), ...FILES];
  } finally {
    await client.end();
  }
}

async function get(desk: Visitor, path: string): Promise<void> {
  const { status } = await desk.get(path);
  if (status === 200) return;
  print(`FAULT: ${path} answered ${status}`);
  process.exitCode = 1;
}

async function search(desk: Visitor, text: string): Promise<void> {
  const { status } = await desk.follow(await desk.post('/search', { q: text }));
  if (status !== 200) throw new Error(`search "${text}" answered ${status}`);
}

/** @returns the median of each, in ms; the first request of each does not count */
async function inTurns(
  one: () => Promise<void>,
  other: () => Promise<void>,
): Promise<{ month: number; year: number }> {
  const times = { month: [] as number[], year: [] as number[] };
  for (let turn = 0; turn <= TIMES; turn += 1)
    for (const [name, work] of [
      ['month', one],
      ['year', other],
    ] as const) {
      const started = performance.now();
      await work();
      if (turn > 0) times[name].push(performance.now() - started);
    }
  const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
  return { month: median(times.month), year: median(times.year) };
}
