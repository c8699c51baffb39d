import type { FakeFulfillment, FakeLine, FakeOrder, FakeProduct, FakeShare, FakeVariant } from './data';

export interface WebhookMessage {
  topic: string;
  payload: object;
}

interface Level {
  available: number;
  committed: number;
}

/** A sale at the shop's own checkout, or what `orderCreate` asks for. */
export interface NewOrder {
  lines: {
    variant: FakeVariant | null;
    quantity: number;
    locationId?: string;
    unitPrice?: number;
    discount?: number;
    properties?: { key: string; value: string }[];
    requiresShipping?: boolean;
    taxRate?: number;
  }[];
  address?: FakeOrder['address'];
  email?: string | null;
  tags?: string[];
  currency?: string;
  taxesIncluded?: boolean;
  isPaid?: boolean;
  customIds?: Record<string, string>;
  shippingPrice?: number;
}

/** The default buyers of the shop. */
export const BUYER = {
  name: 'Åsa Öberg',
  address1: 'Storgatan 1',
  zip: '111 22',
  city: 'Stockholm',
  countryCode: 'SE',
};

/** What a shop at Shopify has and does; sent to every subscriber of webhooks. */
export class FakeShop {
  readonly products: FakeProduct[] = [];
  readonly orders: FakeOrder[] = [];
  readonly customIdDefinitions = new Set<string>();
  readonly subscriptions: { id: string; topic: string; uri: string }[] = [];
  /** Messages of Shopify to customers. */
  readonly notifications: { orderId: string; trackingNumber: string }[] = [];
  readonly #levels = new Map<string, Level>();
  /** Nothing of Shopify has the number of something else. */
  #lastNumber = 9_000_000_000;
  #lastUpdate = 0;

  constructor(
    readonly locationIds: readonly string[],
    readonly notify: (message: WebhookMessage) => void,
  ) {}

  nextId(): string {
    this.#lastNumber += 7;
    return String(this.#lastNumber);
  }

  get variants(): FakeVariant[] {
    return this.products.flatMap(({ variants }) => variants);
  }

  variant(id: string): FakeVariant | undefined {
    return this.variants.find((variant) => variant.id === id);
  }

  order(id: string): FakeOrder | undefined {
    return this.orders.find((order) => order.id === id);
  }

  shareOf(id: string): FakeShare | undefined {
    return this.orders.flatMap(({ shares }) => shares).find((share) => share.id === id);
  }

  /** Null where the item is not stocked there. */
  level(itemId: string, locationId: string): Level | null {
    return this.#levels.get(`${itemId}@${locationId}`) ?? null;
  }

  setAvailable(itemId: string, locationId: string, available: number): void {
    const { committed = 0 } = this.level(itemId, locationId) ?? {};
    this.#write(itemId, locationId, { available, committed });
  }

  #write(itemId: string, locationId: string, level: Level): void {
    this.#levels.set(`${itemId}@${locationId}`, level);
    this.notify({
      topic: 'inventory_levels/update',
      payload: {
        inventory_item_id: Number(itemId),
        location_id: Number(locationId),
        available: level.available,
        updated_at: `${new Date().toISOString().slice(0, 19)}+00:00`,
        admin_graphql_api_id: `gid://shopify/InventoryLevel/${locationId}?inventory_item_id=${itemId}`,
      },
    });
  }

