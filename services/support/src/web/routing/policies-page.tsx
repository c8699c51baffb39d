import type { RoutingPolicy } from '@hub/orders/routing';
import { criteriaName, type ListedPolicy } from '@hub/desk/routing';
import { may, type Viewer } from '../access/viewer';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import type { Column } from '../lists/column';
import { DataTable } from '../lists/data-table';
import { LAB } from './lab/lab-labels';
import { POLICY_STATES, Ranking, ROUTING } from './policy-texts';

export interface PoliciesPageProps {
  inForce: RoutingPolicy;
  builtIn: RoutingPolicy;
  policies: readonly ListedPolicy[];
  viewer: Viewer;
}

const COLUMNS: readonly Column<ListedPolicy>[] = [
  {
    name: 'Policy',
    head: true,
    text: ({ name }) => name,
    cell: ({ name }) => <a href={`${ROUTING}/policies/${name}`}>{name}</a>,
  },
  { name: 'Criteria', text: ({ criteria }) => criteriaName(criteria) },
  {
    name: 'Holds from',
    text: ({ validFrom }) => validFrom,
    cell: ({ validFrom }) => <Time at={validFrom} />,
  },
  {
    name: 'State',
    text: ({ state }) => POLICY_STATES[state].text,
    cell: ({ state }) => <State {...POLICY_STATES[state]} />,
  },
  { name: 'Adopted by', text: ({ adoptedBy }) => adoptedBy },
  { name: 'Note', text: ({ note }) => note },
];

/** The routing policies (D19): current, past and future. */
export function PoliciesPage({ inForce, builtIn, policies, viewer }: PoliciesPageProps) {
  return (
    <>
      <h1>Routing</h1>
      <p class="actions">
        <a class="button quiet" href={`${ROUTING}/try`}>
          Try a route
        </a>
        <a class="button quiet" href={LAB}>
          Policy lab
        </a>
      </p>
      <section class="panel" aria-labelledby="in-force">
        <h2 id="in-force">Policy in force</h2>
        <p>
          <strong>{inForce.version}</strong>: {criteriaName(inForce.criteria)}
        </p>
        <Ranking criteria={inForce.criteria} />
        {inForce.version !== builtIn.version && (
          <p class="soft">
            Without an adopted policy the built-in one holds: {builtIn.version},{' '}
            {criteriaName(builtIn.criteria)}.
          </p>
        )}
        {may(viewer, 'lead') ? (
          <p class="actions">
            <a class="button" href={`${ROUTING}/adopt`}>
              Adopt another policy
            </a>
          </p>
        ) : (
          <p class="soft">A lead may adopt another policy.</p>
        )}
      </section>
      <section aria-labelledby="adopted">
        <h2 id="adopted">Adopted policies</h2>
        {policies.length === 0 ? (
          <p>None yet: the built-in policy has always held.</p>
        ) : (
          <DataTable label="Table of adopted policies" columns={COLUMNS} rows={policies} />
        )}
      </section>
    </>
  );
}
