import { instantFromMs, instantToIso } from '@hub/contract';
import { Country } from '@hub/shops';
import type { Said, StateLabel } from '../engine/cell';
import { text } from '../engine/filters';
import { list, partOf } from '../engine/list';
import { BY_NUMBER } from '../engine/places';
import { countriesWithoutRate, listVatRates, type VatRate } from './vat-rates';

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
/** The most shop names on the page for a country without a rate. */
const SHOPS = 5;

const named = (country: string) => `${COUNTRIES.of(country) ?? country} (${country})`;

/** VAT rates by country, each from an instant on (D24). */
export const vatRateList = list<VatRate>()({
  path: '/money/vat',
  title: 'VAT rates',
  command: { name: 'vat.list', says: 'all rates', argument: '[country]' },
  section: 'money',
  noun: 'rate',
  about:
    'The rate at the moment an order is created counts for it. They are set with “hub vat set” and “hub vat import”.',
  links: [{ text: 'Owed by pair', href: '/money' }],
  filters: {
    country: text('Country, such as SE', {
      says: 'of this country alone: its ISO 3166-1 code, such as SE',
      as: (given) => Country.safeParse(given).data ?? null,
      faultOf: (given) => Country.safeParse(given).error?.issues[0]?.message,
    }),
  },
  sorts: [],
  columns: [
    { name: 'Country', head: true, cell: ({ country }) => ({ text: country, shown: named(country) }) },
    { name: 'Rate', number: true, cell: ({ rate }) => ({ text: rate, shown: `${percentText(rate)} %` }) },
    { name: 'From (UTC)', cell: ({ from }) => day(from) },
    { name: 'Before (UTC)', cell: ({ until }) => until && day(until) },
    { name: 'Applies', cell: appliesAt },
  ],
  json: ({ country, rate, from }) => ({
    country,
    rate,
    from: instantToIso(instantFromMs(from.getTime())),
  }),
  place: BY_NUMBER,
  pageSize: 200,
  async notices({ db, now }) {
    const missing = await countriesWithoutRate(db, now);
    return missing.map(({ country, shops }) => {
      const more = shops.length > SHOPS ? ` and ${shops.length - SHOPS} more` : '';
      return {
        tone: 'warn' as const,
        title: `No rate for ${named(country)}.`,
        text: `Lines that need it wait until there is one (hub vat set ${country} …): ${shops.slice(0, SHOPS).join(', ')}${more} stand there or ship to it.`,
      };
    });
  },
  async read({ db }, { filter: { country }, after, limit }) {
    return partOf(await listVatRates(db, country), { after, limit });
  },
});

function day(at: Date): Said {
  return { text: at, shown: at.toISOString().slice(0, 10) };
}

function appliesAt({ from, until }: VatRate, now: number): StateLabel {
  if (from.getTime() > now) return { text: 'later', tone: 'warn' };
  if (until !== null && until.getTime() <= now) return { text: 'no more', tone: 'quiet' };
  return { text: 'now', tone: 'good' };
}

/** `0.255` → `25.5`, without rounding. @param rate an exact decimal below 1 */
export function percentText(rate: string): string {
  const [, places = ''] = rate.split('.');
  const [whole, rest] = [places.padEnd(2, '0').slice(0, 2), places.slice(2).replace(/0+$/, '')];
  return `${Number(whole)}${rest && `.${rest}`}`;
}
