import type { ResultOf } from '../desk/with-desk';
import { counted } from '../counted';
import { print, printTable } from '../output';

const SHOWN = 50;

type Run = ResultOf<'catalogue.report'>;

/** `1 page, 40 products, 1 variant`. */
export function readSoFar({
  pages,
  products,
  variants,
}: Pick<Run, 'pages' | 'products' | 'variants'>): string {
  return [counted(pages, 'page'), counted(products, 'product'), counted(variants, 'variant')].join(', ');
}

/** The run for people. */
export function printRun(run: Run): void {
  print(`${run.state}: ${readSoFar(run)}`);
  if (run.failure) print(run.failure);
  if (run.state === 'accepted')
    print(
      `${run.added} new, ${run.changed} changed, ${run.unchanged} unchanged, ${run.retired} retired, ` +
        `${run.reactivated} reactivated; ${run.linked} linked to articles, ${run.unlinked} not`,
    );
  if (run.faults.length === 0) return;
  print(`${counted(run.fault_count, 'fault')}:`);
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
  print(`${counted(unlinked.length, 'variant')} not linked to an article:`);
  printTable(
    ['variant', 'why'],
    unlinked.slice(0, SHOWN).map((variant) => [variant.variant_id, variant.why ?? '']),
  );
  if (unlinked.length > SHOWN) print('… all of them with --json');
}
