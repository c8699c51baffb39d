import type { CountryWithoutRate, VatRate } from '@hub/support-desk';
import { State } from '../layout/state';
import type { Column } from '../lists/column';
import { DataTable } from '../lists/data-table';
import { MoneyTabs } from './money-tabs';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
/** The most shop names on the page for a country without a rate. */
const SHOPS = 5;

const day = (at: Date) => at.toISOString().slice(0, 10);

/** VAT rates, on the page and in the file. @param now milliseconds since the epoch */
export function vatColumns(now: number): readonly Column<VatRate>[] {
  return [
    {
      name: 'Country',
      head: true,
      text: ({ country }) => country,
      cell: ({ country }) => `${COUNTRIES.of(country) ?? country} (${country})`,
    },
    { name: 'Rate', number: true, text: ({ rate }) => rate, cell: ({ rate }) => `${percentText(rate)} %` },
    { name: 'From (UTC)', text: ({ from }) => from, cell: ({ from }) => day(from) },
    { name: 'Before (UTC)', text: ({ until }) => until, cell: ({ until }) => until && day(until) },
    {
      name: 'Applies',
      text: (rate) => appliesAt(rate, now).text,
      cell: (rate) => <State {...appliesAt(rate, now)} />,
    },
  ];
}

function appliesAt({ from, until }: VatRate, now: number) {
  if (from.getTime() > now) return { text: 'later', tone: 'warn' } as const;
  if (until !== null && until.getTime() <= now) return { text: 'no more', tone: 'quiet' } as const;
  return { text: 'now', tone: 'good' } as const;
}

/** `0.255` → `25.5`, without rounding. @param rate an exact decimal below 1 */
export function percentText(rate: string): string {
  const [, places = ''] = rate.split('.');
  const [whole, rest] = [places.padEnd(2, '0').slice(0, 2), places.slice(2).replace(/0+$/, '')];
  return `${Number(whole)}${rest && `.${rest}`}`;
}

export interface VatPageProps {
  rates: readonly VatRate[];
  missing: readonly CountryWithoutRate[];
  now: number;
}

/** VAT rates by country, and the missing ones. */
export function VatPage({ rates, missing, now }: VatPageProps) {
  return (
    <>
      <h1>VAT rates</h1>
      <MoneyTabs current="/money/vat" />
      {missing.map(({ country, shops }) => (
        <p class="panel trouble warn">
          <strong>
            No rate for {COUNTRIES.of(country) ?? country} ({country}).
          </strong>{' '}
          Lines that need it wait until there is one (<code>hub vat set {country} …</code>):{' '}
          {shops.slice(0, SHOPS).join(', ')}
          {shops.length > SHOPS && ` and ${shops.length - SHOPS} more`} stand there or ship to it.
        </p>
      ))}
      <p class="soft">
        The rate at the moment an order is created counts for it. They are set with <code>hub vat set</code>{' '}
        and <code>hub vat import</code>. <a href="/money/vat.csv">As CSV</a>
      </p>
      <DataTable label="VAT rates" columns={vatColumns(now)} rows={rates} />
    </>
  );
}
