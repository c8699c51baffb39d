import { timeNow } from './events';
import { serial } from './serial';

/** `data` of `order.created` as a store writes it. */
export interface OrderData {
  order_id: string;
  order_number?: string;
  name?: string;
  created_at: string;
  payment_status: string;
  currency: string;
  tags?: string[];
  hub_external_ref?: string;
  shipping_address: AddressData;
  shipping_method?: { code?: string; title?: string };
  line_items: OrderLineData[];
  subtotal?: number;
  total_tax?: number;
  total_price?: number;
  shipping_cost: number;
  total_discounts: number;
}

export interface AddressData {
  name: string;
  company?: string;
  address_line1: string;
  address_line2?: string;
  zip: string;
  city: string;
  province?: string;
  country_code: string;
  phone?: string;
  email?: string;
  latitude?: number;
  longitude?: number;
}

export interface OrderLineData {
  line_item_id: string;
  variant_id: string;
  quantity: number;
  unit_price: number;
  fulfillment_location_id: string;
  barcode?: string;
  sku?: string;
  title?: string;
}

/** A paid order of one network line, to Stockholm, in euro, without discount and with free shipping. */
export function anOrder(overrides: Partial<OrderData> = {}): OrderData {
  return {
    order_id: `O-${serial()}`,
    created_at: timeNow(),
    payment_status: 'paid',
    currency: 'EUR',
    shipping_address: anAddress(),
    line_items: [anOrderLine()],
    shipping_cost: 0,
    total_discounts: 0,
    ...overrides,
  };
}

/** A complete delivery address without coordinates. */
export function anAddress(overrides: Partial<AddressData> = {}): AddressData {
  return {
    name: 'Ada Lind',
    address_line1: 'Storgatan 1',
    zip: '111 22',
    city: 'Stockholm',
    country_code: 'SE',
    email: 'ada.lind@customer.example',
    ...overrides,
  };
}

/** One piece of `V-1` for 100, at the `HUB_Network` location of `aShop`. */
export function anOrderLine(overrides: Partial<OrderLineData> = {}): OrderLineData {
  return {
    line_item_id: `L-${serial()}`,
    variant_id: 'V-1',
    quantity: 1,
    unit_price: 100,
    fulfillment_location_id: '9000',
    ...overrides,
  };
}
