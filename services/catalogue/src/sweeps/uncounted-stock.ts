import { raiseAlert, resolveAlert } from '@hub/alerts';
import { Prisma, rows, type Tx } from '@hub/database';
import { COMMANDS, enqueue, type Sweep } from '@hub/messaging';
import { requestCatalogueRun } from '@hub/shops';
import { z } from 'zod';

const KIND = 'stock_not_counted';
const EVERY_MS = 5_000;

const ShopRow = z.object({ id: z.int(), slug: z.string() });
const SubjectRow = z.object({ subject: z.string() });

/**
 * D16: a shop whose earlier stock does not count has a catalogue run requested until one that was requested after the
 * change is accepted, and support is alerted after an hour.
 */
export const uncountedStock: Sweep = {
  name: 'stock from before an interruption',
  everyMs: EVERY_MS,
  run: async (tx) => (await requestRuns(tx)) + (await alertSupport(tx)),
};

/** The shop `s` waits for a run that was requested at revision `w.revision` or later, since `w.since`. */
const WAITING = Prisma.sql`
  shop s CROSS JOIN LATERAL (
    SELECT max(l.counted_from) AS revision, min(l.uncounted_since) AS since FROM shop_location l
    WHERE l.shop_id = s.id AND l.uncounted_since IS NOT NULL
  ) w
  WHERE w.since IS NOT NULL AND s.products = 'live' AND s.first_catalogue_at IS NOT NULL`;

/**
 * After a run that was not accepted the next one is requested when as much time has passed as that one took, and at
 * least a minute: a store with a faulty catalogue is not read without pause. A run that waits is for an agent to accept.
 * @returns how many runs were requested
 */
export async function requestRuns(tx: Tx): Promise<number> {
  const due = await rows(
    ShopRow,
    tx.$queryRaw`
    SELECT s.id, s.slug FROM ${WAITING} AND w.since <= now() - interval '4 s'
      AND NOT EXISTS (SELECT FROM catalogue_run r WHERE r.shop_id = s.id AND (r.state IN ('queued', 'reading')
        OR (r.shop_revision >= w.revision AND (r.state = 'waiting'
          OR r.finished_at + greatest(r.finished_at - r.requested_at, interval '1 min') > now()))))
    ORDER BY s.id`,
  );
  for (const { id } of due) {
    const { runId, begun } = await requestCatalogueRun(tx, { shopId: id });
    if (begun) await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation: runId });
  }
  return due.length;
}

/** @returns how many alerts were raised or resolved */
export async function alertSupport(tx: Tx): Promise<number> {
  const late = await rows(
    ShopRow,
    tx.$queryRaw`SELECT s.id, s.slug FROM ${WAITING} AND w.since <= now() - interval '1 hour' ORDER BY s.id`,
  );
  const alerted = await alertedSubjects(tx);
  const subjects = new Set(late.map(subjectOf));
  const fresh = late.filter((shop) => !alerted.has(subjectOf(shop)));
  const over = [...alerted].filter((subject) => !subjects.has(subject));
  for (const shop of fresh) await raise(tx, shop);
  for (const subject of over) await resolveAlert(tx, KIND, subject);
  return fresh.length + over.length;
}

async function alertedSubjects(tx: Tx): Promise<Set<string>> {
  const found = await rows(
    SubjectRow,
    tx.$queryRaw`SELECT subject FROM alert WHERE kind = ${KIND} AND state <> 'resolved'`,
  );
  return new Set(found.map(({ subject }) => subject));
}

async function raise(tx: Tx, shop: z.output<typeof ShopRow>): Promise<void> {
  await raiseAlert(tx, {
    kind: KIND,
    subject: subjectOf(shop),
    shopId: shop.id,
    message: `No catalogue run of ${shop.slug} was accepted for an hour after it was switched on or its locations changed: its earlier stock does not count.`,
  });
}

function subjectOf({ slug }: { slug: string }): string {
  return `shop:${slug}`;
}
