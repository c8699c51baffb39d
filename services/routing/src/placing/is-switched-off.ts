import type { Tx } from '@hub/database';

/** Whether a shop's sheet says that nothing may be placed there. */
export async function isSwitchedOff(tx: Tx, shopId: number): Promise<boolean> {
  return (await tx.shop.count({ where: { id: shopId, orders: { in: ['off', 'dry_run'] } } })) > 0;
}
