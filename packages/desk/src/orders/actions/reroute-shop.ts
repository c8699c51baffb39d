import { rows, withoutEffect, type Database, type Tx } from '@hub/database';
import { holdsItsLines } from '@hub/orders/states';
import { reachability, Reachability } from '@hub/orders/support';
import { z } from 'zod';
import { DESK_REFUSAL_LABELS } from '../../audit/refusal-labels';
import { longAction, type Acting, type ActionEnd } from '../../engine/action';
import { reroute } from './reroute';
import { nameOfShop } from '../../shops/name-of-shop';

const ShopRow = z.object({ id: z.int(), shopIs: Reachability });
const ReferenceRow = z.object({ reference: z.string() });

/** Per action; the next one takes more. */
const AT_ONCE = 500;
const KEPT_SHOWN = 10;

export interface ShopRerouting {
  shop: string;
  /** References of shipping orders whose lines go elsewhere. */
  rerouted: string[];
  /** Those that stay, and why. */
  kept: { reference: string; reason: string }[];
}

/**
 * Gives the shipping orders at a shop that cannot be called (its calls held, its circuit open, its orders switched off)
 * to other shops: those it was never sent, or has refused (D18). Each shipping order separately, so that one that must
 * stay does not block the others. The oldest 500.
 */
export const rerouteShop = longAction({
  names: { 'shop.reroute': 'gave what stands at a shop to other shops' },
  command: 'shop.reroute',
  tried: 'carried_out',
  page: '/shops/:slug/reroute',
  input: z.strictObject({ shop: z.string().min(1).max(255) }),
  async ask(acting, { shop }) {
    const name = await nameOfShop(acting.db, shop);
    const title = `Give what stands at ${name} to other shops`;
    const would = await wouldReroute(acting, shop);
    if (would.kind === 'refused') return { title, happens: [], impossible: would.why ?? would.says };
    if (would.kind !== 'done') return null;
    return {
      title,
      happens: [
        `${countText(would.answer)} will be rerouted at once.`,
        ...keptTexts(would.answer),
        `${name} is chosen only where no other shop can.`,
      ],
      warning: `${name} cannot take these orders soon.`,
      submit: 'Give them to other shops',
    };
  },
  async run(tx, { shop: slug }) {
    const [shop] = await rows(
      ShopRow,
      tx.$queryRaw`SELECT s.id, ${reachability('s')} AS "shopIs" FROM shop s WHERE s.slug = ${slug}`,
    );
    if (!shop) return { kind: 'unknown', says: `not re-routed: ${DESK_REFUSAL_LABELS.unknown_shop}` };
    const why = DESK_REFUSAL_LABELS.shop_callable;
    if (shop.shopIs === 'callable') return { kind: 'refused', says: `not re-routed: ${why}`, why };
    const references = await standingAt(tx, shop.id);
    const record = { subjects: [`shop:${slug}`], detail: { orders: references.length } };
    return { kind: 'done', says: '', answer: { shop: slug, references }, record };
  },
  async goOn(acting, { shop, references }) {
    const done: ShopRerouting = { shop, rerouted: [], kept: [] };
    for (const reference of references) {
      const end = await reroute.act(acting, { reference });
      if (end.kind === 'done') done.rerouted.push(reference);
      else done.kept.push({ reference, reason: (end.kind === 'refused' && end.why) || 'it is gone' });
    }
    const says = [`${countText(done)} rerouted.`, ...keptTexts(done)].join(' ');
    return { says, answer: done };
  },
});

/** By the very action, with its effects taken back. */
function wouldReroute(acting: Acting, shop: string): Promise<ActionEnd<ShopRerouting>> {
  return withoutEffect(() => rerouteShop.act(acting, { shop }));
}

/** Those that hold paid lines, as the shop has not accepted them. */
async function standingAt(db: Database | Tx, shopId: number): Promise<string[]> {
  const found = await rows(
    ReferenceRow,
    db.$queryRaw`
    SELECT s.external_ref AS reference FROM shipping_order s
    WHERE s.shop_id = ${shopId} AND s.state NOT IN ('placed', 'stopped', 'dry_run') AND ${holdsItsLines('s')}
    ORDER BY s.created_at LIMIT ${AT_ONCE}`,
  );
  return found.map(({ reference }) => reference);
}

function countText({ rerouted: { length } }: ShopRerouting): string {
  return ordersText(length);
}

const ordersText = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);

/** Those that stay, by their reason; of many, the references of the first. */
function keptTexts({ kept }: ShopRerouting): string[] {
  const reasons = [...new Set(kept.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const of = kept.filter((one) => one.reason === reason).map(({ reference }) => reference);
    const named = of.length > KEPT_SHOWN ? `${of.slice(0, KEPT_SHOWN).join(', ')} …` : of.join(', ');
    return `${ordersText(of.length)} cannot: ${reason} (${named}).`;
  });
}
