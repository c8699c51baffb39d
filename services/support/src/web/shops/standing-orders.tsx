import { RISK_COLUMNS, type AtRisk } from '@hub/desk/problems';
import { may, type Viewer } from '../access/viewer';
import { TableOf } from '../lists/list-table';

export interface StandingOrdersProps {
  /** Slug. */
  shop: string;
  risks: readonly AtRisk[];
  viewer: Viewer;
  now: number;
}

/** What of paid orders waits for this shop: its store's calls, or its people. */
export function StandingOrders({ shop, risks, viewer, now }: StandingOrdersProps) {
  if (risks.length === 0) return null;
  const movable = risks.some(({ situation }) => situation === 'store_away');
  return (
    <section aria-labelledby="standing">
      <h2 id="standing">Orders that wait for this shop</h2>
      <TableOf label="Orders at risk" columns={RISK_COLUMNS} rows={risks} now={now} />
      {movable && may(viewer, 'agent') && (
        <p>
          <a href={`/shops/${shop}/reroute`}>Give them to other shops</a>
        </p>
      )}
    </section>
  );
}
