import type { SellerOrder } from '@hub/store-kit';

import type { Delivery } from '../delivery/delivery';
import { changeNetworkFigure, takeGoods } from '../state/move-goods';
import type { OrderLine, StoreOrder } from '../state/orders';
import type { Store } from '../state/store';

export interface SoldLine {
  variantId: string;
  quantity: number;
  /** Whether the network ships it; else the store itself does. */
  network: boolean;
  /** Before discounts, VAT included. */
  unitPrice?: number | undefined;
  title?: string | undefined;
  sku?: string | undefined;
  barcode?: string | undefined;
}

/** The contract's address fields; missing ones are filled in. */
export interface Address {
  name?: string | undefined;
  company?: string | undefined;
  address_line1?: string | undefined;
  address_line2?: string | undefined;
  zip?: string | undefined;
  city?: string | undefined;
  province?: string | undefined;
  country_code?: string | undefined;
  phone?: string | undefined;
  email?: string | undefined;
  latitude?: number | undefined;
  longitude?: number | undefined;
}

export interface Sale {
  lines: SoldLine[];
  address?: Address | undefined;
  shippingCost?: number | undefined;
  totalDiscounts?: number | undefined;
  paymentStatus?: string | undefined;
  currency?: string | undefined;
  tags?: string[] | undefined;
  /** Fields of `data` to add or replace at the very end, for what no honest store would send. */
  data?: Record<string, unknown> | undefined;
}

export interface SoldOrder {
  orderId: string;
  /** In the order of the sale. */
  lines: { lineId: string; variantId: string; quantity: number }[];
  delivery: Delivery;
}

const USUAL_PRICE = 49.9;

/** Records a paid order of the store's own, and sends `order.created` with every line of it. */
export function sell(store: Store, sale: Sale): SoldOrder {
  const orderId = store.newId();
  const lines = sale.lines.map((sold) => newLine(store, sold));
  const order: StoreOrder = {
    kind: 'own',
    orderId,
    externalRef: null,
    status: 'created',
    paymentStatus: sale.paymentStatus ?? 'paid',
    tags: sale.tags ?? [],
    lines,
    document: null,
  };
  store.orders.set(orderId, order);
  store.print(`sold ${describe(sale)}: order ${orderId}`);
  const delivery = store.report('order.created', {
    send: (events) => events.orderPaid(sellerOrder(store, { orderId, sale, lines })),
    change: (data) => {
      const sent = { ...data, ...notOfAnHonestStore(sale) };
      order.document = sent;
      return sent;
    },
  });
  for (const line of lines) takeSold(store, line);
  store.changed();
  return {
    orderId,
    lines: lines.map(({ lineId, variantId, quantity }) => ({ lineId, variantId, quantity })),
    delivery,
  };
}

function newLine(store: Store, sold: SoldLine): OrderLine {
  const { hubLocationId, locations } = store.options;
  const inStock = locations.find((id) => store.stock.quantity(sold.variantId, id) >= sold.quantity);
  return {
    lineId: store.newId(),
    externalRef: null,
    variantId: sold.variantId,
    quantity: sold.quantity,
    locationId: sold.network ? hubLocationId : (inStock ?? locations[0] ?? hubLocationId),
    taken: [],
    shipped: 0,
    tracked: 0,
  };
}

/** A platform lowers its own figures as it sells, including that of `HUB_Network`. */
function takeSold(store: Store, line: OrderLine): void {
  if (line.locationId === store.options.hubLocationId) {
    changeNetworkFigure(store, line.variantId, -line.quantity);
  } else {
    line.taken = takeGoods(store, line.variantId, line.quantity);
  }
}

function sellerOrder(
  store: Store,
  { orderId, sale, lines }: { orderId: string; sale: Sale; lines: OrderLine[] },
): SellerOrder {
  return {
    orderId,
    orderNumber: `#${orderId}`,
    createdAt: new Date(store.now()),
    currency: sale.currency ?? store.options.currency,
    shippingAddress: addressOf(store, sale.address),
    shippingMethod: { code: 'standard', title: 'Standard delivery' },
    shippingCost: sale.shippingCost ?? 0,
    totalDiscounts: sale.totalDiscounts ?? 0,
    lines: sale.lines.map(({ unitPrice = USUAL_PRICE, quantity, ...sold }, index) => ({
      ...sold,
      unitPrice,
      lineId: lines[index]?.lineId ?? '',
      allocations: [{ locationId: lines[index]?.locationId ?? null, quantity }],
    })),
  };
}

function addressOf(store: Store, given: Address = {}): SellerOrder['shippingAddress'] {
  return {
    name: given.name ?? 'Robin Example',
    company: given.company,
    addressLine1: given.address_line1 ?? 'Example Street 1',
    addressLine2: given.address_line2,
    zip: given.zip ?? '12345',
    city: given.city ?? 'Exampleton',
    province: given.province,
    countryCode: given.country_code ?? store.options.country,
    phone: given.phone,
    email: given.email,
    latitude: given.latitude,
    longitude: given.longitude,
  };
}

/** What the kit would not report: it reports only paid orders, and none with the loop guard. */
function notOfAnHonestStore({ paymentStatus, tags, data }: Sale): Record<string, unknown> {
  return { ...(paymentStatus && { payment_status: paymentStatus }), ...(tags && { tags }), ...data };
}

function describe(sale: Sale): string {
  return sale.lines
    .map(({ quantity, title, variantId, network }) => {
      const what = `${quantity} × ${title ?? variantId}`;
      return network ? `${what} (for the network to ship)` : what;
    })
    .join(', ');
}
