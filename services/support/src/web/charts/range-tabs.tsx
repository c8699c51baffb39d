import { RANGES, type Range } from '@hub/desk/figures';
import { listAddress } from '@hub/desk/engine';
import { z } from 'zod';
import { PageError } from '../layout/page-error';
import { oneOf } from '../lists/one-of';

const NAMES: Record<Range, string> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };
const Query = z.object({ range: oneOf(RANGES) });

/** The choice of how far back a page with charts looks. */
export function RangeTabs({ path, current }: { path: string; current: Range }) {
  return (
    <nav class="tabs" aria-label="Time">
      {RANGES.map((range) => (
        <a href={listAddress(path, { range })} aria-current={range === current ? 'page' : undefined}>
          {NAMES[range]}
        </a>
      ))}
    </nav>
  );
}

/** The range of an address; by default 24 hours. Throws `PageError`. */
export function readRange(query: unknown): Range {
  const read = Query.safeParse(query ?? {});
  if (!read.success) throw new PageError(400, 'A time is 24h, 7d or 30d.');
  return read.data.range ?? '24h';
}
