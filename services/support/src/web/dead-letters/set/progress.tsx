import type { SelectionProgress } from '@hub/desk/messages';
import { figure } from '@hub/desk/words';
import { Live } from '../../layout/live';
import type { Tone } from '../../layout/state';

export interface ProgressProps {
  id: string;
  progress: SelectionProgress;
}

/** Counting a large set takes the database a second. */
const LARGE = 5_000;

/** Soon while a replay is in progress. */
function secondsUntilNext({ replaying }: SelectionProgress, total: number): number {
  if (replaying === 0) return 20;
  return total > LARGE ? 10 : 2;
}

/** The states of a set's messages, self-refreshing. */
export function Progress({ id, progress }: ProgressProps) {
  const { open, replaying, resolved, discarded, gone } = progress;
  return (
    <Live
      id="progress"
      href={`/dead-letters/sets/${id}/progress`}
      seconds={secondsUntilNext(progress, open + replaying + resolved + discarded + gone)}
    >
      <Counts progress={progress} />
    </Live>
  );
}

/** How many are in each state. */
export function Counts({ progress }: { progress: SelectionProgress }) {
  const { open, replaying, atStore, resolved, discarded, diedAgain, unheard, gone } = progress;
  return (
    <dl class="counts" aria-label="Status">
      <Count name="open" count={open - diedAgain - unheard} tone="bad" always />
      <Count name="being replayed" count={replaying - atStore} tone="warn" always />
      <Count name="waiting for the store" count={atStore} tone="warn" />
      <Count name="went through" count={resolved} tone="good" always />
      <Count name="replayed, failed again" count={diedAgain} tone="bad" />
      <Count name="replayed, unheard of since" count={unheard} tone="bad" />
      <Count name="discarded" count={discarded} tone="quiet" />
      <Count name="not kept any more" count={gone} tone="quiet" />
    </dl>
  );
}

interface CountProps {
  name: string;
  count: number;
  tone: Tone;
  /** Shown even if it is 0. */
  always?: boolean;
}

function Count({ name, count, tone, always = false }: CountProps) {
  if (count === 0 && !always) return null;
  return (
    <div class={count > 0 ? tone : 'quiet'}>
      <dt>{name}</dt>
      <dd class="figure">{figure(count)}</dd>
    </div>
  );
}
