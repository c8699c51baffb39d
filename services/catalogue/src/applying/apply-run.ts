import type { Tx } from '@hub/database';
import type { PullDependencies } from '../pull-dependencies';
import type { CatalogueRun } from '../run';
import { acceptRun } from '../run-ends';
import { countLinks, countRun } from './count-run';
import { reportDoubtfulLinks } from './doubtful-links';
import type { FoundChanges } from './find-changes';
import { linkVariants } from './link-variants';
import { reportDisputedLinks } from './links-by-people';
import { reportNetworkQuantities } from './report-network-quantities';
import { reportTakenArticles } from './taken-articles';
import { enqueueConsequences, moveReserved, noteTouchedArticles } from './touched-articles';
import { lockChangedVariants, writeProducts, writeVariants } from './write-variants';
import { coverRefusals, endInterruptions, noteTotals, reportStock, writeStock } from './write-stock';

/** Applies a run in statements over whole sets, whatever its size; nothing of the catalogue passes through memory. */
export async function applyRun(
  tx: Tx,
  run: CatalogueRun,
  applying: { found: FoundChanges; now: number; correlation: string; dependencies: PullDependencies },
): Promise<void> {
  const { found, now, correlation, dependencies } = applying;
  await linkVariants(tx, run);
  const counts = await countRun(tx, run, found);
  await dependencies.reached?.('changes found');

  await lockChangedVariants(tx, run);
  await dependencies.reached?.('variants locked');
  await noteTouchedArticles(tx, run);
  await noteTotals(tx, run);
  await writeProducts(tx, run);
  await writeVariants(tx, run);
  await moveReserved(tx, run);
  await reportDisputedLinks(tx, run);
  await reportTakenArticles(tx, run);
  await reportDoubtfulLinks(tx, run);
  await writeStock(tx, run);
  await reportStock(tx, run);
  const retryAt = new Date(now + dependencies.syncIntervalMs);
  await reportNetworkQuantities(tx, run, { now: new Date(now), retryAt });
  await coverRefusals(tx, run);
  await endInterruptions(tx, run);
  await noteTouchedArticles(tx, run);

  await enqueueConsequences(tx, run, correlation);
  if (run.isFirst) await noteFirstCatalogue(tx, run, now);
  const links = await countLinks(tx, run);
  await acceptRun(tx, run, { ...counts, ...links, now: dependencies.clock.now() });
}

/** From now on `HUB_Network` may be other than 0 (D14). Running services see it by the new revision. */
async function noteFirstCatalogue(tx: Tx, { shopId }: CatalogueRun, now: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE shop SET first_catalogue_at = ${new Date(now)}::timestamptz, revision = nextval('shop_revision')
    WHERE id = ${shopId}`;
}
