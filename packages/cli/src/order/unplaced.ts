import { problemOf } from '@hub/desk/words';
import type { LookOptions } from '../desk/desk-options';
import { ask } from '../desk/with-desk';
import { printJson, printTable } from '../output';
import { readLimit } from '../read-limit';

/** `hub order unplaced`: every paid network line that no shop has (D18). */
export async function unplaced(options: LookOptions & { at?: string; limit: string }): Promise<void> {
  const limit = readLimit(options.limit);
  const lines = await ask(options, 'order.unplaced', { at: options.at, limit });
  if (options.json) return printJson(lines);
  printTable(
    ['since', 'shop', 'order', 'line', 'where it is', 'why', 'given to'],
    lines.map((line) => [
      `${line.since ?? ''}${line.overdue ? ' (overdue)' : ''}`,
      line.shop,
      line.order_id ?? '',
      line.line_item_id ?? '',
      problemOf(line.situation).one,
      line.reason ?? '',
      line.shipping_shop ?? '',
    ]),
  );
}
