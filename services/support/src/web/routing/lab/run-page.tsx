import { listAddress } from '@hub/desk/engine';
import { criteriaName } from '@hub/desk/routing';
import type { ListedLabLine, ShownLabRun } from '@hub/desk/routing/lab';
import { figure } from '@hub/desk/words';
import { may, type Viewer } from '../../access/viewer';
import { ActionForm } from '../../layout/action-form';
import { Live } from '../../layout/live';
import { Time } from '../../layout/time';
import { formOf } from '../criteria-fields';
import { ROUTING } from '../policy-texts';
import { LabProgress } from './lab-progress';
import { LAB, policyName } from './lab-labels';
import { MovedLines } from './moved-lines';
import { ShopChanges } from './shop-changes';
import { SideBySide } from './side-by-side';

/** The effect that another policy would have had: side by side, by shop, line by line, and the limits of the comparison. */
export function LabRunPage({
  run,
  lines,
  viewer,
}: {
  run: ShownLabRun;
  /** The first lines that go to another shop. */
  lines: readonly ListedLabLine[];
  viewer: Viewer;
}) {
  const { compared } = run.figures;
  const isRunning = run.state === 'running';
  return (
    <>
      <p>
        <a href={LAB}>Policy lab</a>
      </p>
      <h1>{policyName(run)}</h1>
      <p class="soft">
        Decisions from <Time at={run.decidedFrom} /> until <Time at={run.decidedBefore} />. Started at{' '}
        <Time at={run.startedAt} /> by {run.startedBy}. Compared with{' '}
        {run.against === null ? 'what was decided' : criteriaName(run.against)}.
        {run.note !== null && <> Note: “{run.note}”</>}
      </p>
      <Live id="lab-run" href={`${LAB}/${run.id}`} seconds={isRunning ? 2 : 60}>
        <p>
          <LabProgress run={run} />
        </p>
        {isRunning && may(viewer, 'agent') && (
          <ActionForm action={`${LAB}/${run.id}/stop`} label="Stop the run">
            <button type="submit" class="quiet">
              Stop
            </button>
          </ActionForm>
        )}
        <ComparedCounts run={run} />
        {compared > 0 && (
          <>
            <SideBySide run={run} />
            <ShopChanges run={run} />
            <MovedLines run={run} lines={lines} />
          </>
        )}
      </Live>
      <Limits />
      {may(viewer, 'lead') && (
        <p class="actions">
          <a
            class="button"
            href={listAddress(`${ROUTING}/adopt`, { name: run.name, ...formOf(run.criteria) })}
          >
            Adopt this policy
          </a>
        </p>
      )}
    </>
  );
}

/** How many decisions are compared, and what happened to the others. */
function ComparedCounts({ run: { figures, next } }: { run: ShownLabRun }) {
  const { compared, untold, dryRuns, unreadable } = figures;
  const others = [
    [untold, 'cannot be known'],
    [dryRuns, 'of dry runs'],
    [unreadable, 'cannot be read'],
  ] as const;
  const named = others.filter(([count]) => count > 0).map(([count, what]) => `${figure(count)} ${what}`);
  return (
    <p>
      <strong>
        {figure(compared)} of {figure(next)} decisions are compared
      </strong>
      {named.length > 0 && `; in neither column: ${named.join(', ')}`}.
    </p>
  );
}

function Limits() {
  return (
    <details>
      <summary>What this shows, and what not</summary>
      <ul>
        <li>Each decision is made again by routing's own rule, on the figures that were kept with it.</li>
        <li>
          Kept are distances to 100 m, and of each line the best ten shops with their figures. Where these do
          not show for sure which shop the other policy would have chosen, the whole decision counts as
          “cannot be known”: nothing is guessed.
        </li>
        <li>
          Each decision is looked at by itself: stock that another order would have taken, or left, under the
          other policy is not carried over. An order that was routed several times counts each time.
        </li>
        <li>
          A parcel is a shop's first line of a decision, where it had no parcel of the order yet to pack.
          Kilometres are as the crow flies.
        </li>
        <li>
          A payout that was promised stays as it was promised; that of another shop is worked out with the
          rates that its sheet names now for the time of the order. Shipping is not part of it.
        </li>
      </ul>
    </details>
  );
}
