import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShippingOrderState, StopState } from '@hub/database';
import { describe, expect, it } from '@jest/globals';
import { aShippingOrder, aStop } from '../test/order-facts-builders';
import { decideClaim } from './decide-claim';
import { firstStopState } from '@hub/orders/states';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const DOCUMENT = readFileSync(join(__dirname, '../../../docs/cancellation-states.md'), 'utf8');

describe('docs/cancellation-states.md says what the code does', () => {
  it.each(rowsUnder('Where a stop begins'))(
    'a stop of a shipping order that is %s begins',
    (state, _, first) => {
      expect(firstStopState(state as ShippingOrderState) ?? 'none').toBe(first);
    },
  );

  const [columns = [], ...rows] = tableUnder('What a stop’s command does');
  it.each(rows)('a command for a stop that is %s', (stop, ...cells) => {
    const decided = columns.slice(1).map((column) => decide(stop ?? '', column));
    expect(decided).toEqual(cells);
  });
});

function decide(stop: string, column: string): string {
  const [state = '', lease] = stop.split(', ');
  const shippingOrder =
    column === 'package known' ? { packaged: 1 } : { state: column as ShippingOrderState };
  const leaseUntil = new Date(lease === 'lease held' ? NOW + 1 : NOW);
  return decideClaim(aShippingOrder(shippingOrder), aStop({ state: state as StopState, leaseUntil }), NOW)
    .kind;
}

function rowsUnder(heading: string): string[][] {
  return tableUnder(heading).slice(1);
}

/** The first table under a heading, its cells without their backticks, without the line of dashes. */
function tableUnder(heading: string): string[][] {
  const section = DOCUMENT.split(/^## /m).find((text) => text.startsWith(heading.replace('’', "'"))) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| ---'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}
