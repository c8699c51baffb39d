import { raiseAlert, resolveAlert } from '@hub/alerts';
import { Prisma, rows, type Tx } from '@hub/database';
import type { CallingContext } from '@hub/messaging';
import { isForecast, type Component } from '@hub/runtime';
import { z } from 'zod';

/** Work on a shop's texts that may end its process: with each, what an alert calls it. */
const WORKS = {
  read_catalogue: 'Reading the catalogue',
  search_links: 'The search for links',
} as const;
export type Work = keyof typeof WORKS;

/** After so many ends of its process in a row it is set aside. */
const MOST_BEGUN = 3;
const KIND = 'work_set_aside';

/** Work of one shop. */
export interface WorkOfShop {
  shopId: number;
  work: Work;
}

/** The result of work, or null: it is set aside, and did not begin. */
export type Done<T> = { result: T } | null;

const Begun = z.object({ begun: z.int() });
const ShopRow = z.object({ slug: z.string() });

/**
 * Counts work of a shop as begun before it begins, and as ended after it (D36): what is begun and never ended has ended
 * its process. Work that did so three times in a row is set aside, with an alert; once an agent resolves the alert, it
 * begins again. An orderly stop does not count, and finished work clears the count.
 */
export class ShopWork implements Component {
  readonly name = 'work of shops';
  private readonly begun = new Set<WorkOfShop>();
  private uncounted: Promise<void> = Promise.resolve();

  /** @param context for transactions of its own: a count outlives what happens to the work */
  constructor(private readonly context: Pick<CallingContext, 'transact'>) {}

  async doing<T>(of: WorkOfShop, work: () => Promise<T>): Promise<Done<T>> {
    // A forecast commits nothing, so it only reads whether the work is set aside.
    if (isForecast())
      return (await this.context.transact((tx) => isSetAside(tx, of))) ? null : { result: await work() };
    if (!(await this.context.transact((tx) => begin(tx, of)))) return null;
    const one = { ...of };
    this.begun.add(one);
    try {
      return { result: await work() };
    } finally {
      if (this.begun.delete(one)) await this.context.transact((tx) => end(tx, [of]));
    }
  }

  /** The work is done to its end: earlier ends of a process were not its doing. */
  async finished(of: WorkOfShop): Promise<void> {
    if (isForecast()) return;
    await this.context.transact(async (tx) => {
      const known = await tx.$executeRaw`
        DELETE FROM shop_work WHERE shop_id = ${of.shopId} AND work = ${of.work}`;
      if (known > 0) await resolveAlert(tx, KIND, subjectOf(await slugOf(tx, of), of));
    });
  }

  beginStop(): void {
    const begun = [...this.begun];
    this.begun.clear();
    if (begun.length === 0) return;
    // Without the database the work counts as begun: one stop of three that would set it aside.
    this.uncounted = this.context.transact((tx) => end(tx, begun)).catch(() => undefined);
  }

  stop(): Promise<void> {
    return this.uncounted;
  }
}

/** @returns false: the work is set aside */
async function begin(tx: Tx, of: WorkOfShop): Promise<boolean> {
  const { shopId, work } = of;
  const slug = await slugOf(tx, of);
  const [begun] = await rows(
    Begun,
    tx.$queryRaw`
    INSERT INTO shop_work AS w (shop_id, work, begun) VALUES (${shopId}, ${work}, 1)
    ON CONFLICT (shop_id, work) DO UPDATE SET set_aside_at = NULL,
      begun = CASE WHEN w.set_aside_at IS NULL THEN w.begun + 1 ELSE 1 END
    WHERE ${mayBegin(subjectOf(slug, of))}
    RETURNING w.begun`,
  );
  if (begun) return true;
  const setAside = await tx.$executeRaw`
    UPDATE shop_work SET set_aside_at = now()
    WHERE shop_id = ${shopId} AND work = ${work} AND set_aside_at IS NULL`;
  if (setAside > 0) await raise(tx, slug, of);
  return false;
}

async function isSetAside(tx: Tx, of: WorkOfShop): Promise<boolean> {
  const { shopId, work } = of;
  const subject = subjectOf(await slugOf(tx, of), of);
  const found = await rows(
    Begun,
    tx.$queryRaw`
    SELECT w.begun FROM shop_work w WHERE w.shop_id = ${shopId} AND w.work = ${work} AND NOT (${mayBegin(subject)})`,
  );
  return found.length > 0;
}

/** Of `shop_work w`: fewer than three ends in a row, or an agent resolved its alert. */
function mayBegin(subject: string): Prisma.Sql {
  return Prisma.sql`((w.set_aside_at IS NULL AND w.begun < ${MOST_BEGUN})
    OR (w.set_aside_at IS NOT NULL AND NOT EXISTS (SELECT FROM alert a
      WHERE a.kind = ${KIND} AND a.subject = ${subject} AND a.state <> 'resolved')))`;
}

async function end(tx: Tx, all: readonly WorkOfShop[]): Promise<void> {
  for (const { shopId, work } of all)
    await tx.$executeRaw`
      UPDATE shop_work SET begun = greatest(begun - 1, 0) WHERE shop_id = ${shopId} AND work = ${work}`;
}

async function raise(tx: Tx, slug: string, of: WorkOfShop): Promise<void> {
  await raiseAlert(tx, {
    kind: KIND,
    subject: subjectOf(slug, of),
    shopId: of.shopId,
    message: `${WORKS[of.work]} of ${slug} has ended its process ${MOST_BEGUN} times in a row and is set aside for this shop. It begins again once this alert is resolved.`,
    detail: { work: of.work },
  });
}

async function slugOf(tx: Tx, { shopId }: WorkOfShop): Promise<string> {
  const [shop] = await rows(ShopRow, tx.$queryRaw`SELECT slug FROM shop WHERE id = ${shopId}`);
  if (!shop) throw new Error(`there is no shop ${shopId}`);
  return shop.slug;
}

function subjectOf(slug: string, { work }: WorkOfShop): string {
  return `shop:${slug}/${work}`;
}
