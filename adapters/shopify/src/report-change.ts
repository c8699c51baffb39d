import type { KitEvents } from '@hub/store-kit';
import { z } from 'zod';
import { gid, idOf } from './ids';
import type { Shop } from './shop';
import type { Subject } from './webhook-topics';

type Events = Pick<KitEvents<never>, 'orderChanged' | 'stockChangedAt'>;

/** Reads what a change is about, and reports its present state to the service. */
export async function reportChange(shop: Shop, events: Events, subject: Subject): Promise<void> {
  if (subject.kind === 'level') return reportLevel(shop, events, subject);
  const orderId =
    subject.kind === 'order' ? subject.orderId : await orderOfShare(shop, subject.fulfillmentOrderId);
  if (orderId !== null) await events.orderChanged(orderId);
}

const ORDER_OF_SHARE = {
  document: `query HubOrderOf($id: ID!) { fulfillmentOrder(id: $id) { orderId } }`,
  data: z.object({ fulfillmentOrder: z.object({ orderId: z.string() }).nullable() }),
};

async function orderOfShare({ api }: Shop, shareId: string): Promise<string | null> {
  const { fulfillmentOrder } = await api.read(ORDER_OF_SHARE, { id: gid('FulfillmentOrder', shareId) });
  return fulfillmentOrder ? idOf(fulfillmentOrder.orderId) : null;
}

const VARIANT_OF_ITEM = {
  document: `query HubVariantOf($id: ID!) { inventoryItem(id: $id) { variant { legacyResourceId } } }`,
  data: z.object({
    inventoryItem: z
      .object({ variant: z.object({ legacyResourceId: z.coerce.string() }).nullable() })
      .nullable(),
  }),
};

/** The webhook names the inventory item, not the variant, and its time has whole seconds only: the kit reads the figure. */
async function reportLevel(
  shop: Shop,
  events: Events,
  { inventoryItemId, locationId }: Extract<Subject, { kind: 'level' }>,
): Promise<void> {
  if (![...shop.locationIds, shop.networkLocationId].includes(locationId)) return;
  const { inventoryItem } = await shop.api.read(VARIANT_OF_ITEM, {
    id: gid('InventoryItem', inventoryItemId),
  });
  const variantId = inventoryItem?.variant?.legacyResourceId;
  if (variantId !== undefined) await events.stockChangedAt([{ variantId, locationId }]);
}
