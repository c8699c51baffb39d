import {
  canChange,
  RUN_CHANGES,
  restOfRun,
  RUN_REFUSAL_LABELS,
  runProgress,
  runTitle,
  whyItStands,
  type ListedRun,
  type RunChange,
} from '@hub/desk/messages/runs';
import type { SelectionProgress } from '@hub/desk/messages';
import { counted } from '@hub/desk/words';
import { ActionForm } from '../../layout/action-form';
import { Live } from '../../layout/live';
import { Time } from '../../layout/time';
import { CellView } from '../../lists/list-table';
import { Counts } from '../set/progress';
import { effectsOf, speedOf } from './run-labels';

export interface RunPageProps {
  run: ListedRun;
  /** What it skipped, by reason. */
  refused: readonly { why: string; count: number }[];
  /** The current states of the messages in its set. */
  progress: SelectionProgress | null;
  /** Whether the viewer may pause, resume and stop it. */
  mayChange: boolean;
  /** The time of the view (ms since the epoch). */
  now: number;
}

const CHANGES: Record<RunChange, string> = { pause: 'Pause', resume: 'Resume', stop: 'Stop' };
const reasons: Readonly<Record<string, string>> = RUN_REFUSAL_LABELS;

/** One bulk run: its progress, its results, and the controls to pause or stop it. */
export function RunPage({ run, refused, progress, mayChange, now }: RunPageProps) {
  const why = whyItStands(run);
  const rest = restOfRun(run);
  const speed = speedOf(run, now);
  const isUnderWay = run.state === 'running' || (progress?.replaying ?? 0) > 0;
  const changes = RUN_CHANGES.filter((change) => canChange(run.state, change));
  return (
    <>
      <p>
        <a href="/dead-letters/runs">Bulk runs</a>
      </p>
      <h1>{runTitle(run)}</h1>
      <p class="soft">
        Started at <Time at={run.startedAt} /> by {run.startedBy}; messages asked for: {run.filter}.
        {run.note !== null && <> Note: “{run.note}”</>}
      </p>
      {run.effects !== null && (
        <p class="soft">
          Only those of which a replay {effectsOf(run.effects)}: a worker is asked about each before it is
          sent.
        </p>
      )}
      <Live id="run" href={`/dead-letters/runs/${run.id}`} seconds={isUnderWay ? 2 : 20}>
        <p>
          <CellView cell={runProgress(run)} />
          {speed !== null && <span class="soft"> {speed}</span>}
        </p>
        {rest !== null && <p class="soft">{rest}</p>}
        {why !== null && <p class={run.state === 'paused' ? 'warning' : 'soft'}>{why}</p>}
        {refused.length > 0 && (
          <ul aria-label="Not changed">
            {refused.map((reason) => (
              <li>
                {counted(reason.count, 'message')} not changed: {reasons[reason.why] ?? reason.why}
              </li>
            ))}
          </ul>
        )}
        {progress && (
          <>
            <h2>Status of the messages now</h2>
            <Counts progress={progress} />
          </>
        )}
        {mayChange && changes.length > 0 && (
          <div class="actions">
            {changes.map((change) => (
              <ActionForm action={`/dead-letters/runs/${run.id}/${change}`}>
                <button type="submit" class={change === 'resume' ? undefined : 'quiet'}>
                  {CHANGES[change]}
                </button>
              </ActionForm>
            ))}
          </div>
        )}
      </Live>
      <p>
        <a href={`/dead-letters/sets/${run.selectionId}`}>The messages of this run</a>
      </p>
    </>
  );
}
