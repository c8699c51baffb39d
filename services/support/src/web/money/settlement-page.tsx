import {
  accountLines,
  inPlaces,
  LINE_COLUMNS,
  netLabel,
  periodText,
  returnedOrdersOf,
  RETURNED_COLUMNS,
  type AccountLine,
  type Settlement,
} from '@hub/desk/money';
import { listAddress } from '@hub/desk/engine';
import { amount, counted, money } from '@hub/desk/words';
import { FilterForm, Field } from '../layout/filter-form';
import { Time } from '../layout/time';
import { ShopLink } from '../layout/shop-link';
import type { Column } from '../lists/column';
import { DataTable } from '../lists/data-table';
import { TableOf } from '../lists/list-table';

/** The most lines on the page; the list has all. */
export const SHOWN = 200;

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
  const asked = { shop: shop.slug, ...days };
  return (
    <>
      <p class="actions">
        <a href={listAddress('/money', { month: days.from.slice(0, 7) })}>Money owed</a>
      </p>
      <h1>Settlement of {shop.removedAt ? shop.name : <ShopLink shop={shop.slug} name={shop.name} />}</h1>
      <p>
        <strong>Lines settled {periodText(days)}.</strong> As of <Time at={new Date(now)} />.
      </p>
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
          <strong>Nothing settled</strong> {periodText(days)}.
        </p>
      ) : (
        <>
          <h2>Net</h2>
          <DataTable label="Net" columns={netColumns(shop.name)} rows={accountLines(totals)} />
          <h2>Line by line</h2>
          <p class="actions">
            <a href={listAddress('/money/lines', asked)}>All {counted(all, 'line')} as a list</a>
            <a href={listAddress(`${address}.csv`, days)}>
              All {counted(all, 'line')} as CSV, VAT step by step
            </a>
          </p>
          <TableOf label="Settled lines" columns={LINE_COLUMNS} rows={lines} now={now} />
          {all > lines.length && (
            <p class="soft">The first {counted(lines.length, 'line')}; the list and the file have all.</p>
          )}
        </>
      )}
      <h2>Returned</h2>
      <p class="soft">A return changes nothing above: it is listed, never reversed.</p>
      {returns.length === 0 ? (
        <p class="soft">No returned orders.</p>
      ) : (
        <>
          <TableOf
            label="Returned orders"
            columns={RETURNED_COLUMNS}
            rows={returnedOrdersOf(shop.slug, returns)}
            now={now}
          />
          <p class="actions">
            <a href={listAddress('/money/returns', asked)}>Returned orders as a list</a>
          </p>
        </>
      )}
    </>
  );
}

function netColumns(shop: string): readonly Column<AccountLine>[] {
  return [
    { name: 'What', head: true, text: (line) => lineText(shop, line) },
    { name: 'Lines', number: true, text: ({ lines }) => lines },
    { name: 'Goods', number: true, text: ({ owed }) => amount(owed) },
    {
      name: 'of it rounding',
      number: true,
      text: ({ rounding, currency }) => amount(inPlaces(rounding, currency)),
    },
    { name: 'Shipping', number: true, text: ({ shippingShare }) => amount(shippingShare) },
    { name: 'Due', number: true, text: ({ due, currency }) => money(due, currency) },
  ];
}

function lineText(shop: string, { side, due }: AccountLine): string {
  if (side === 'net') return `Net, ${netLabel(due)}`;
  return side === 'ships' ? `${shop} is owed` : `${shop} owes`;
}
