import type {
  Parcel,
  PlatformCalls,
  Readable,
  RemoteAdapter,
  ReturnRequest,
  ShippingOrder,
  TransactionalAdapter,
} from '../src/adapter';
import type { SellerOrder, StockLevel } from '../src/facts/facts';
import type { OrderNow } from '../src/facts/order-now';
import { refuse } from '../src/refuse';
import type { MemoryTx } from '../src/storage/memory-storage';

interface ShopOrder {
  orderId: string;
  externalRef: string;
  status: 'open' | 'shipped' | 'stopped';
}

/** A shop in memory, with what a test wants to see of it, and what it lets go wrong. */
export class TestShop {
  readonly stock = new Map<string, number>();
  readonly network = new Map<string, number>();
  readonly orders: ShopOrder[] = [];
  readonly parcels: Parcel[] = [];
  readonly returns: ReturnRequest[] = [];
  readonly happened = new Map<string, OrderNow>();
  /** Run by every write, within its transaction where there is one: a test fails it, or lets the platform report it. */
  onWrite: (operation: string, tx: MemoryTx | null) => Promise<void> = async () => {};
  #lastId = 0;

  constructor() {
    for (const variantId of ['V-1', 'V-2']) this.stock.set(variantId, 10);
  }

  /** A platform whose transaction the kit joins. */
  get transactional(): TransactionalAdapter<MemoryTx> & Readable<MemoryTx> {
    return { ...this.#calls<MemoryTx>(), sharesTransaction: true };
  }

  /** The same behind its own API. */
  get remote(): RemoteAdapter {
    return {
      ...this.#calls<null>(),
      sharesTransaction: false,
      findShippingOrder: async ({ externalRef, lines }) => {
        const order = this.orders.find((one) => one.externalRef === externalRef);
        return order ? { orderId: order.orderId, lineIds: lineIdsOf(order.orderId, lines) } : null;
      },
      hasTracking: async ({ externalRef }) => this.parcels.some((one) => one.externalRef === externalRef),
      findReturn: async ({ externalRef }) => {
        const at = this.returns.findIndex((one) => one.externalRef === externalRef);
        return at === -1 ? null : `R-${at}`;
      },
    };
  }

  #calls<Tx extends MemoryTx | null>(): PlatformCalls<Tx> & Readable<Tx> {
    const change = (undo: () => void, tx: Tx): void => void tx?.undo.push(undo);
    return {
      capabilities: ['products', 'inventory', 'orders', 'cancellation', 'returns'],
      locations: async () => ['1001', 'stockroom'],
      products: async () => ({
        products: [
          {
            productId: 'P-1',
            title: 'Coat',
            brand: 'Sample',
            images: [{ url: 'https://images.example.com/1.jpg' }],
            variants: [{ variantId: 'V-1', inventory: [{ locationId: '1001', quantity: -3 }] }],
          },
        ],
        nextCursor: null,
      }),
      setNetworkQuantity: async ({ variantId, quantity }) => {
        if (!this.stock.has(variantId)) throw refuse.unknownVariant();
        this.network.set(variantId, quantity);
      },
      createShippingOrder: async (order, tx) => {
        const unknown = order.lines.findIndex(({ variantId }) => !this.stock.has(variantId ?? ''));
        if (unknown >= 0) throw refuse.unknownVariant(`line_items[${unknown}].variant_id`);
        const orderId = `S-${(this.#lastId += 1)}`;
        this.orders.push({ orderId, externalRef: order.externalRef, status: 'open' });
        change(() => void this.orders.pop(), tx);
        await this.onWrite('place_order', tx);
        return { orderId, lineIds: lineIdsOf(orderId, order.lines) };
      },
      addTracking: async (parcel, tx) => {
        this.parcels.push(parcel);
        change(() => void this.parcels.pop(), tx);
        await this.onWrite('deliver_tracking', tx);
      },
      stopShippingOrder: async ({ orderId }, tx) => {
        const order = this.orders.find((one) => one.orderId === orderId);
        if (!order || order.status === 'shipped') return 'already_shipped';
        order.status = 'stopped';
        await this.onWrite('cancel_order', tx);
        return 'stopped';
      },
      registerReturn: async (goods, tx) => {
        const returnId = `R-${this.returns.push(goods) - 1}`;
        change(() => void this.returns.pop(), tx);
        await this.onWrite('register_return', tx);
        return returnId;
      },
      stockOf: async (variantId) => {
        const quantity = this.stock.get(variantId);
        return quantity === undefined ? [] : [{ locationId: '1001', quantity }];
      },
      stockNow: () => this.#levels(),
      orderNow: async (orderId) => this.happened.get(orderId) ?? null,
      ordersSince: async () => [...this.happened.keys()],
    };
  }

  async *#levels(): AsyncIterable<StockLevel> {
    for (const [variantId, quantity] of this.stock) yield { variantId, locationId: '1001', quantity };
  }
}

/** The platform joins lines of one variant. */
function lineIdsOf(orderId: string, lines: ShippingOrder['lines']): string[] {
  return lines.map(({ variantId }) => `${orderId}/${variantId}`);
}

export function aSale(orderId: string, change: Partial<SellerOrder> = {}): SellerOrder {
  return {
    orderId,
    createdAt: new Date('2026-03-02T08:00:00Z'),
    currency: 'EUR',
    shippingAddress: {
      name: 'Robin Example',
      addressLine1: 'Street 1',
      zip: '12345',
      city: 'Exampleton',
      countryCode: 'SE',
    },
    lines: [
      {
        lineId: 'L-1',
        variantId: 'V-1',
        unitPrice: 49.9,
        allocations: [{ locationId: 'network', quantity: 2 }],
      },
    ],
    shippingCost: 0,
    totalDiscounts: 0,
    ...change,
  };
}

/** An order of which nothing is to be reported. */
export function anOrderNow(orderId: string, change: Partial<OrderNow> = {}): OrderNow {
  return { orderId, sale: null, cancellation: null, packages: [], returns: [], ...change };
}
