import type { SelectionProgress } from '@hub/support-desk';
import { Live } from '../../layout/live';
import type { Tone } from '../../layout/state';

export interface ProgressProps {
  id: string;
  progress: SelectionProgress;
}

const UNDER_WAY_SECONDS = 2;
const AT_REST_SECONDS = 20;

/** How a set stands: it keeps itself fresh. */
export function Progress({ id, progress }: ProgressProps) {
  const { open, replaying, resolved, discarded, diedAgain, unheard, gone } = progress;
  return (
    <Live
      id="progress"
      href={`/dead-letters/sets/${id}/progress`}
      seconds={replaying > 0 ? UNDER_WAY_SECONDS : AT_REST_SECONDS}
    >
      <dl class="counts" aria-label="How they stand now">
        <Count name="open" count={open - diedAgain - unheard} tone="bad" always />
        <Count name="being replayed" count={replaying} tone="warn" always />
        <Count name="went through" count={resolved} tone="good" always />
        <Count name="replayed, failed again" count={diedAgain} tone="bad" />
        <Count name="replayed, unheard of since" count={unheard} tone="bad" />
        <Count name="discarded" count={discarded} tone="quiet" />
        <Count name="not kept any more" count={gone} tone="quiet" />
      </dl>
    </Live>
  );
}

interface CountProps {
  name: string;
  count: number;
  tone: Tone;
  /** Also where it is none. */
  always?: boolean;
}

function Count({ name, count, tone, always = false }: CountProps) {
  if (count === 0 && !always) return null;
  return (
    <div class={count > 0 ? tone : 'quiet'}>
      <dt>{name}</dt>
      <dd class="figure">{count}</dd>
    </div>
  );
}
