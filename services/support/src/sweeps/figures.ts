import { rows, type Tx } from '@hub/database';
import type { Sweep } from '@hub/messaging';
import { gauge } from '@hub/runtime';
import { countSituations, RISK_SITUATIONS } from '@hub/desk/problems';
import { z } from 'zod';

const OutboxRow = z.object({ rows: z.int(), seconds: z.number() });
const HeldRow = z.object({ operation: z.string(), shops: z.int() });
const ShopsRow = z.object({ shops: z.int() });

const deadLetters = gauge({
  name: 'hub_dead_letters',
  help: 'Failed messages by the queue they failed in and their state.',
  labelNames: ['origin', 'state'],
});
const alerts = gauge({
  name: 'hub_alerts',
  help: 'Alerts that are not resolved, by kind and state.',
  labelNames: ['kind', 'state'],
});
const outboxRows = gauge({
  name: 'hub_outbox_rows',
  help: 'Messages that are not published yet.',
});
const outboxAge = gauge({
  name: 'hub_outbox_oldest_seconds',
  help: 'Age of the oldest message that is not published yet; 0: there is none.',
});

const held = gauge({
  name: 'hub_shops_held',
  help: 'Shops whose calls are suspended after a 401 or 403 (D23), by operation; `all`: every call.',
  labelNames: ['operation'],
});
const broken = gauge({
  name: 'hub_shops_circuit_open',
  help: 'Shops whose store does not answer: the circuit to it is open.',
});
const atRisk = gauge({
  name: 'hub_orders_at_risk',
  help: 'Paid orders and lines at risk, by situation.',
  labelNames: ['situation'],
});

/**
 * Updates the figures of `/metrics` that are read from the database; every copy of the service shows the same.
 * None is labelled by shop or order: their number does not grow with either.
 */
export const figures: Sweep = {
  name: 'figures',
  everyMs: 15_000,
  async run(tx) {
    await readSupportsOwn(tx);
    await readOutbox(tx);
    await readStores(tx);
    return 0;
  },
};

/** Rarely: it reads all open orders. */
export const ordersAtRisk: Sweep = {
  name: 'figures of orders at risk',
  everyMs: 60_000,
  async run(tx, now) {
    const counted = await countSituations(tx, now);
    for (const situation of RISK_SITUATIONS)
      atRisk.set({ situation }, counted.find((one) => one.situation === situation)?.count ?? 0);
    return 0;
  },
};

async function readSupportsOwn(tx: Tx): Promise<void> {
  const failedMessages = await tx.deadLetter.groupBy({ by: ['origin', 'state'], _count: { _all: true } });
  deadLetters.reset();
  for (const { origin, state, _count } of failedMessages) deadLetters.set({ origin, state }, _count._all);

  const unresolved = await tx.alert.groupBy({
    by: ['kind', 'state'],
    where: { state: { not: 'resolved' } },
    _count: { _all: true },
  });
  alerts.reset();
  for (const { kind, state, _count } of unresolved) alerts.set({ kind, state }, _count._all);
}

async function readOutbox(tx: Tx): Promise<void> {
  const [outbox] = await rows(
    OutboxRow,
    tx.$queryRaw`
    SELECT count(*)::int AS rows, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds FROM outbox`,
  );
  outboxRows.set(outbox?.rows ?? 0);
  outboxAge.set(Math.max(0, outbox?.seconds ?? 0));
}

async function readStores(tx: Tx): Promise<void> {
  const holds = await rows(
    HeldRow,
    tx.$queryRaw`SELECT operation::text, count(*)::int AS shops FROM call_hold GROUP BY 1`,
  );
  held.reset();
  for (const { operation, shops } of holds) held.set({ operation }, shops);
  const [open] = await rows(
    ShopsRow,
    tx.$queryRaw`SELECT count(*)::int AS shops FROM shop WHERE circuit_open_since IS NOT NULL`,
  );
  broken.set(open?.shops ?? 0);
}
