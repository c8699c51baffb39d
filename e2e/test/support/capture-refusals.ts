import { sign, SIGNATURE_HEADER } from '@hub/contract';
import { anEnvelope, anInventoryUpdate, aPackage, aShop, aVariant, eventually } from '@hub/testing';
import { HUB_LOCATION_ID, LOCATION_ID } from './a-catalogue';
import type { World } from './open-world';
import { eventsUrlOf, type TestShop } from './shops';

/** An event that is refused: by its code, who sends what. */
interface Refused {
  shop: { slug: string; signingSecret: string };
  body: string;
  /** Instead of the right one. */
  secret?: string;
  path?: string;
}

/** Sends one event for each code that an event may be refused with, and keeps the error bodies. */
export async function captureRefusals(world: World, orderId: string): Promise<Record<string, unknown>> {
  const bodies: Record<string, unknown> = {};
  for (const [code, refused] of Object.entries(await refusedEvents(world, orderId))) {
    const { status, body } = await post(world, refused);
    const answered = JSON.stringify(body);
    if (!answered.includes(`"code":"${code}"`)) throw new Error(`${code}: ${status} ${answered}`);
    bodies[code] = body;
  }
  return bodies;
}

async function refusedEvents(world: World, orderId: string): Promise<Record<string, Refused>> {
  const { near, selling } = world.shops;
  const [shipping] = near.store.orders;
  const sent = near.store.deliveries.find(({ event }) => event === 'inventory.updated');
  if (!shipping || !sent) throw new Error('nothing was traded');
  const { dark, undecided } = await otherShops(world);
  const stock = (over: Parameters<typeof anInventoryUpdate>[0] = {}) =>
    anInventoryUpdate({ variant_id: near.variantId, ...over });
  const parcel = (over: Parameters<typeof aPackage>[0] = {}) =>
    aPackage({
      order_id: shipping.orderId,
      external_ref: shipping.externalRef ?? '',
      line_items: [{ external_ref: shipping.lines[0]?.externalRef ?? '', quantity: 1 }],
      ...over,
    });
  const sale = { ...documentOf(selling, orderId), order_id: 'unpaid', payment_status: 'pending' };
  const from = (shop: Refused['shop'], event: Parameters<typeof anEnvelope>[0], data: object, over = {}) => ({
    shop,
    body: JSON.stringify({ ...anEnvelope(event, data), ...over }),
  });
  return {
    invalid_json: { shop: near, body: '{"spec_version": "1",' },
    unauthorized: { ...from(near, 'inventory.updated', stock()), secret: 'another secret' },
    capability_disabled: from(dark, 'return.created', { order_id: '1', lines: [] }),
    not_found: { ...from(near, 'inventory.updated', stock()), path: '/shops/near/event' },
    unknown_variant: from(near, 'inventory.updated', stock({ variant_id: 'not-in-the-catalogue' })),
    unknown_order: from(selling, 'order.cancelled', { order_id: 'never-sold' }),
    unknown_line: from(
      near,
      'fulfillment.shipped',
      parcel({ line_items: [{ external_ref: 'no-line', quantity: 1 }] }),
    ),
    event_id_conflict: from(near, 'inventory.updated', stock(), { event_id: sent.eventId }),
    timestamp_conflict: from(near, 'inventory.updated', { ...latestStock(near), quantity: 70 }),
    quantity_exceeded: from(near, 'fulfillment.shipped', parcel()),
    order_already_shipped: from(selling, 'order.cancelled', { order_id: orderId }),
    payload_too_large: { shop: near, body: 'x'.repeat(512 * 1024 + 1) },
    invalid_request: from(near, 'inventory.updated', stock({ quantity: 1.5 })),
    unknown_event: from(near, 'inventory.updated', stock(), { event: 'inventory.changed' }),
    future_timestamp: from(near, 'inventory.updated', stock(), { occurred_at: inAnHour() }),
    unknown_location: from(near, 'inventory.updated', stock({ location_id: '4711' })),
    invalid_order: from(selling, 'order.created', sale),
    invalid_fulfillment: from(near, 'fulfillment.shipped', parcel({ order_id: 'another-order' })),
    partial_quantity: from(selling, 'return.created', {
      order_id: orderId,
      lines: [{ order_line_id: selling.store.order(orderId).lines[0]?.lineId, quantity: 1 }],
    }),
    aggregate_out_of_range: from(
      dark,
      'inventory.updated',
      stock({ variant_id: 'V-1', location_id: '1002' }),
    ),
    temporary_failure: from(undecided, 'inventory.updated', stock()),
  };
}

/** A shop with returns off and nearly too much of one variant; and one whose secret no process can open. */
async function otherShops({ db, ingressPort }: World) {
  const dark = await aShop(db, {
    slug: 'dark',
    locations: [{ locationId: LOCATION_ID }, { locationId: '1002' }],
    capabilities: { returns: 'off' },
  });
  await aVariant(db, { shopId: dark.id, variantId: 'V-1', gtin: null, onHand: 2_147_483_647 });
  const undecided = await aShop(db, { slug: 'undecided', encryptionKey: 'ab'.repeat(32) });
  // The sheet of a shop is known to the ingress within two seconds.
  const asked = { shop: undecided, body: '{}' };
  await eventually(async () => {
    const { status } = await post({ ingressPort }, asked);
    if (status !== 503) throw new Error(`answered ${status}`);
  });
  return { dark, undecided };
}

async function post(
  { ingressPort }: Pick<World, 'ingressPort'>,
  { shop, body, secret = shop.signingSecret, path }: Refused,
): Promise<{ status: number; body: unknown }> {
  const url = eventsUrlOf(shop.slug, ingressPort);
  const response = await fetch(path === undefined ? url : new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: sign(secret, body) },
    body,
  });
  return { status: response.status, body: await response.json() };
}

function latestStock({ store }: TestShop): object {
  const reports = store.deliveries.filter(
    ({ event, answer }) => event === 'inventory.updated' && answer?.outcome === 'accepted',
  );
  const data = reports.map(({ body }) => JSON.parse(body.toString()).data as Record<string, unknown>);
  const latest = data
    .filter(({ location_id }) => location_id !== HUB_LOCATION_ID)
    .toSorted((one, other) => String(one['changed_at']).localeCompare(String(other['changed_at'])))
    .at(-1);
  if (!latest) throw new Error('no stock was reported');
  return latest;
}

function documentOf({ store }: TestShop, orderId: string): object {
  const { document } = store.order(orderId);
  return typeof document === 'object' && document !== null ? document : {};
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
