import type { Database, Prisma } from '@hub/database';
import { listUnlinked, type UnlinkedVariant } from '../../catalogue/unlinked-variants';
import { z } from 'zod';
import { look } from '../command';
import { CommandFault } from '../command-fault';
import { requireShop, Text, time } from '../fields';

type Run = Prisma.CatalogueRunGetPayload<{ include: { faults: true } }>;

/** The last run of a shop: counts, faults, and what is not linked. */
export const catalogueReport = look({
  input: z.strictObject({ shop: Text }),
  run: async ({ db }, { shop: slug }) => {
    const shop = await requireShop(db, slug);
    const run = await findRun(db, { shopId: shop.id });
    if (!run) throw new CommandFault('refused', [`the catalogue of ${slug} was never read`]);
    return describeRun(run, await listUnlinked(db, { shopId: shop.id }));
  },
});

/** The progress of a run. */
export const catalogueRun = look({
  input: z.strictObject({ run: z.uuid() }),
  run: async ({ db }, { run: id }) => {
    const run = await db.catalogueRun.findUnique({ where: { id } });
    if (!run) throw new CommandFault('unknown', ['the run is gone']);
    const { state, pages, products, variants, failure, stalledSince } = run;
    return { state, pages, products, variants, failure, stalled_since: time(stalledSince) };
  },
});

function findRun(db: Database, where: { shopId: number }): Promise<Run | null> {
  return db.catalogueRun.findFirst({
    where,
    orderBy: { requestedAt: 'desc' },
    include: { faults: { orderBy: { id: 'asc' } } },
  });
}

function describeRun(run: Run, unlinked: readonly UnlinkedVariant[]) {
  return {
    run: run.id,
    state: run.state,
    started_at: time(run.startedAt),
    finished_at: time(run.finishedAt),
    pages: run.pages,
    products: run.products,
    variants: run.variants,
    added: run.added,
    changed: run.changed,
    unchanged: run.unchanged,
    retired: run.retired,
    reactivated: run.reactivated,
    linked: run.linked,
    unlinked: run.unlinked,
    failure: run.failure,
    not_linked: unlinked.map((variant) => ({ variant_id: variant.variantId, why: variant.linkProblem })),
    fault_count: run.faultCount,
    faults: run.faults.map((fault) => ({
      page: fault.page,
      product_id: fault.productId,
      variant_id: fault.variantId,
      field: fault.field,
      message: fault.message,
    })),
  };
}
