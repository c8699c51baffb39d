import type { Criteria } from '@hub/orders/routing';
import type { OrderTimeline } from '@hub/desk/orders';
import { criteriaName, type ReplayedOrder } from '@hub/desk/routing';
import { counted, figure, WHY_LABELS } from '@hub/desk/words';
import { FilterForm } from '../../layout/filter-form';
import { State } from '../../layout/state';
import { Time } from '../../layout/time';
import type { Column } from '../../lists/column';
import { DataTable } from '../../lists/data-table';
import { CriteriaFields, formOf } from '../../routing/criteria-fields';
import { orderName } from '../order-head';

type Line = ReplayedOrder[number]['lines'][number];

const COLUMNS: readonly Column<Line>[] = [
  { name: 'Line', head: true, text: ({ lineItemId }) => lineItemId },
  { name: 'Went to', text: ({ was }) => was?.name ?? 'it waited' },
  {
    name: 'Would go to',
    text: ({ becomes, certain }) => (certain ? (becomes?.name ?? 'it would wait') : null),
  },
  {
    name: 'Difference',
    text: differenceOf,
    cell: (line) => (
      <State text={differenceOf(line)} tone={line.certain && line.why !== null ? 'warn' : 'quiet'} />
    ),
  },
  {
    name: 'Ranking then, best first',
    text: ({ ranking, leftOut }) =>
      ranking
        .map(({ name, freeStock, distanceKm }) => `${name} (${words(freeStock, distanceKm)})`)
        .join(', ') + (leftOut > 0 ? `, and ${counted(leftOut, 'shop')} whose figures are not kept` : ''),
  },
];

/** The stored decisions of an order under other criteria: what was chosen, and what would have been. Nothing changes. */
export function ReplayPage({
  order,
  criteria,
  decisions,
}: {
  order: OrderTimeline;
  criteria: Criteria;
  decisions: ReplayedOrder;
}) {
  const page = `/orders/${order.id}`;
  return (
    <>
      <p>
        <a href={page}>Order {orderName(order)}</a>
      </p>
      <h1>What would another policy have chosen?</h1>
      <p class="soft">
        Routing's own rule on the figures that were kept with each decision. Nothing is reserved, sent or
        changed.
      </p>
      <FilterForm action={`${page}/replay`} label="Policy" submit="Replay">
        <CriteriaFields band="Band, km" {...formOf(criteria)} />
      </FilterForm>
      {order.formerDecisions.length > 0 && (
        <p class="panel">Older decisions of this order are no longer kept.</p>
      )}
      {decisions.length + order.formerDecisions.length === 0 && (
        <p class="panel">No decision of this order is kept.</p>
      )}
      {decisions.map((decision, index) => (
        <section>
          <h2>
            Decided <Time at={decision.decidedAt} /> by {decision.policyVersion}
          </h2>
          {decision.criteria === null ? (
            <p>What was kept of this decision cannot be read.</p>
          ) : (
            <>
              <p class="soft">
                Then {criteriaName(decision.criteria)}; here {criteriaName(criteria)}.
              </p>
              <DataTable label={`Lines of decision ${index + 1}`} columns={COLUMNS} rows={decision.lines} />
            </>
          )}
        </section>
      ))}
      <p class="soft">
        Kept are distances to 100 m, and of each line the best ten shops with their figures. Where these do
        not show for sure what the other policy would have chosen, it says so and guesses nothing.
      </p>
    </>
  );
}

function differenceOf({ certain, why }: Line): string {
  if (!certain) return 'cannot be known';
  return why === null ? 'same' : `differs: ${WHY_LABELS[why]}`;
}

function words(freeStock: number, distanceKm: number | null): string {
  return `${figure(freeStock)} free${distanceKm === null ? '' : `, ${Math.round(distanceKm)} km`}`;
}
