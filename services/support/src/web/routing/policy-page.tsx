import { criteriaName, type ListedPolicy } from '@hub/desk/routing';
import { may, type Viewer } from '../access/viewer';
import { State } from '../layout/state';
import { Time } from '../layout/time';
import { POLICY_STATES, Ranking, ROUTING } from './policy-texts';

/** One adopted policy: its figures, who adopted it, and the button to withdraw it before it takes effect. */
export function PolicyPage({ policy, viewer }: { policy: ListedPolicy; viewer: Viewer }) {
  const { name, criteria, validFrom, state, note, adoptedAt, adoptedBy, withdrawnAt, withdrawnBy } = policy;
  return (
    <>
      <p>
        <a href={ROUTING}>Routing</a>
      </p>
      <h1>Policy {name}</h1>
      <p>
        <State {...POLICY_STATES[state]} />
      </p>
      <dl class="facts">
        <dt>Criteria</dt>
        <dd>{criteriaName(criteria)}</dd>
        <dt>Holds from</dt>
        <dd>
          <Time at={validFrom} />
        </dd>
        <dt>Adopted</dt>
        <dd>
          <Time at={adoptedAt} /> by {adoptedBy}
        </dd>
        {withdrawnAt && (
          <>
            <dt>Withdrawn</dt>
            <dd>
              <Time at={withdrawnAt} /> by {withdrawnBy}
            </dd>
          </>
        )}
        {note !== null && (
          <>
            <dt>Note</dt>
            <dd>{note}</dd>
          </>
        )}
      </dl>
      <Ranking criteria={criteria} />
      {state === 'to_come' && may(viewer, 'lead') && (
        <p class="actions">
          <a class="button quiet" href={`${ROUTING}/policies/${name}/withdraw`}>
            Withdraw it
          </a>
        </p>
      )}
      <p>
        <a href={`/audit?${new URLSearchParams({ subject: `routing_policy:${name}` })}`}>
          Everything that was done to it
        </a>
      </p>
    </>
  );
}
