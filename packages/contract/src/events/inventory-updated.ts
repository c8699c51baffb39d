import { z } from 'zod';
import { LocationId, VariantId } from '../ids';
import { Instant } from '../instant';
import { StockQuantity } from '../numbers';

/** `data` of `inventory.updated` (D10): the absolute quantity of a variant at a location since `changed_at`. */
export const InventoryUpdated = z.object({
  variant_id: VariantId,
  location_id: LocationId,
  quantity: StockQuantity,
  changed_at: Instant,
});
export type InventoryUpdated = z.output<typeof InventoryUpdated>;
