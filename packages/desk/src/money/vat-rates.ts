import { rows, type Database } from '@hub/database';
import { z } from 'zod';

const NS_PER_MS = 1_000_000n;

/** The VAT rate of a country as a share of the net price, from an instant on (D24). */
export interface VatRate {
  country: string;
  /** An exact decimal: `0.25` is 25 %. */
  rate: string;
  from: Date;
  /** Until when; null: no later rate is known. */
  until: Date | null;
}

/** By country, the oldest first. @param country only one; undefined: all */
export async function listVatRates(db: Database, country?: string): Promise<VatRate[]> {
  const found = await db.vatRate.findMany({
    where: country === undefined ? {} : { country },
    orderBy: [{ country: 'asc' }, { appliesFrom: 'asc' }],
  });
  return found.map(({ country: of, rate, appliesFrom }, index) => {
    const next = found[index + 1];
    return {
      country: of,
      rate: rate.toFixed(),
      from: dateOf(appliesFrom),
      until: next?.country === of ? dateOf(next.appliesFrom) : null,
    };
  });
}

const CountryRow = z.object({ country: z.string(), shops: z.array(z.string()) });

/** A country that shops ship to, or are in, without an applicable rate: what goes there waits (D24). */
export type CountryWithoutRate = z.output<typeof CountryRow>;

/** @param now milliseconds since the epoch */
export function countriesWithoutRate(db: Database, now: number): Promise<CountryWithoutRate[]> {
  return rows(
    CountryRow,
    db.$queryRaw`
    SELECT c.country, array_agg(s.name ORDER BY s.name) AS shops
    FROM shop s CROSS JOIN LATERAL (
      SELECT s.country::text AS country UNION SELECT unnest(s.destination_countries)
    ) c
    WHERE s.removed_at IS NULL AND NOT EXISTS (
      SELECT FROM vat_rate r WHERE r.country = c.country AND r.applies_from <= ${BigInt(now) * NS_PER_MS}::bigint
    )
    GROUP BY c.country ORDER BY c.country`,
  );
}

function dateOf(ns: bigint): Date {
  return new Date(Number(ns / NS_PER_MS));
}
