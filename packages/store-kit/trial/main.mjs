// A store made with the kit is killed on each line of its sender, and between commit and send: nothing is lost, nothing counts twice.
//   DATABASE_URL=postgres://… node trial/main.mjs [rounds]      or      SQLITE_FILE=trial.db node trial/main.mjs [rounds]
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startFakeService } from '@hub/store-kit/testing';
import { openShop } from './shop.mjs';

const SECRET = 'secret-of-the-trial';
const ORDERS = 6;
const LEASE_MS = 150;
const LINES = [
  'before the commit',
  'between commit and send',
  'before an event is taken',
  'after an event was taken',
  'before an event is sent',
  'while an event is on its way',
  'after an event was answered',
  'before the answer is recorded',
  'after the answer was recorded',
];

const rounds = Number(process.argv[2] ?? 1);
const service = await startFakeService([SECRET]);
let killed = 0;
let sold = 0;

/** Runs a store to its end. @returns whether it was killed */
function runStore(env) {
  const script = fileURLToPath(new URL('store.mjs', import.meta.url));
  const settings = { SECRET, EVENTS_URL: service.url, LEASE_MS: String(LEASE_MS) };
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...settings, ...env },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      code === 0 || signal === 'SIGKILL'
        ? resolve(signal === 'SIGKILL')
        : reject(new Error(`the store ended with code ${code}`)),
    );
  });
}

/** The store sells, and is killed on the line. It also sends what an earlier one left behind. */
async function killAt(line) {
  const orders = { ORDERS_FROM: String(sold), ORDERS_TO: String(sold + ORDERS) };
  sold += ORDERS;
  if (await runStore({ ...orders, KILL_AT: line })) killed += 1;
}

for (let round = 0; round < rounds; round += 1) for (const line of LINES) await killAt(line);
// Two at once send what is left.
const nothingNew = { ORDERS_FROM: '0', ORDERS_TO: '0' };
await Promise.all([runStore(nothingNew), runStore(nothingNew)]);

const shop = await openShop();
const orders = await shop.orders();
const { waiting, parked } = await shop.storage.outboxFigures();
await shop.close();
await service.stop();

const created = service.dataOf('order.created').map(({ order_id }) => order_id);
const changes = service.dataOf('inventory.updated').map(({ changed_at }) => changed_at);
const result = {
  killed,
  orders: orders.length,
  attempts: service.attempts.length,
  lost:
    orders.filter((id) => !created.includes(id)).length + (orders.length - changes.length) + waiting + parked,
  doubled: created.length - new Set(created).size + (changes.length - new Set(changes).size),
  invented: created.filter((id) => !orders.includes(id)).length,
  refused: service.refusals.length,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
const isRight = result.lost + result.doubled + result.invented + result.refused === 0;
process.exitCode = isRight && killed === rounds * LINES.length ? 0 : 1;
