import { z } from 'zod';
import { LocationId, VariantId } from '../ids';
import { StockQuantity } from '../numbers';

/** Body of `PUT /inventory` (D15): the absolute quantity of `HUB_Network`. */
export const InventoryWrite = z.object({
  variant_id: VariantId,
  location_id: LocationId,
  quantity: StockQuantity,
});
export type InventoryWrite = z.input<typeof InventoryWrite>;

/** Receipt of `PUT /inventory`; the caller compares it with what was written. */
export const InventoryReceipt = InventoryWrite.extend({ success: z.literal(true) });
export type InventoryReceipt = z.output<typeof InventoryReceipt>;
