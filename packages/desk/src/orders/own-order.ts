import type { Tx } from '@hub/database';

/** Whether a shipping order is one that a shop was given: at its door the shop speaks for no other (D35). */
export async function isOwnOrder(
  tx: Tx,
  { reference }: { reference: string },
  shopId: number,
): Promise<boolean> {
  const own = { externalRef: reference, shopId, state: { not: 'planned' } } as const;
  return (await tx.shippingOrder.count({ where: own })) > 0;
}
