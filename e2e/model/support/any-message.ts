import { randomUUID } from 'node:crypto';
import { EVENT_NAMES, type EventName } from '@hub/contract';
import { commandQueue, COMMANDS, eventQueue, type Command } from '@hub/messaging';
import { anEnvelope, anInventoryUpdate, anOrder, anOrderLine, aPackage, aReturn } from '@hub/testing';
import fc from 'fast-check';
import type { Scene } from './any-scene';
import type { AnyMessage } from './resting-workers';

/** What of a message is as it should be, and what is not. */
export const aTwist = fc.record({
  /** Whose order or work it is about: that of the scene, mostly. */
  about: fc.constantFrom('known', 'known', 'known', 'unknown'),
  from: fc.constantFrom('shipper', 'shipper', 'seller'),
  quantity: fc.constantFrom(0, 1, 1, 2, 9),
  time: fc.constantFrom('now' as const, 'now' as const, 'earlier' as const, 'future' as const),
  body: fc.constantFrom('whole', 'whole', 'whole', 'whole', 'whole', 'broken', 'incomplete'),
});
export type Twist = typeof aTwist extends fc.Arbitrary<infer T> ? T : never;

type Build = (scene: Scene, twist: Twist) => { data: object; from?: 'seller' | 'shipper' };

const HOUR_MS = 3_600_000;
const TIMES = { now: 0, earlier: -HOUR_MS, future: HOUR_MS };
const timeOf = ({ time }: Twist) => new Date(Date.now() + TIMES[time]).toISOString();

const EVENT_DATA: Record<EventName, Build> = {
  'inventory.updated': ({ variants }, twist) => ({
    data: anInventoryUpdate({
      variant_id:
        twist.about === 'known' ? variants[twist.from === 'seller' ? 'seller' : 'shipper'] : 'unknown',
      quantity: twist.quantity,
      changed_at: timeOf(twist),
    }),
  }),
  'order.created': ({ variants, order }, twist) => ({
    from: 'seller',
    data: anOrder({
      ...(twist.about === 'known' ? {} : { order_id: order.orderId }),
      created_at: timeOf(twist),
      payment_status: twist.quantity === 9 ? 'pending' : 'paid',
      line_items: [
        anOrderLine({ variant_id: variants.seller, quantity: twist.quantity }),
        anOrderLine({ variant_id: twist.from === 'seller' ? 'unlinked' : variants.seller }),
      ],
    }),
  }),
  'order.cancelled': ({ order }, twist) => ({
    data: {
      order_id:
        twist.about === 'unknown' ? 'unknown' : twist.from === 'seller' ? order.orderId : order.storeOrderId,
      reason: 'not wanted any more',
      cancelled_at: timeOf(twist),
    },
  }),
  'fulfillment.shipped': ({ order, packageId }, twist) => ({
    data: aPackage({
      order_id: order.storeOrderId,
      external_ref: twist.about === 'known' ? order.reference : 'unknown',
      package_id: twist.quantity === 1 ? packageId : 'P-other',
      shipped_at: timeOf(twist),
      line_items: order.lines.map(({ reference }) => ({ external_ref: reference, quantity: twist.quantity })),
    }),
  }),
  'return.created': ({ order }, { about, from, quantity }) => {
    const [line] = order.lines;
    const ofSeller = from === 'seller';
    return {
      data: aReturn({
        order_id: about === 'unknown' ? 'unknown' : ofSeller ? order.orderId : order.storeOrderId,
        ...(ofSeller ? {} : { external_ref: order.reference }),
        lines: [
          {
            order_line_id: ofSeller ? (line?.lineItemId ?? '') : 'SOL-1',
            ...(ofSeller ? {} : { external_ref: line?.reference ?? '' }),
            quantity,
          },
        ],
      }),
    };
  },
};

const PAYLOADS: Record<keyof typeof COMMANDS, (scene: Scene, twist: Twist) => object> = {
  pullCatalogue: ({ ids }) => ({ runId: ids.run }),
  recalculateArticle: ({ gtin }, { quantity, from }) => ({
    gtin,
    ...(quantity > 1 ? { fallen: quantity } : {}),
    ...(from === 'seller' ? { offered: [] } : {}),
  }),
  recalculateShop: ({ seller, shipper }, { from }) => ({
    shopId: from === 'seller' ? seller.id : shipper.id,
  }),
  routeOrder: ({ ids, order }, { from }) => ({
    sellerOrderId: from === 'seller' ? order.sellerOrderId : ids.waiting,
  }),
  serveWaitingLines: ({ gtin }) => ({ gtin }),
  placeShippingOrder: ({ order }) => ({ shippingOrderId: order.id }),
  deliverTracking: ({ ids }) => ({ packageId: ids.parcel }),
  stopShippingOrder: ({ order }) => ({ stopId: order.stopId ?? randomUUID() }),
  cannotShip: ({ order }) => ({ shippingOrderId: order.id }),
  registerReturn: ({ ids }) => ({ returnId: ids.goods }),
};

/** Every kind of message there is, and how one of it is made up. */
export const KINDS: readonly (readonly [queue: string, make: (scene: Scene, twist: Twist) => AnyMessage])[] =
  [
    ...EVENT_NAMES.map(
      (event) =>
        [eventQueue(event).name, (scene: Scene, twist: Twist) => eventOf(event, scene, twist)] as const,
    ),
    ...Object.entries(PAYLOADS).map(([name, payload]) => {
      const command: Command = COMMANDS[name as keyof typeof COMMANDS];
      return [
        commandQueue(command).name,
        (scene: Scene, twist: Twist) => commandOf(command, payload(scene, twist), twist),
      ] as const;
    }),
  ];

function eventOf(event: EventName, scene: Scene, twist: Twist): AnyMessage {
  const { data, from = twist.from } = EVENT_DATA[event](scene, twist);
  const shopId = from === 'seller' ? scene.seller.id : scene.shipper.id;
  const body = JSON.stringify(anEnvelope(event, twist.body === 'incomplete' ? {} : data));
  return { queue: eventQueue(event).name, type: event, shopId, body: bytes(body, twist) };
}

function commandOf(command: Command, payload: object, twist: Twist): AnyMessage {
  const asked = twist.about === 'unknown' ? strangeIds(payload) : payload;
  const body = JSON.stringify(twist.body === 'incomplete' ? {} : asked);
  return { queue: commandQueue(command).name, type: command.type, shopId: null, body: bytes(body, twist) };
}

/** The same with ids that there are none of. */
function strangeIds(payload: object): object {
  const isId = (value: unknown) => typeof value === 'string' && value.length === 36;
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, isId(value) ? randomUUID() : value]),
  );
}

function bytes(body: string, { body: how }: Twist): Buffer {
  return Buffer.from(how === 'broken' ? body.slice(1) : body);
}
