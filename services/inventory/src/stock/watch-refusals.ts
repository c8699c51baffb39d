import { randomUUID } from 'node:crypto';
import { raiseAlert, resolveAlert } from '@hub/alerts';
import { rows, type Tx } from '@hub/database';
import { COMMANDS, enqueue, type Sweep } from '@hub/messaging';
import { requestCatalogueRun } from '@hub/shops';
import { z } from 'zod';

const KIND = 'stock_event_refused';
const EVERY_MS = 5_000;
/** How many variants an alert names. */
const NAMED = 50;

const RefusedEvents = z.object({
  shopId: z.int(),
  slug: z.string(),
  code: z.string(),
  variants: z.int(),
  named: z.array(z.string()),
  /** An alert was raised since the latest of them; an agent may have resolved it. */
  reported: z.boolean(),
});
type RefusedEvents = z.output<typeof RefusedEvents>;

const ShopRow = z.object({ id: z.int() });
const SubjectRow = z.object({ subject: z.string() });

/**
 * D10: refused stock events are one case for a shop and code until all that they name is covered, and they request a
 * catalogue run, at most once an hour for a shop.
 */
export const refusalWatch: Sweep = {
  name: 'watch for refused stock events',
  everyMs: EVERY_MS,
  run: async (tx) => (await watchRefusals(tx)) + (await requestRuns(tx)),
};

/** @returns how many alerts were raised or resolved */
export async function watchRefusals(tx: Tx): Promise<number> {
  const refused = await findRefused(tx);
  const fresh = refused.filter(({ reported }) => !reported);
  const subjects = new Set(refused.map(subjectOf));
  const over = (await alertedSubjects(tx)).filter((subject) => !subjects.has(subject));
  for (const one of fresh) await raise(tx, one);
  for (const subject of over) await resolveAlert(tx, KIND, subject);
  return fresh.length + over.length;
}

/**
 * A shop that has a run open already gets another one later, if that run does not cover everything: a waiting run is for
 * an agent to accept.
 * @returns how many runs were requested
 */
export async function requestRuns(tx: Tx): Promise<number> {
  const due = await rows(
    ShopRow,
    tx.$queryRaw`
    UPDATE shop s SET refusals_read_at = now()
    WHERE EXISTS (SELECT FROM stock_refusal f WHERE f.shop_id = s.id)
      AND s.products = 'live' AND s.first_catalogue_at IS NOT NULL
      AND (s.refusals_read_at IS NULL OR s.refusals_read_at <= now() - interval '1 hour')
      AND NOT EXISTS (SELECT FROM catalogue_run r
        WHERE r.shop_id = s.id AND r.state IN ('queued', 'reading', 'waiting'))
    RETURNING s.id`,
  );
  for (const { id } of due) {
    const { runId } = await requestCatalogueRun(tx, { shopId: id });
    await enqueue(tx, COMMANDS.pullCatalogue, { payload: { runId }, correlation: randomUUID() });
  }
  return due.length;
}

async function findRefused(tx: Tx): Promise<RefusedEvents[]> {
  return rows(
    RefusedEvents,
    tx.$queryRaw`
    SELECT s.id AS "shopId", s.slug, f.code, count(DISTINCT f.variant_id)::int AS variants,
      coalesce((array_agg(DISTINCT f.variant_id) FILTER (WHERE f.variant_id <> ''))[1:${NAMED}::int], '{}') AS named,
      EXISTS (SELECT FROM alert a WHERE a.kind = ${KIND} AND a.subject = 'shop:' || s.slug || '/' || f.code
        AND a.last_at >= max(f.refused_at)) AS reported
    FROM stock_refusal f JOIN shop s ON s.id = f.shop_id
    GROUP BY s.id, f.code ORDER BY s.id, f.code`,
  );
}

async function alertedSubjects(tx: Tx): Promise<string[]> {
  const found = await rows(
    SubjectRow,
    tx.$queryRaw`SELECT subject FROM alert WHERE kind = ${KIND} AND state <> 'resolved'`,
  );
  return found.map(({ subject }) => subject);
}

async function raise(tx: Tx, refused: RefusedEvents): Promise<void> {
  const { shopId, slug, code, variants, named } = refused;
  await raiseAlert(tx, {
    kind: KIND,
    subject: subjectOf(refused),
    shopId,
    message: `Stock events of ${slug} were refused (${code}): the stock of ${variants} variants may be wrong.`,
    detail: { code, variants, variant_ids: named },
  });
}

function subjectOf({ slug, code }: Pick<RefusedEvents, 'slug' | 'code'>): string {
  return `shop:${slug}/${code}`;
}
