import { problemOf } from '../problems/problems';
import type { AtRisk } from '../problems/orders-at-risk';
import { z } from 'zod';

/** What stays at risk when an alert or a failed message is closed. */
export function describeRisk({ orderId, shop, situation }: AtRisk): string {
  return `${orderId ?? 'an order'} of ${shop} (${problemOf(situation).one})`;
}

/** Those that are valid ids. */
export function uuidsOf(ids: readonly string[]): string[] {
  return ids.filter((id) => z.uuid().safeParse(id).success);
}
