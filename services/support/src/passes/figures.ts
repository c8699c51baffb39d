import { rows, type Tx } from '@hub/database';
import type { Pass } from '@hub/messaging';
import { gauge } from '@hub/runtime';
import { z } from 'zod';

const SecondsRow = z.object({ seconds: z.number() });

const deadLetters = gauge({
  name: 'hub_dead_letters',
  help: 'Dead letters by the queue they died in and their state.',
  labelNames: ['origin', 'state'],
});
const alerts = gauge({
  name: 'hub_alerts',
  help: 'Alerts that are not resolved, by kind and state.',
  labelNames: ['kind', 'state'],
});
const outboxAge = gauge({
  name: 'hub_outbox_oldest_seconds',
  help: 'Age of the oldest message that is not published yet; 0: there is none.',
});

/** Brings the figures of `/metrics` up to date. */
export const figures: Pass = { name: 'figures', everyMs: 15_000, run: readFigures };

async function readFigures(tx: Tx): Promise<number> {
  const letters = await tx.deadLetter.groupBy({ by: ['origin', 'state'], _count: { _all: true } });
  deadLetters.reset();
  for (const { origin, state, _count } of letters) deadLetters.set({ origin, state }, _count._all);

  const unresolved = await tx.alert.groupBy({
    by: ['kind', 'state'],
    where: { state: { not: 'resolved' } },
    _count: { _all: true },
  });
  alerts.reset();
  for (const { kind, state, _count } of unresolved) alerts.set({ kind, state }, _count._all);

  const [oldest] = await rows(
    SecondsRow,
    tx.$queryRaw`
    SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds FROM outbox`,
  );
  outboxAge.set(Math.max(0, oldest?.seconds ?? 0));
  return 0;
}
