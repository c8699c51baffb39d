import { failureTitle, reasonLabel } from '@hub/desk/words';
import type { SelectionForecast } from '@hub/desk/messages';
import type { StateLabel } from '../layout/state';

/** Names a failed message in a sentence. */
export function titleOf({ type, shop }: { type: string; shop: string | null }): string {
  return `${failureTitle(type)}${shop === null ? '' : `: ${shop}`}`;
}

export type Effect = SelectionForecast['kinds'][number]['effect'];

/** The effect of a replay, in a word or two; the forecast says the rest. */
export const EFFECTS: Record<Effect, StateLabel> = {
  acts: { text: 'has an effect', tone: 'good' },
  resumes: { text: 'resumes work', tone: 'good' },
  nothing: { text: 'no effect', tone: 'quiet' },
  refused: { text: 'would be refused', tone: 'warn' },
  fails: { text: 'fails again', tone: 'bad' },
  unclear: { text: 'no forecast', tone: 'warn' },
  impossible: { text: 'is not replayed', tone: 'bad' },
};

/** Why it failed, and whom to ask. @param reason that the failed message is filed under (failure policy) */
export function whyItFailed(reason: string): { words: string; advice: string } {
  if (reason === 'unreadable')
    return {
      words: "Its bytes are no message of the queue's type: no worker could read them.",
      advice: 'A replay fails again until its sender, or an edit, repairs the bytes.',
    };
  if (reason === 'delivery_limit')
    return {
      words: 'Workers ended while they had it, again and again, until the broker gave it up.',
      advice: 'Show it to a developer before it is replayed: it may end the worker again.',
    };
  if (reason === 'unknown')
    return { words: 'The reason was not recorded.', advice: 'Look at the log under its correlation id.' };
  if (/^[A-Za-z]*Error$/.test(reason))
    return {
      words: `The worker stumbled over it each time it tried (${reason}): a fault of ours, or of the data.`,
      advice: 'Show the stack below to a developer; once that is fixed, replay it.',
    };
  return {
    words: `The worker gave it up: ${reasonLabel(reason)}.`,
    advice: 'Fix what it names, or wait until it is fixed; then replay it.',
  };
}
