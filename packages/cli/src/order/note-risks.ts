import type { AtRisk } from '@hub/support-desk';
import { z } from 'zod';
import { note } from '../output';

/** Says what stays at risk whatever becomes of an alert or a failed message. */
export function noteRisks(risks: readonly AtRisk[]): void {
  for (const { orderId, shop, situation } of risks)
    note(`still at risk: ${orderId ?? 'an order'} of ${shop} (${situation.replaceAll('_', ' ')})`);
}

/** Those that are ids at all. Pure. */
export function uuidsOf(ids: readonly string[]): string[] {
  return ids.filter((id) => z.uuid().safeParse(id).success);
}
