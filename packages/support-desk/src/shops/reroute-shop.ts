import { inTransaction, rows, type Database } from '@hub/database';
import { holdsItsLines, reachability, Reachability } from '@hub/orders';
import { z } from 'zod';
import { recordActions } from '../actions/record-actions';
import type { Acting } from '../engine/action';
import { reroute, tryReroute } from '../orders/actions/reroute';

const ShopRow = z.object({ id: z.int(), shopIs: Reachability });
const ReferenceRow = z.object({ reference: z.string() });

/** Per action; the next one takes more. */
const AT_ONCE = 500;

export interface ShopRerouting {
  /** References of shipping orders whose lines go elsewhere, or would. */
  rerouted: string[];
  /** Those that stay, and why. */
  kept: { reference: string; reason: string }[];
}

export type RerouteShopOutcome =
  | { kind: 'refused'; why: 'unknown_shop' | 'shop_callable' }
  | ({ kind: 'done' } & ShopRerouting);

/**
 * Gives the shipping orders at a shop that cannot be called (its calls held, its circuit open, its orders switched off)
 * to other shops, in one action: those it was never sent, or has refused (D18). Each shipping order separately, so that
 * one that must stay does not block the others. The oldest 500.
 * @param request.carryOut false: only reports what would be done
 */
export async function rerouteShop(
  acting: Acting,
  request: { shop: string; carryOut: boolean; note?: string | undefined },
): Promise<RerouteShopOutcome> {
  const { db, actor } = acting;
  const { shop: slug, carryOut, note } = request;
  const [shop] = await rows(
    ShopRow,
    db.$queryRaw`
    SELECT s.id, ${reachability('s')} AS "shopIs" FROM shop s WHERE s.slug = ${slug}`,
  );
  if (!shop) return { kind: 'refused', why: 'unknown_shop' };
  if (shop.shopIs === 'callable') return { kind: 'refused', why: 'shop_callable' };
  const done: ShopRerouting = { rerouted: [], kept: [] };
  for (const reference of await standingAt(db, shop.id)) {
    const end = await (carryOut ? reroute.act(acting, { reference }) : tryReroute(acting, { reference }));
    if (end.kind === 'done') done.rerouted.push(reference);
    else done.kept.push({ reference, reason: (end.kind === 'refused' && end.why) || 'it is gone' });
  }
  if (carryOut) await record(db, { slug, actor, note, done });
  return { kind: 'done', ...done };
}

/** Those that hold paid lines, as the shop has not accepted them. */
async function standingAt(db: Database, shopId: number): Promise<string[]> {
  const found = await rows(
    ReferenceRow,
    db.$queryRaw`
    SELECT s.external_ref AS reference FROM shipping_order s
    WHERE s.shop_id = ${shopId} AND s.state NOT IN ('placed', 'stopped', 'dry_run') AND ${holdsItsLines('s')}
    ORDER BY s.created_at LIMIT ${AT_ONCE}`,
  );
  return found.map(({ reference }) => reference);
}

async function record(
  db: Database,
  act: { slug: string; actor: string; note: string | undefined; done: ShopRerouting },
): Promise<void> {
  const { slug, actor, note, done } = act;
  const detail = {
    rerouted: done.rerouted.length,
    kept: done.kept.length,
    ...(note === undefined ? {} : { note }),
  };
  await inTransaction(db, (tx) =>
    recordActions(tx, { actor, action: 'shop.reroute', subjects: [`shop:${slug}`], detail }),
  );
}
