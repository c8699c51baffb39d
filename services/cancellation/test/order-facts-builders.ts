import type { OrderFacts, ShippingOrderFacts, StopFacts } from '../src/order-facts';

/** A stop of the whole order that is due. */
export function aStop(overrides: Partial<StopFacts> = {}): StopFacts {
  return {
    id: 'stop-1',
    cancellationId: 'cancellation-1',
    kind: 'whole_order',
    eventId: 'E-1',
    requestedAt: new Date('2026-11-21T10:00:00Z'),
    reason: null,
    reference: 'hub-ref-1-cancel',
    state: 'due',
    leaseUntil: null,
    attempts: 0,
    outcomeUnknown: false,
    lastFailure: null,
    settledAs: null,
    closesLines: false,
    ...overrides,
  };
}

/** A placed shipping order without packages or a stop. */
export function aShippingOrder(overrides: Partial<ShippingOrderFacts> = {}): ShippingOrderFacts {
  return {
    id: 'shipping-order-1',
    shopId: 2,
    externalRef: 'hub-ref-1',
    storeOrderId: 'SO-1',
    state: 'placed',
    packaged: 0,
    returned: false,
    stop: null,
    ...overrides,
  };
}

/** An accepted order with one placed shipping order. */
export function anOrder(overrides: Partial<OrderFacts> = {}): OrderFacts {
  return {
    id: 'order-1',
    shopId: 1,
    orderId: 'O-1',
    state: 'accepted',
    shippingOrders: [aShippingOrder()],
    ...overrides,
  };
}
