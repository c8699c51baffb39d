import type { ResultOf } from '../desk/with-desk';
import { print, printTable } from '../output';

const SHOWN = 50;

type Run = ResultOf<'catalogue.report'>;

/** The run for people. */
export function printRun(run: Run): void {
  print(`${run.state}: ${run.pages} pages, ${run.products} products, ${run.variants} variants`);
  if (run.failure) print(run.failure);
  if (run.state === 'accepted')
    print(
      `${run.added} new, ${run.changed} changed, ${run.unchanged} unchanged, ${run.retired} retired, ` +
        `${run.reactivated} reactivated; ${run.linked} linked to articles, ${run.unlinked} not`,
    );
  if (run.faults.length === 0) return;
  print(`${run.fault_count} faults:`);
  printTable(
    ['page', 'product', 'variant', 'field', 'what is wrong'],
    run.faults
      .slice(0, SHOWN)
      .map((fault) => [
        String(fault.page),
        fault.product_id ?? '',
        fault.variant_id ?? '',
        fault.field,
        fault.message,
      ]),
  );
  if (run.faults.length > SHOWN) print('… all of them with --json');
}

/** What is not linked to an article, and why (D14). */
export function printUnlinked({ not_linked: unlinked }: Run): void {
  if (unlinked.length === 0) return;
  print(`${unlinked.length} variants are not linked to an article:`);
  printTable(
    ['variant', 'why'],
    unlinked.slice(0, SHOWN).map((variant) => [variant.variant_id, variant.why ?? '']),
  );
  if (unlinked.length > SHOWN) print('… all of them with --json');
}
