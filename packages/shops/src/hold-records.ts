import { LIMITS } from '@hub/contract';
import { inTransaction, raiseAlert, resolveAlert, type Database, type Tx } from '@hub/database';

/** Sooner than the next probe, so that what is held goes on together when the hold ends (D23). */
const LOOK_AGAIN_AFTER_MS = 30_000;

/** A shop as far as its hold is concerned. */
export interface HeldShop {
  id: number;
  slug: string;
  revision: bigint;
}

/**
 * Holds all calls to a store that answered `401` or `403` (D23), with one alert. Nothing where they are held already,
 * or where the shop has changed since `revision`: then a newly applied sheet deserves a try of its own.
 * @returns whether this call began the hold
 */
export async function holdCalls(
  db: Database,
  refusal: { shop: HeldShop; status: number; at: Date },
): Promise<boolean> {
  const { shop, status, at } = refusal;
  return inTransaction(db, async (tx) => {
    const held = await tx.$executeRaw`
      UPDATE "shop" SET "calls_held_since" = ${at}, "next_probe_at" = ${probeAfter(at)}, "revision" = nextval('shop_revision')
      WHERE "id" = ${shop.id} AND "revision" = ${shop.revision} AND "calls_held_since" IS NULL`;
    if (held === 0) return false;
    await raiseAlert(tx, {
      kind: 'store_unauthorized',
      subject: subjectOf(shop.slug),
      shopId: shop.id,
      message: `The store of ${shop.slug} answers ${status}: all calls to it are held, with one probe every five minutes.`,
      detail: { status },
    });
    return true;
  });
}

export type Entry = { kind: 'open' } | { kind: 'probe' } | { kind: 'held'; afterMs: number };

/**
 * Asks for a call to a held store. One caller every five minutes is let through as the probe; that nobody else becomes
 * one rests on the conditional update.
 */
export async function claimProbe(db: Database, shopId: number, at: Date): Promise<Entry> {
  const won = await db.$executeRaw`
    UPDATE "shop" SET "next_probe_at" = ${probeAfter(at)}
    WHERE "id" = ${shopId} AND "calls_held_since" IS NOT NULL AND "next_probe_at" <= ${at}`;
  if (won > 0) return { kind: 'probe' };
  const shop = await db.shop.findUnique({
    where: { id: shopId },
    select: { callsHeldSince: true, nextProbeAt: true },
  });
  if (shop === null || shop.callsHeldSince === null || shop.nextProbeAt === null) return { kind: 'open' };
  const untilProbe = Math.max(0, shop.nextProbeAt.getTime() - at.getTime());
  return { kind: 'held', afterMs: Math.min(untilProbe, LOOK_AGAIN_AFTER_MS) };
}

/** Gives a probe back that was not sent, so that the next caller may be it. */
export async function returnProbe(db: Database, shopId: number, at: Date): Promise<void> {
  await db.$executeRaw`
    UPDATE "shop" SET "next_probe_at" = ${at} WHERE "id" = ${shopId} AND "calls_held_since" IS NOT NULL`;
}

/**
 * Ends the hold and its alert: after a probe that succeeded, with a newly applied sheet, or by support (D23).
 * @returns whether there was one
 */
export async function resumeCalls(tx: Tx, shopId: number): Promise<boolean> {
  const [resumed] = await tx.$queryRaw<{ slug: string }[]>`
    UPDATE "shop" SET "calls_held_since" = NULL, "next_probe_at" = NULL, "revision" = nextval('shop_revision')
    WHERE "id" = ${shopId} AND "calls_held_since" IS NOT NULL RETURNING "slug"`;
  if (resumed === undefined) return false;
  await resolveAlert(tx, 'store_unauthorized', subjectOf(resumed.slug));
  return true;
}

function probeAfter(at: Date): Date {
  return new Date(at.getTime() + LIMITS.holdProbeMs);
}

function subjectOf(slug: string): string {
  return `shop:${slug}`;
}
