import { z } from 'zod';
import { LocationId, VariantId } from '../ids';
import { Instant } from '../instant';
import { ReportedQuantity } from '../numbers';
import { defineEvent } from './event-definition';

/** `data` of `inventory.updated` (D10): the absolute quantity of a variant at a location since `changed_at`. */
export const InventoryUpdated = z.object({
  variant_id: VariantId,
  location_id: LocationId,
  quantity: ReportedQuantity,
  changed_at: Instant,
});
export type InventoryUpdated = z.output<typeof InventoryUpdated>;

export const inventoryUpdated = defineEvent({
  name: 'inventory.updated',
  owner: 'inventory',
  capability: 'inventory',
  summary: 'A store changed its own stock, or echoes our write.',
  label: 'Stock report',
  data: InventoryUpdated,
  outcomes: ['accepted', 'duplicate', 'stale', 'echo'],
  errors: ['unknown_variant', 'timestamp_conflict', 'unknown_location', 'aggregate_out_of_range'],
});
