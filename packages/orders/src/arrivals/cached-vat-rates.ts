import { Prisma, type Sql } from '@hub/database';
import { z } from 'zod';

/** Shows whether any rate has changed: a checksum of all of them. */
export const VAT_RATES_MARK = Prisma.sql`
  (SELECT coalesce(sum(hashtextextended(country || '/' || applies_from || '/' || rate, 0)), 0)::text FROM vat_rate WHERE country > '')`;

const Rows = z.array(
  z.object({ country: z.string(), appliesFrom: z.bigint(), rate: z.string(), mark: z.string() }),
);
type Rate = Pick<z.output<typeof Rows>[number], 'appliesFrom' | 'rate'>;

/** All VAT rates, cached (D24), read again when their mark has changed. */
export class CachedVatRates {
  private mark: string | null = null;
  private byCountry = new Map<string, Rate[]>();
  /** The rates asked for last, and the instants between which they apply: orders that arrive together share them. */
  private last: { from: bigint; until: bigint | null; rates: ReadonlyMap<string, string> } | null = null;

  /** @param mark `VAT_RATES_MARK`, as a statement of the transaction has read it */
  async refresh(tx: Sql, mark: string): Promise<void> {
    if (mark === this.mark) return;
    const rows = Rows.parse(
      await tx.$queryRaw`
        SELECT country, applies_from AS "appliesFrom", trim_scale(rate)::text AS rate, ${VAT_RATES_MARK} AS mark
        FROM vat_rate WHERE country > '' ORDER BY country, applies_from`,
    );
    const byCountry = new Map<string, Rate[]>();
    for (const row of rows) byCountry.set(row.country, [...(byCountry.get(row.country) ?? []), row]);
    this.byCountry = byCountry;
    this.last = null;
    // That of the rows read: a further rate may have been added since the given one.
    this.mark = rows[0]?.mark ?? mark;
  }

  /** By country, those that apply at an instant (ns since the epoch). */
  at(instant: bigint): ReadonlyMap<string, string> {
    const { last } = this;
    if (last && last.from <= instant && (last.until === null || instant < last.until)) return last.rates;
    const rates = new Map<string, string>();
    let until: bigint | null = null;
    for (const [country, ascending] of this.byCountry) {
      const rate = ascending.findLast(({ appliesFrom }) => appliesFrom <= instant)?.rate;
      const next = ascending.find(({ appliesFrom }) => appliesFrom > instant)?.appliesFrom;
      if (rate !== undefined) rates.set(country, rate);
      if (next !== undefined && (until === null || next < until)) until = next;
    }
    this.last = { from: instant, until, rates };
    return rates;
  }
}
