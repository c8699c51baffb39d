import type { Said } from '../engine/cell';
import { day, shop } from '../engine/filters';
import type { ColumnOf } from '../engine/list-definition';
import { amount, money } from '../words/amount';
import type { SettledLine } from './settled-line';
import { shippedAtIso } from './settlement-rows';
import { dueOf, inPlaces, type Side } from './settle';

/** A settled line as one of its two shops has it. */
export type LineOfShop = SettledLine & { side: Side };

export const SIDE_LABELS: Record<Side, string> = { ships: 'is owed', sells: 'owes' };

/** The filters of every list of a shop's account. */
export const ACCOUNT_FILTERS = {
  shop: shop('Shop', 'of this shop'),
  from: day(
    'First day (UTC)',
    'from this day on, such as 2026-11-01; the current month if neither day is given',
  ),
  to: day('Last day (UTC)', 'up to this day, which counts'),
};

/** The columns of a settled line, in every list of them. */
export const LINE_COLUMNS: readonly ColumnOf<LineOfShop>[] = [
  { name: 'Recorded', cell: ({ settledAt }) => settledAt },
  { name: 'Shipped', cell: (line) => new Date(shippedAtIso(line)) },
  { name: 'Direction', cell: ({ side }) => SIDE_LABELS[side] },
  {
    name: 'With',
    cell: ({ side, ...line }) => (side === 'ships' ? line.sellingName : line.shippingName),
  },
  {
    name: 'Order',
    head: true,
    cell: ({ orderId, orderNumber, sellerOrderId }) => ({
      text: orderNumber ?? orderId,
      href: `/orders/${sellerOrderId}`,
    }),
  },
  { name: 'Order id', only: 'text', cell: ({ orderId }) => orderId },
  {
    name: 'Item',
    cell: ({ title, variantId }) => ({ text: title, otherwise: 'no title', below: variantId }),
  },
  { name: 'Variant', only: 'file', cell: ({ variantId }) => variantId },
  { name: 'Line', cell: ({ lineItemId }) => lineItemId },
  { name: 'Pieces', number: true, cell: ({ quantity }) => quantity },
  { name: 'Ordered', only: 'file', number: true, cell: ({ ordered }) => ordered },
  { name: 'Each', number: true, cell: ({ calculation }) => inOwnPlaces(calculation.unitPrice, calculation) },
  { name: 'Goods', number: true, cell: ({ calculation }) => inOwnPlaces(calculation.owed, calculation) },
  { name: 'of it rounding', only: 'file', number: true, cell: ({ calculation }) => calculation.rounding },
  {
    name: 'Shipping',
    number: true,
    cell: ({ calculation }) => inOwnPlaces(calculation.shipping.share, calculation),
  },
  {
    name: 'Due',
    number: true,
    cell({ calculation, sellerOrderId, lineReference, lineItemId }) {
      const due = dueOf(calculation);
      return {
        text: due,
        shown: money(due, calculation.currency),
        also: {
          href: `/orders/${sellerOrderId}#money-${lineReference}`,
          text: 'calculation',
          label: `Calculation of line ${lineItemId}`,
        },
      };
    },
  },
  { name: 'Currency', only: 'file', cell: ({ calculation }) => calculation.currency },
  { name: 'Gross', only: 'file', number: true, cell: ({ calculation }) => calculation.gross },
  {
    name: 'Discount share',
    only: 'file',
    number: true,
    cell: ({ calculation }) => calculation.discountShare,
  },
  {
    name: 'Consumer VAT rate',
    only: 'file',
    number: true,
    cell: ({ calculation }) => calculation.consumerVatRate,
  },
  { name: 'Consumer VAT', only: 'file', number: true, cell: ({ calculation }) => calculation.consumerVat },
  { name: 'Net', only: 'file', number: true, cell: ({ calculation }) => calculation.net },
  { name: 'Split rate', only: 'file', number: true, cell: ({ calculation }) => calculation.splitRate },
  { name: 'Payout', only: 'file', number: true, cell: ({ calculation }) => calculation.payout },
  {
    name: 'Injection VAT rate',
    only: 'file',
    number: true,
    cell: ({ calculation }) => calculation.injectionVatRate,
  },
  { name: 'Injection VAT', only: 'file', number: true, cell: ({ calculation }) => calculation.injectionVat },
];

function inOwnPlaces(text: string, { currency }: SettledLine['calculation']) {
  return amountCell(inPlaces(text, currency));
}

/** An amount with the decimals of its currency; a file has it without spaces. */
export function amountCell(text: string): Said {
  return { text, shown: amount(text) };
}
