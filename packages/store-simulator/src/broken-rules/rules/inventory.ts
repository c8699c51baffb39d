import { errorAnswer, receiptAnswer } from '../../answer';
import { changeQuantity } from '../../state/move-goods';
import type { Store } from '../../state/store';
import type { BrokenRule, PassingCall } from '../broken-rule';
import { callRule, dataRule, receiptRule, refusalRule } from '../build-rule';
import { fieldsOf, without, type Fields } from '../fields';

const endpoint = 'PUT /inventory';
const event = 'inventory.updated';

const ABSOLUTE = 'PUT /inventory sets HUB_Network to the absolute quantity.';
const RECEIPT = 'The receipt of PUT /inventory matches the value written.';

interface Write {
  variantId: string;
  locationId: string;
  quantity: number;
}

function writeOf({ call }: PassingCall): Write {
  const { variant_id, location_id, quantity } = fieldsOf(call.body);
  return { variantId: String(variant_id), locationId: String(location_id), quantity: Number(quantity) };
}

function receiptOf({ call }: PassingCall) {
  return receiptAnswer({ success: true, ...fieldsOf(call.body) });
}

function networkReportRule(id: string, rule: string, change: (report: Fields, store: Store) => Fields) {
  return dataRule({ id, rule, event }, (report, store) =>
    report['location_id'] === store.options.hubLocationId ? change(report, store) : report,
  );
}

function stockReportRule(id: string, rule: string, change: (report: Fields, store: Store) => Fields) {
  return dataRule({ id, rule, event }, (report, store) =>
    report['location_id'] === store.options.hubLocationId ? report : change(report, store),
  );
}

export const INVENTORY_RULES: BrokenRule[] = [
  callRule({ id: 'inventory-without-effect', rule: ABSOLUTE, endpoint }, (passing) => {
    const { variantId } = writeOf(passing);
    const isKnown = passing.store.catalogue.findVariant(variantId) !== null;
    return isKnown ? receiptOf(passing) : passing.carryOut(passing.call);
  }),
  callRule({ id: 'inventory-adds-up', rule: ABSOLUTE, endpoint }, async (passing) => {
    const { variantId, locationId, quantity } = writeOf(passing);
    const sum = passing.store.stock.quantity(variantId, locationId) + quantity;
    const body = { ...fieldsOf(passing.call.body), quantity: sum };
    const answer = await passing.carryOut({ ...passing.call, body });
    return answer.status === 200 ? receiptOf(passing) : answer;
  }),
  callRule({ id: 'inventory-stored-elsewhere', rule: ABSOLUTE, endpoint }, (passing) => {
    const { store } = passing;
    const { variantId, quantity } = writeOf(passing);
    const [locationId] = store.options.locations;
    if (locationId === undefined || !store.catalogue.findVariant(variantId))
      return passing.carryOut(passing.call);
    changeQuantity(store, { variantId, locationId, quantity });
    return receiptOf(passing);
  }),
  callRule(
    { id: 'inventory-zero-refused', rule: 'HUB_Network can be set back to zero.', endpoint },
    (passing) =>
      writeOf(passing).quantity === 0
        ? errorAnswer('invalid_request', 'must be positive', 'quantity')
        : passing.carryOut(passing.call),
  ),
  receiptRule({ id: 'inventory-receipt-without-quantity', rule: RECEIPT, endpoint }, (receipt) =>
    without(receipt, 'quantity'),
  ),
  receiptRule({ id: 'inventory-receipt-of-another-quantity', rule: RECEIPT, endpoint }, (receipt) => ({
    ...receipt,
    quantity: Number(receipt['quantity']) + 1,
  })),
  refusalRule(
    {
      id: 'inventory-unknown-variant-confirmed',
      rule: 'A write of an unknown variant is answered 404 unknown_variant.',
      endpoint,
      code: 'unknown_variant',
    },
    receiptOf,
  ),
  networkReportRule(
    'inventory-echo-at-another-location',
    'The echo of a write names HUB_Network.',
    (report, store) => ({ ...report, location_id: store.options.locations[0] }),
  ),
  networkReportRule(
    'inventory-echo-of-another-quantity',
    'The echo of a write carries the quantity written.',
    (report) => ({
      ...report,
      quantity: Number(report['quantity']) + 1,
    }),
  ),
  stockReportRule(
    'inventory-reported-as-delta',
    'A reported quantity is absolute, never a delta.',
    (report, store) => {
      const { variant_id, location_id, quantity } = report;
      const listed = store.catalogue.findVariant(String(variant_id))?.inventory ?? [];
      const before = listed.find((level) => level.location_id === location_id)?.quantity ?? 0;
      return { ...report, quantity: Math.abs(Number(quantity) - before) };
    },
  ),
  stockReportRule(
    'inventory-location-prefixed',
    'A reported location is a whole number carried as a string.',
    (report) => ({
      ...report,
      location_id: `loc-${String(report['location_id'])}`,
    }),
  ),
  stockReportRule(
    'inventory-changed-at-repeated',
    'changed_at is strictly later for each change of a variant at a location.',
    (report) => ({
      ...report,
      changed_at: `${String(report['changed_at']).slice(0, 10)}T00:00:00Z`,
    }),
  ),
  stockReportRule('inventory-changed-at-left-out', 'A stock report carries changed_at.', (report) =>
    without(report, 'changed_at'),
  ),
];
