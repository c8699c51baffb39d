import type { Sql } from '@hub/database';
import { isLimited } from '../routing/keep-daily-numbers';
import { DailyNumbers, type RoutingDecision, type ShippingShops } from '@hub/orders/routing';

interface Decided {
  arrival: { decidedAt: number };
  shops: ShippingShops;
  decision: RoutingDecision;
}

/**
 * Under the locks: the decisions, taken one after the other, whose shops are not full now, unless they were chosen
 * although they were (D19). A statement of its own, only if a chosen shop has a daily number.
 */
export async function confirmDailyNumbers<T extends Decided>(tx: Sql, decided: readonly T[]): Promise<T[]> {
  const limited = decided.flatMap(({ shops, decision: { lines } }) =>
    lines.flatMap(({ chosen }) => {
      const shop = chosen ? shops.get(chosen.shopId) : undefined;
      return isLimited(shop) ? [shop] : [];
    }),
  );
  const [first] = decided;
  if (limited.length === 0 || !first) return [...decided];
  const ofShops = [...new Map(limited.map((shop) => [shop.id, shop])).values()];
  const daily = await DailyNumbers.read(tx, ofShops, first.arrival.decidedAt);
  return decided.filter(({ decision: { lines } }) => {
    const chosen = lines.flatMap((line) => line.chosen ?? []);
    const isTaken = chosen.some((shop) => !shop.full && !shop.alreadyChosen && daily.isFull(shop.shopId));
    if (!isTaken) daily.take(chosen.map(({ shopId }) => shopId));
    return !isTaken;
  });
}
