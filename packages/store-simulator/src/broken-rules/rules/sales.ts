import type { Store } from '../../state/store';
import type { BrokenRule } from '../broken-rule';
import { dataRule } from '../build-rule';
import { changeEach, fieldsOf, without, type Fields } from '../fields';

const event = 'order.created';

function isForNetwork(line: Fields, store: Store): boolean {
  return line['fulfillment_location_id'] === store.options.hubLocationId;
}

/** A rule for the store's own sales; not for an order it ships for another. */
function saleRule(id: string, rule: string, change: (data: Fields, store: Store) => Fields): BrokenRule {
  return dataRule({ id, rule, event }, (data, store) => (isGuarded(data) ? data : change(data, store)));
}

function isGuarded(data: Fields): boolean {
  return 'hub_external_ref' in data || [data['tags']].flat().includes('hub_ship');
}

function address(change: (fields: Fields) => Fields): (data: Fields) => Fields {
  return (data) => ({ ...data, shipping_address: change(fieldsOf(data['shipping_address'])) });
}

export const SALES_RULES: BrokenRule[] = [
  saleRule(
    'sale-network-line-elsewhere',
    'A line for the network to ship carries the HUB_Network id.',
    (data, store) =>
      changeEach(data, 'line_items', (line) =>
        isForNetwork(line, store) ? { ...line, fulfillment_location_id: store.options.locations[0] } : line,
      ),
  ),
  saleRule(
    'sale-own-line-on-network',
    'A line the store itself ships carries its own location.',
    (data, store) =>
      changeEach(data, 'line_items', (line) => ({
        ...line,
        fulfillment_location_id: store.options.hubLocationId,
      })),
  ),
  saleRule(
    'sale-own-lines-left-out',
    'order.created carries every line, those of own locations too.',
    (data, store) => ({
      ...data,
      line_items: [data['line_items']]
        .flat()
        .filter((line, index) => index === 0 || isForNetwork(fieldsOf(line), store)),
    }),
  ),
  saleRule('sale-unpaid', 'order.created is sent of a paid order.', (data) => ({
    ...data,
    payment_status: 'pending',
  })),
  saleRule('sale-in-another-currency', 'order.created is in the currency of the sheet.', (data) => ({
    ...data,
    currency: data['currency'] === 'SEK' ? 'NOK' : 'SEK',
  })),
  saleRule('sale-without-shipping-cost', 'shipping_cost is given, an explicit 0 for none.', (data) =>
    without(data, 'shipping_cost'),
  ),
  saleRule('sale-without-discounts', 'total_discounts is given, an explicit 0 for none.', (data) => ({
    ...data,
    total_discounts: null,
  })),
  saleRule('sale-discount-left-out', 'total_discounts is the whole discount.', (data) => ({
    ...data,
    total_discounts: 0,
  })),
  saleRule('sale-discount-in-price-too', 'unit_price is the price before discounts.', (data) =>
    Number(data['total_discounts']) > 0
      ? changeEach(data, 'line_items', (line) => ({ ...line, unit_price: Number(line['unit_price']) * 0.9 }))
      : data,
  ),
  saleRule(
    'sale-without-city',
    'The delivery address is complete.',
    address((fields) => without(fields, 'city')),
  ),
  saleRule('sale-amounts-as-text', 'Amounts are decimal numbers.', (data) =>
    changeEach(data, 'line_items', (line) => ({ ...line, unit_price: String(line['unit_price']) })),
  ),
  saleRule('sale-without-line-id', 'Every line has a line_item_id.', (data) =>
    changeEach(data, 'line_items', (line) => without(line, 'line_item_id')),
  ),
  dataRule(
    {
      id: 'sale-of-a-shipping-order',
      rule: 'A shipping order is never reported as a sale, or only with its loop guard.',
      event,
    },
    (data) => (isGuarded(data) ? without(data, 'tags', 'hub_external_ref') : data),
  ),
];
