import type { QuantityView } from '@hub/desk/door';
import { State } from '../../web/layout/state';
import { Time } from '../../web/layout/time';
import { Further, None, Table } from '../layout/table';

export interface QuantitiesPageProps {
  quantities: readonly QuantityView[];
  next: string | null;
  now: number;
}

/** What the shop has, and what its store shows as `HUB_Network`. */
export function QuantitiesPage({ quantities, next, now }: QuantitiesPageProps) {
  return (
    <>
      <h1>Quantities</h1>
      <p class="soft">
        Yours, as your store reported them; and at HUB_Network, as they were written to your store and
        reported back.
      </p>
      <p>
        <a href="/quantities">All</a> · <a href="/quantities?out_of_sync=true">Out of sync alone</a>
      </p>
      <Table
        label="Quantities"
        none="None: your catalogue has no active variant here."
        rows={quantities}
        columns={[
          { name: 'Variant', cell: (one) => <code>{one.variant_id}</code> },
          { name: 'SKU', cell: (one) => one.sku ?? <None /> },
          { name: 'Yours', number: true, cell: (one) => one.on_hand },
          { name: 'Written', number: true, cell: (one) => one.written ?? <None /> },
          { name: 'Your store shows', number: true, cell: (one) => one.reported ?? <None /> },
          {
            name: 'Reported',
            cell: (one) =>
              one.reported_at === null ? <None /> : <Time at={new Date(one.reported_at)} since={now} />,
          },
          { name: 'Now', cell: (one) => <Sync one={one} /> },
        ]}
      />
      <Further href="/quantities?after=" next={next} />
    </>
  );
}

function Sync({ one }: { one: QuantityView }) {
  if (!one.linked) return <State text="not linked" tone="quiet" />;
  if (one.in_sync) return <State text="in sync" tone="good" />;
  return (
    <>
      <State text="out of sync" tone="warn" />
      {one.last_failure !== null && <small> {one.last_failure}</small>}
    </>
  );
}
