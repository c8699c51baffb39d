import { dueOf, inPlaces, shippedAtIso, listAddress, type Settlement, type Side } from '@hub/support-desk';
import { amount, figure, money } from '@hub/support-desk/words';
import { FilterForm, Field } from '../layout/filter-form';
import { Time } from '../layout/time';
import { ShopLink } from '../layout/shop-link';
import type { Column } from '../lists/column';
import { DataTable } from '../lists/data-table';

/** The most lines on the page; the file has all. */
export const SHOWN = 200;
const SIDES: Record<Side, string> = { ships: 'shipped for others', sells: 'shipped by others' };

type Line = Settlement['lines'][number];
type Goods = Settlement['returns'][number];
type Total = Settlement['totals'][number];

const TOTALS: readonly Column<Total>[] = [
  { name: 'What', head: true, text: ({ side }) => SIDES[side] },
  { name: 'Currency', text: ({ currency }) => currency },
  { name: 'Lines', number: true, text: ({ lines }) => lines },
  { name: 'Goods', number: true, text: ({ owed }) => amount(owed) },
  { name: 'of it rounding', number: true, text: ({ rounding }) => amount(rounding) },
  { name: 'Shipping', number: true, text: ({ shippingShare }) => amount(shippingShare) },
  { name: 'Due', number: true, text: ({ due }) => amount(due) },
];

const LINES: readonly Column<Line>[] = [
  { name: 'Recorded', text: ({ settledAt }) => settledAt },
  { name: 'Shipped', text: (line) => new Date(shippedAtIso(line)) },
  { name: 'What', text: ({ side }) => SIDES[side] },
  {
    name: 'With',
    text: (line) => (line.side === 'ships' ? line.sellingShop : line.shippingShop),
  },
  {
    name: 'Order',
    head: true,
    text: ({ orderId }) => orderId,
    cell: ({ orderId }) => <span class="ref">{orderId}</span>,
  },
  { name: 'Line', text: ({ lineItemId }) => lineItemId },
  { name: 'Pieces', number: true, text: ({ quantity }) => quantity },
  { name: 'Ordered', number: true, text: ({ ordered }) => ordered, fileOnly: true },
  { name: 'Each', number: true, text: ({ calculation }) => amount(calculation.unitPrice) },
  {
    name: 'Goods',
    number: true,
    text: ({ calculation: { owed, currency } }) => amount(inPlaces(owed, currency)),
  },
  {
    name: 'Shipping',
    number: true,
    text: ({ calculation: { shipping, currency } }) => amount(inPlaces(shipping.share, currency)),
  },
  {
    name: 'Due',
    number: true,
    text: ({ calculation }) => money(dueOf(calculation), calculation.currency),
  },
];

const RETURNS: readonly Column<Goods>[] = [
  { name: 'Reported', text: ({ receivedAt }) => receivedAt },
  { name: 'By', text: ({ reportedBy }) => reportedBy },
  { name: 'What', text: ({ side }) => SIDES[side] },
  { name: 'Order', head: true, text: ({ orderId }) => orderId },
  { name: 'Line', text: ({ lineItemId }) => lineItemId },
  { name: 'Pieces', number: true, text: ({ quantity }) => quantity },
  { name: 'Package', text: ({ isShipped }) => (isShipped ? 'reported' : 'none reported: not owed') },
];

export interface SettlementPageProps {
  /** A removed shop has no page. */
  shop: { slug: string; name: string; removedAt: Date | null };
  days: { from: string; to: string };
  /** With the lines shown; its totals are of all lines. */
  settlement: Settlement;
  now: number;
}

/** A shop's account with the network for a period: the content of `hub settlement`. */
export function SettlementPage({ shop, days, settlement, now }: SettlementPageProps) {
  const { lines, returns, totals } = settlement;
  const all = totals.reduce((sum, total) => sum + total.lines, 0);
  const address = `/money/shops/${shop.slug}`;
  return (
    <>
      <p>
        <a href={listAddress('/money', { month: days.from.slice(0, 7) })}>Money owed</a>
      </p>
      <h1>Settlement of {shop.removedAt ? shop.name : <ShopLink shop={shop.slug} name={shop.name} />}</h1>
      <FilterForm action={address} label="Period">
        <Field id="from" label="First day (UTC)">
          <input id="from" name="from" type="date" value={days.from} required />
        </Field>
        <Field id="to" label="Last day">
          <input id="to" name="to" type="date" value={days.to} required />
        </Field>
      </FilterForm>
      {all === 0 ? (
        <p class="panel">
          <strong>Nothing settled</strong> from {days.from} to {days.to}.
        </p>
      ) : (
        <>
          <p class="soft">
            As of <Time at={new Date(now)} />. Amounts are exact.{' '}
            <a href={listAddress(`${address}.csv`, days)}>
              All {figure(all)} {all === 1 ? 'line' : 'lines'} as CSV, VAT step by step
            </a>
          </p>
          <h2>Totals</h2>
          <DataTable label="Totals" columns={TOTALS} rows={totals} />
          <h2>Line by line</h2>
          <DataTable label="Settled lines" columns={LINES} rows={lines} />
          {all > lines.length && <p class="soft">The first {lines.length}; the file has all.</p>}
        </>
      )}
      <h2>Returned</h2>
      {returns.length === 0 ? (
        <p class="soft">None. What is returned is listed here, never reversed.</p>
      ) : (
        <DataTable label="Returned lines" columns={RETURNS} rows={returns} />
      )}
    </>
  );
}
