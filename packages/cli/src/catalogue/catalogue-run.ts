import type { Database, Prisma } from '@hub/database';
import type { UnlinkedVariant } from '@hub/support-desk';
import { print, printTable, time } from '../output';

const SHOWN = 50;

export type Run = Prisma.CatalogueRunGetPayload<{ include: { faults: true } }>;

/** A run, or the newest of a shop. */
export function findRun(db: Database, where: { id: string } | { shopId: number }): Promise<Run | null> {
  return db.catalogueRun.findFirst({
    where,
    orderBy: { requestedAt: 'desc' },
    include: { faults: { orderBy: { id: 'asc' } } },
  });
}

/** The run for `--json`. */
export function describeRun(run: Run, unlinked: UnlinkedVariant[] = []) {
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

/** The run for people. */
export function printRun(run: Run, unlinked: UnlinkedVariant[] = []): void {
  print(`${run.state}: ${run.pages} pages, ${run.products} products, ${run.variants} variants`);
  if (run.failure) print(run.failure);
  if (run.state === 'accepted')
    print(
      `${run.added} new, ${run.changed} changed, ${run.unchanged} unchanged, ${run.retired} retired, ` +
        `${run.reactivated} reactivated; ${run.linked} linked to articles, ${run.unlinked} not`,
    );
  printUnlinked(unlinked);
  if (run.faults.length === 0) return;
  print(`${run.faultCount} faults:`);
  printTable(
    ['page', 'product', 'variant', 'field', 'what is wrong'],
    run.faults
      .slice(0, SHOWN)
      .map((fault) => [
        String(fault.page),
        fault.productId ?? '',
        fault.variantId ?? '',
        fault.field,
        fault.message,
      ]),
  );
  if (run.faults.length > SHOWN) print('… all of them with --json');
}

function printUnlinked(unlinked: UnlinkedVariant[]): void {
  if (unlinked.length === 0) return;
  print(`${unlinked.length} variants are not linked to an article:`);
  printTable(
    ['variant', 'why'],
    unlinked.slice(0, SHOWN).map((variant) => [variant.variantId, variant.linkProblem ?? '']),
  );
  if (unlinked.length > SHOWN) print('… all of them with --json');
}
