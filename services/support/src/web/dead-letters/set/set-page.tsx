import { RUN_COLUMNS, type ListedRun } from '@hub/desk/messages/runs';
import type { AtRisk } from '@hub/desk/problems';
import type { SelectionForecast, SelectionProgress, StoredSelection } from '@hub/desk/messages';
import { figure } from '@hub/desk/words';
import type { Viewer } from '../../access/viewer';
import { Time, Zone } from '../../layout/time';
import { TableOf } from '../../lists/list-table';
import { Forecast } from './forecast';
import { Progress } from './progress';
import { SetActions } from './set-actions';
import { SetFailedMessages, type SetFailedMessagesProps } from './set-messages';

export interface SetPageProps {
  set: StoredSelection;
  progress: SelectionProgress;
  /** Null: nothing in it could be replayed. */
  forecast: SelectionForecast | null;
  /** What of their requests is still at risk; the longest waiting of it. */
  risks: readonly AtRisk[];
  failedMessages: SetFailedMessagesProps;
  /** The actions on it, the newest first. */
  runs: readonly ListedRun[];
  viewer: Viewer;
}

/** Failed messages selected together: actions apply to these only, whatever fails meanwhile. */
export function SetPage({ set, progress, forecast, risks, viewer, failedMessages, runs }: SetPageProps) {
  return (
    <>
      <p>
        <a href="/dead-letters">Failed messages</a>
      </p>
      <h1>{set.count === 1 ? '1 failed message' : `${figure(set.count)} failed messages`} chosen together</h1>
      <p class="soft">
        Chosen at <Time at={set.createdAt} /> <Zone /> by {set.createdBy}; asked for: {set.filter}. Fixed
        selection, kept 24 hours.
      </p>
      <Progress id={set.id} progress={progress} />
      {forecast && <Forecast forecast={forecast} />}
      {runs.length > 0 && (
        <section aria-labelledby="runs-of-set">
          <h2 id="runs-of-set">Runs</h2>
          <TableOf label="Bulk runs" columns={RUN_COLUMNS} rows={runs} now={failedMessages.now} />
        </section>
      )}
      <SetActions set={set} progress={progress} forecast={forecast} risks={risks} viewer={viewer} />
      <SetFailedMessages {...failedMessages} />
    </>
  );
}
