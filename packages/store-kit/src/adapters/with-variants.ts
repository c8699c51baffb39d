import type {
  FoundShippingOrder,
  NetworkLevel,
  PlatformCalls,
  ShippingOrder,
  RequestedVariant,
} from '../adapter';
import { refuse } from '../refuse';

/** The level of a variant, with the platform's own of it, looked up where the adapter can; one that is not there is refused. */
export async function levelWithVariant<Tx>(
  platform: PlatformCalls<Tx>,
  level: Omit<NetworkLevel, 'variant'>,
  tx: Tx,
): Promise<NetworkLevel> {
  const variant = await find(platform, { variantId: level.variantId, barcode: null }, tx);
  if (variant === null) throw refuse.unknownVariant();
  return { ...level, variant };
}

/** The order with the platform's variant of each line, looked up one after the other; null where it has none. */
export async function withVariants<Tx>(
  platform: PlatformCalls<Tx>,
  order: ShippingOrder,
  tx: Tx,
): Promise<FoundShippingOrder> {
  const lines = [];
  for (const line of order.lines) lines.push({ ...line, variant: await find(platform, line, tx) });
  return { ...order, lines };
}

/** The same, where each line has to have one; so has the shop to ship to the country. */
export async function withAllVariants<Tx>(
  platform: PlatformCalls<Tx>,
  order: ShippingOrder,
  tx: Tx,
): Promise<FoundShippingOrder> {
  const found = await withVariants(platform, order, tx);
  const missing = found.lines.findIndex(({ variant }) => variant === null);
  if (missing >= 0) throw refuse.unknownVariant(`line_items[${missing}].variant_id`);
  if ((await platform.shipsTo?.(order.shipTo.countryCode, tx)) === false)
    throw refuse.invalidRequest('ship_to.country_code', 'the shop does not ship to this country');
  return found;
}

/** Null: there is none; undefined: the adapter looks itself. */
async function find<Tx>(platform: PlatformCalls<Tx>, requested: RequestedVariant, tx: Tx): Promise<unknown> {
  const { variantId } = requested;
  if (variantId !== null && platform.ids?.test(variantId) === false) return null;
  return platform.findVariant?.(requested, tx);
}
