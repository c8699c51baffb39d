import { randomUUID } from 'node:crypto';
import { instantToIso, type Instant } from '@hub/contract';
import { inTransaction, type Tx } from '@hub/database';
import { COMMANDS, enqueueAll } from '@hub/messaging';
import { recordActions } from '@hub/desk/engine';
import { withDatabase } from '../with-database';

/** The rate of a country from an instant on, as exact decimal text. */
export interface VatRate {
  country: string;
  rate: string;
  from: Instant;
}

/**
 * A missing rate may have kept shops of its country from being chosen: what the others show is recalculated (D16).
 * Recorded with the earlier rate from that instant.
 */
export async function saveRates(rates: VatRate[], actor: string): Promise<void> {
  await withDatabase(({ db }) =>
    inTransaction(db, async (tx) => {
      for (const rate of rates) await setRate(tx, rate, actor);
      const shops = await tx.shop.findMany({
        where: { country: { in: rates.map(({ country }) => country) } },
        select: { id: true },
      });
      const payloads = shops.map(({ id }) => ({ shopId: id }));
      await enqueueAll(tx, COMMANDS.recalculateShop, { payloads, correlation: randomUUID() });
    }),
  );
}

async function setRate(tx: Tx, { country, rate, from }: VatRate, actor: string): Promise<void> {
  const before = await tx.vatRate.findFirst({
    where: { country, appliesFrom: { lte: from } },
    orderBy: { appliesFrom: 'desc' },
  });
  const key = { country, appliesFrom: from };
  await tx.vatRate.upsert({
    where: { country_appliesFrom: key },
    create: { ...key, rate },
    update: { rate },
  });
  await recordActions(tx, {
    actor,
    action: 'vat.set',
    subjects: [`vat:${country}`],
    changes: [
      { field: `rate from ${instantToIso(from)}`, before: before?.rate.toFixed() ?? null, after: rate },
    ],
  });
}