  /** Changes what can be sold and what is committed together, as Shopify does. */
  move(variant: FakeVariant | null, locationId: string, change: Level): void {
    if (!variant) return;
    const { available, committed } = this.level(variant.itemId, locationId) ?? { available: 0, committed: 0 };
    this.#write(variant.itemId, locationId, {
      available: available + change.available,
      committed: committed + change.committed,
    });
  }

  touch(order: FakeOrder): void {
    this.#lastUpdate = Math.max(this.#lastUpdate + 1, Date.now());
    order.updatedAt = new Date(this.#lastUpdate);
  }

  /** The order is there, and paid, before Shopify has decided which location ships what. */
  createOrder(given: NewOrder): FakeOrder {
    const id = this.nextId();
    const lines = given.lines.map((line): FakeLine => ({
      id: this.nextId(),
      variant: line.variant,
      title: line.variant?.title ?? 'Written by hand',
      quantity: line.quantity,
      removed: 0,
      requiresShipping: line.requiresShipping ?? true,
      unitPrice: line.unitPrice ?? line.variant?.price ?? 10,
      taxRate: line.taxRate ?? 0.25,
      discount: line.discount ?? 0,
      properties: line.properties ?? [],
    }));
    const order: FakeOrder = {
      id,
      number: 1_001 + this.orders.length,
      createdAt: new Date(),
      updatedAt: new Date(),
      cancelledAt: null,
      isPaid: given.isPaid ?? true,
      isEdited: false,
      currency: given.currency ?? 'EUR',
      taxesIncluded: given.taxesIncluded ?? true,
      tags: given.tags ?? [],
      email: given.email ?? 'buyer@example.com',
      customIds: given.customIds ?? {},
      address: given.address === undefined ? BUYER : given.address,
      shipping: { code: 'standard', title: 'Standard', price: given.shippingPrice ?? 4.9 },
      lines,
      shares: [],
      fulfillments: [],
      returns: [],
      refunds: [],
    };
    this.orders.push(order);
    this.touch(order);
    if (order.isPaid) this.notify({ topic: 'orders/paid', payload: { id: Number(id) } });
    return order;
  }

  /** Shopify's routing: where the buyer's line says, else wherever most of it is, the network's location not excepted. */
  route(order: FakeOrder, newLines: NewOrder['lines']): void {
    order.lines.forEach((line, index) => {
      if (!line.requiresShipping) return;
      const locationId = newLines[index]?.locationId ?? this.#fullest(line.variant);
      const share =
        order.shares.find((one) => one.locationId === locationId) ?? this.#newShare(order, locationId);
      share.lines.push({ id: this.nextId(), line, total: line.quantity, remaining: line.quantity });
      this.move(line.variant, locationId, { available: -line.quantity, committed: line.quantity });
    });
    this.touch(order);
    for (const { id } of order.shares)
      this.notify({
        topic: 'fulfillment_orders/order_routing_complete',
        payload: { fulfillment_order: { id: `gid://shopify/FulfillmentOrder/${id}`, status: 'open' } },
      });
  }

  #fullest(variant: FakeVariant | null): string {
    const available = (locationId: string) =>
      variant ? (this.level(variant.itemId, locationId)?.available ?? Number.NEGATIVE_INFINITY) : 0;
    return this.locationIds.toSorted((one, other) => available(other) - available(one))[0] ?? '';
  }

  #newShare(order: FakeOrder, locationId: string): FakeShare {
    const share: FakeShare = { id: this.nextId(), orderId: order.id, locationId, status: 'OPEN', lines: [] };
    order.shares.push(share);
    return share;
  }

  moveShare(share: FakeShare, locationId: string): void {
    for (const { line, remaining } of share.lines) {
      this.move(line.variant, share.locationId, { available: remaining, committed: -remaining });
      this.move(line.variant, locationId, { available: -remaining, committed: remaining });
    }
    share.locationId = locationId;
  }

  /** A parcel leaves; false where less than that is waiting. */
  fulfil(
    order: FakeOrder,
    parcel: {
      lines: { shareLineId: string; quantity: number }[];
      tracking: FakeFulfillment['tracking'];
      notify: boolean;
    },
  ): FakeFulfillment | null {
    const waiting = order.shares.flatMap((share) =>
      share.status === 'OPEN' ? share.lines.map((one) => ({ share, one })) : [],
    );
    const taken = parcel.lines.map(({ shareLineId, quantity }) => ({
      quantity,
      found: waiting.find(({ one }) => one.id === shareLineId),
    }));
    if (taken.some(({ found, quantity }) => !found || found.one.remaining < quantity)) return null;
    const fulfillment: FakeFulfillment = {
      id: this.nextId(),
      orderId: order.id,
      createdAt: new Date(),
      tracking: parcel.tracking,
      lines: [],
    };
    for (const { found, quantity } of taken) {
      if (!found) continue;
      const { share, one } = found;
      one.remaining -= quantity;
      if (share.lines.every(({ remaining }) => remaining === 0)) share.status = 'CLOSED';
      this.move(one.line.variant, share.locationId, { available: 0, committed: -quantity });
      fulfillment.lines.push({ id: this.nextId(), line: one.line, quantity });
    }
    order.fulfillments.push(fulfillment);
    this.touch(order);
    const number = parcel.tracking?.number;
    if (parcel.notify && number) this.notifications.push({ orderId: order.id, trackingNumber: number });
    this.notify({
      topic: 'fulfillments/create',
      payload: { id: Number(fulfillment.id), order_id: Number(order.id) },
    });
    return fulfillment;
  }

  /** False where something has left already. */
  cancel(order: FakeOrder): boolean {
    if (order.fulfillments.length > 0 || order.cancelledAt) return false;
    for (const share of order.shares) {
      share.status = 'CANCELLED';
      for (const { line, remaining } of share.lines)
        this.move(line.variant, share.locationId, { available: remaining, committed: -remaining });
    }
    order.cancelledAt = new Date();
    this.touch(order);
    this.notify({ topic: 'orders/cancelled', payload: { id: Number(order.id) } });
    return true;
  }

  openReturn(order: FakeOrder, lines: { parcelLineId: string; quantity: number; note: string }[]) {
    const parcelLines = order.fulfillments.flatMap((fulfillment) => fulfillment.lines);
    const found = lines.flatMap(({ parcelLineId, quantity, note }) => {
      const parcelLine = parcelLines.find(({ id }) => id === parcelLineId);
      return parcelLine ? [{ id: this.nextId(), parcelLine, quantity, note }] : [];
    });
    if (found.length !== lines.length) return null;
    const opened = { id: this.nextId(), orderId: order.id, status: 'OPEN' as const, lines: found };
    order.returns.push(opened);
    this.touch(order);
    return opened;
  }

  closeReturn(order: FakeOrder, id: string): void {
    const found = order.returns.find((one) => one.id === id);
    if (!found) return;
    found.status = 'CLOSED';
    this.touch(order);
    this.notify({ topic: 'returns/close', payload: { id: Number(id), order: { id: Number(order.id) } } });
  }
}
