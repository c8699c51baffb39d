import { describe, expect, it } from '@jest/globals';
import { CachedVatRates } from './cached-vat-rates';

const RATES = [
  { country: 'NO', appliesFrom: 0n, rate: '0.25', mark: 'M' },
  { country: 'SE', appliesFrom: 0n, rate: '0.25', mark: 'M' },
  { country: 'SE', appliesFrom: 20n, rate: '0.12', mark: 'M' },
  { country: 'FI', appliesFrom: 30n, rate: '0.255', mark: 'M' },
];

async function ratesOf(found = RATES) {
  const rates = new CachedVatRates();
  await rates.refresh({ $queryRaw: async () => found, $executeRaw: async () => 0 }, 'M');
  return rates;
}

describe('cached VAT rates', () => {
  it('D24: are those in force at the instant, in whatever order instants are asked for', async () => {
    const instants = [19n, 20n, 29n, 30n, 31n, 5n, 25n, 0n];
    const rates = await ratesOf();
    const asked = instants.map((instant) => Object.fromEntries(rates.at(instant)));

    expect(asked).toEqual(
      instants.map((instant) => ({
        NO: '0.25',
        SE: instant < 20n ? '0.25' : '0.12',
        ...(instant < 30n ? {} : { FI: '0.255' }),
      })),
    );
  });

  it('D24: a rate that was added counts as soon as the rates are read again', async () => {
    const rates = await ratesOf();
    rates.at(25n);
    const added = { country: 'NO', appliesFrom: 24n, rate: '0.15', mark: 'N' };
    const found = [...RATES, added].map((rate) => ({ ...rate, mark: 'N' }));
    await rates.refresh({ $queryRaw: async () => found, $executeRaw: async () => 0 }, 'N');

    expect(rates.at(25n).get('NO')).toBe('0.15');
  });
});
