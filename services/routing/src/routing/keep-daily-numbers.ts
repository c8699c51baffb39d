import type { Tx } from '@hub/database';
import {
  DailyNumbers,
  lockingDailyNumbers,
  type DailyNumber,
  type WaitingLinesDecided,
} from '@hub/orders/routing';
import { DecisionOutdated } from './decision-outdated';

/**
 * Another decision may have taken the last order of a shop's day since this one counted them: counts again under the
 * shop's lock (D19). A shop that was chosen although it was full, or that ships another line of the order, is chosen
 * whatever the count. Throws `DecisionOutdated` if a chosen shop is full now.
 */
export async function keepDailyNumbers(
  tx: Tx,
  { decision, shops }: Pick<WaitingLinesDecided, 'decision' | 'shops'>,
  { now }: { now: number },
): Promise<void> {
  const counted = decision.lines.flatMap(({ chosen }) => {
    const shop = chosen && !chosen.full && !chosen.alreadyChosen ? shops.get(chosen.shopId) : undefined;
    return isLimited(shop) ? [shop] : [];
  });
  if (counted.length === 0) return;
  await tx.$executeRaw(lockingDailyNumbers(counted.map(({ id }) => id)));
  const daily = await DailyNumbers.read(tx, counted, now);
  if (counted.some(({ id }) => daily.isFull(id))) throw new DecisionOutdated();
}

export function isLimited<Shop extends DailyNumber>(shop: Shop | undefined): shop is Shop {
  return shop !== undefined && shop.ordersPerDay !== null;
}
