import { loadavg } from 'node:os';
import { inTransaction } from '@hub/database';
import { addLedgerDays } from '@hub/messaging';
import { print, runBenchmark } from '../benchmark';
import { seedDay } from '../retention/seed-day';
import { judgeGrowth, readTableSizes, type Growth } from './table-sizes';
import { highestRate, runMinute, type Minute } from './trade';
import { startTrade } from './start-trade';

/**
 * `npm run bench -- endurance [minutes] [rows] [--small]`: 30 minutes (unless set otherwise) of stock events, orders and
 * packages at three quarters of the highest rate found at the start, with a ledger of 20 million rows: rate, times,
 * memory, unfinished work, each minute. At the end, whether the tables stayed flat. `--small`: a minute lasts six seconds.
 */
const DAY_MS = 86_400_000;
const HOLD = 0.75;

runBenchmark(async (benchmark) => {
  const [minutes, rows] = [Number(process.argv[2] ?? 30), Number(process.argv[3] ?? 20_000_000)];
  const { db } = benchmark.database;
  const trade = await startTrade(benchmark);
  const day = new Date(Date.now() - 6 * DAY_MS);
  await inTransaction(db, (tx) => addLedgerDays(tx, day.getTime(), 7));
  await seedDay(db, { day, rows, shopId: trade.shopId });
  print(`${rows} rows in the ledger; load of the machine ${loadavg()[0]?.toFixed(1)}`);

  const highest = await highestRate(trade);
  const rate = Math.floor(highest * HOLD);
  print(
    `highest: ${highest.toFixed(0)} events/s, of twelve ten of stock, an order and a package of one; held: ${rate}`,
  );
  const start = await readTableSizes(db);
  let middle = start;
  for (let minute = 1; minute <= minutes; minute += 1) {
    show(minute, await runMinute(trade, rate));
    if (minute === Math.ceil(minutes / 2)) middle = await readTableSizes(db);
  }
  const growth = judgeGrowth({ start, middle, end: await readTableSizes(db) });
  for (const table of growth) printGrowth(table);
  const grown = growth.filter(({ flat }) => !flat);
  print(grown.length === 0 ? 'all tables stayed flat' : `grew: ${grown.map(({ name }) => name).join(', ')}`);
  if (grown.length > 0) process.exitCode = 1;
});

function show(minute: number, { perSecond, p50, p99, others, memory, outbox }: Minute): void {
  const refused = Object.entries(others).map(([status, count]) => `, ${count} times ${status}`);
  const services = [...memory].map(([name, mib]) => `${name} ${mib}`).join(', ');
  print(
    `minute ${minute}: ${perSecond.toFixed(0)} events/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${refused.join('')}; ` +
      `${outbox} commands in the outbox; MiB: ${services}`,
  );
}

function printGrowth({ name, written, kept, dead, bytes, grownBy, flat }: Growth): void {
  const mib = (value: number) => `${(value / 1_048_576).toFixed(1)} MiB`;
  print(
    `${name}: ${written} rows written, ${kept} kept, ${dead} dead, ${mib(bytes)}, ${mib(grownBy)} of it in the second half${flat ? '' : ': GREW'}`,
  );
}
