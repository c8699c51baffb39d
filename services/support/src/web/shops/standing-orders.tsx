import type { UnplacedLine } from '@hub/support-desk';
import { may, type Viewer } from '../access/viewer';
import { UnplacedTable } from '../orders/unplaced/unplaced-table';

export interface StandingOrdersProps {
  /** Slug. */
  shop: string;
  lines: readonly UnplacedLine[];
  viewer: Viewer;
  now: number;
}

/** Paid lines that were given to the shop and that its store does not have. */
export function StandingOrders({ shop, lines, viewer, now }: StandingOrdersProps) {
  if (lines.length === 0) return null;
  const movable = lines.some(({ shopIs }) => shopIs !== 'callable');
  return (
    <section aria-labelledby="standing">
      <h2 id="standing">Orders that its store does not have yet</h2>
      <UnplacedTable lines={lines} now={now} />
      {movable && may(viewer, 'agent') && (
        <p>
          <a href={`/shops/${shop}/reroute`}>Give them to other shops</a>
        </p>
      )}
    </section>
  );
}
